import { type ReactElement, useState } from "react";
import type { z } from "zod";
import type { CallInput } from "~/app/api/call";
import type { WriteEndpoint } from "~/app/api/writes";
import { type RunOptions, useAct } from "~/app/blocks/feedback/use-act";
import { type Question, useConfirm } from "~/app/blocks/feedback/use-confirm";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import type { Reply } from "~/contract/endpoint";
import type { FormEndpoint } from "../use-record-form";
import { ActDialog, type ActDialogOf } from "./act-dialog";

type Button = Partial<Omit<RowAction, "to" | "onSelect">>;

interface After<E extends FormEndpoint> {
  onDone?: (reply: Reply<E>, body: z.output<E["body"]>) => void;
}

/** The acts on records, as buttons of their rows, and the `dialog` of the one that was pressed: once in the page. */
export function useActs() {
  const { run, pending } = useAct();
  const { confirm, dialog: question } = useConfirm();
  const [opened, setOpened] = useState<ReactElement>();
  const close = () => setOpened(undefined);
  const open = (draw: (close: () => void) => ReactElement) => setOpened(draw(close));
  const ask = <E extends FormEndpoint, Of>(form: ActDialogOf<E, Of>, of: Of, after?: After<E>["onDone"]) =>
    open(() => (
      <ActDialog
        form={form}
        of={of}
        onDone={(reply, body) => {
          close();
          after?.(reply, body);
        }}
        onClose={close}
      />
    ));
  const atOnce = <E extends WriteEndpoint>(
    label: string,
    endpoint: E,
    input: CallInput<E>,
    then: RunOptions<Reply<E>>,
    button?: Button,
  ) => ({ label, ...button, onSelect: () => run(endpoint, input, then) });
  const afterQuestion = <E extends WriteEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    asked: Question<E>,
    button?: Button,
  ) => ({
    label: asked.confirmLabel,
    ...button,
    onSelect: () => confirm(endpoint, input, asked),
  });
  return {
    run,
    pending,
    confirm,
    open,
    ask,
    atOnce,
    afterQuestion,
    form: <E extends FormEndpoint, Of>(
      form: ActDialogOf<E, Of>,
      of: Of,
      { onDone, ...button }: Button & After<E> = {},
    ) => ({
      label: t(form.submitLabel),
      isDanger: form.isDanger,
      ...button,
      onSelect: () => ask(form, of, onDone),
    }),
    /** The same with several rows, as an act of `useBulk`. */
    inBulk: <E extends FormEndpoint, Row>(
      form: ActDialogOf<E, readonly Row[]>,
      button?: { label?: string; isDanger?: boolean; max?: number },
    ) => ({
      label: t(form.submitLabel),
      isDanger: form.isDanger,
      max: 100,
      ...button,
      run: (rows: Row[], report: (reply: Reply<E>) => void) => ask<E, readonly Row[]>(form, rows, report),
    }),
    show: (label: string, draw: (close: () => void) => ReactElement, button?: Button) => ({
      label,
      ...button,
      onSelect: () => open(draw),
    }),
    enable: <E extends WriteEndpoint>(endpoint: E, input: CallInput<E>, then?: RunOptions<Reply<E>>) =>
      atOnce(t("启用"), endpoint, input, { success: t("已启用"), ...then }),
    disable: <E extends WriteEndpoint>(
      endpoint: E,
      input: CallInput<E>,
      text: string,
      more?: Partial<Question<E>>,
      button?: Button,
    ) => afterQuestion(endpoint, input, { text, confirmLabel: t("停用"), success: t("已停用"), ...more }, button),
    remove: <E extends WriteEndpoint>(
      endpoint: E,
      input: CallInput<E>,
      text: string,
      more?: Partial<Question<E>>,
      button?: Button,
    ) => {
      const question = { text, confirmLabel: t("删除"), success: t("已删除"), ...more };
      return afterQuestion(endpoint, input, question, { isDanger: true, ...button });
    },
    dialog: (
      <>
        {opened}
        {question}
      </>
    ),
  };
}

export type Acts = ReturnType<typeof useActs>;
