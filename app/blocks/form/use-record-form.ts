import { useMemo, useState } from "react";
import type { z } from "zod";
import type { WriteEndpoint, WriteError } from "~/app/api/writes";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import type { Reply } from "~/contract/endpoint";
import type { Scene } from "~/contract/shared/option";
import type { FormValues } from "./field/schema-fields";
import { type FormSection, namesOf } from "./form-entry";
import type { FormContent } from "./use-form-state";

export type FormEndpoint = WriteEndpoint & { body: z.ZodObject };

export type Editable = FormValues & { id: number };

type Sections<E extends FormEndpoint> = readonly FormSection<E["body"]>[];

export interface RecordFormOf<C extends FormEndpoint, U extends FormEndpoint, R extends Editable> {
  create: C;
  update: U;
  /** Fields that both endpoints take; a function is called once, when the form opens, and may give a new one other fields. */
  sections: readonly FormSection<C["body"] | U["body"]>[] | ((record: R | undefined) => Sections<C> | Sections<U>);
  begin?: FormValues;
  /** The form's values of a record, if they are more than fields of the same name. */
  values?: (record: R) => FormValues;
  /** What is typed is kept as a draft: `broker` keeps `broker:7` and `broker-new`. */
  draft?: string | ((record: R | undefined) => string | undefined);
  success?: (record: R | undefined) => string;
  submitLabel?: string;
  page?: (reply: Reply<C> | Reply<U>, body: FormValues) => string | undefined;
  scene?: Scene;
}

interface Outcome<C extends FormEndpoint, U extends FormEndpoint> {
  onCreated?: (reply: Reply<C>, body: z.output<C["body"]>) => void;
  onUpdated?: (reply: Reply<U>) => void;
  /** A new one waits for the network. */
  onKept?: () => void;
  onError?: (error: WriteError) => void;
}

/** For `<RecordForm form={useRecordForm(form, record, { onCreated })} isLong />`, keyed by the record; `begin` overrides the form's. */
export function useRecordForm<C extends FormEndpoint, U extends FormEndpoint, R extends Editable>(
  form: RecordFormOf<C, U, R>,
  record: R | undefined,
  { begin, onCreated, onUpdated, onKept, onError }: Outcome<C, U> & { begin?: FormValues } = {},
): FormContent<z.ZodObject> {
  const { run, pending } = useAct();
  const [fixed] = useState(() => fixedOf(form, record, { ...form.begin, ...begin }));
  const value = useMemo(() => (record ? valuesOf(form, record) : fixed.begin), [form, record, fixed]);
  const endpoint: FormEndpoint = record ? form.update : form.create;
  return {
    schema: endpoint.body,
    sections: fixed.sections,
    value,
    extra: record ? versionOf(record) : fixed.unseen,
    draft: fixed.draft,
    pending,
    submitLabel: form.submitLabel && t(form.submitLabel),
    onSubmit: (body, then) => {
      const { onSuccess, onError: showErrors, onKept: finish } = then();
      // Checked where the constant was made: the update's address needs only `{id}`.
      const input: object = record ? { params: { id: record.id }, body } : { body };
      run<WriteEndpoint>(endpoint, input, {
        success: form.success?.(record) ?? (record ? t("已保存") : t("已新增")),
        record: (reply) => ({ name: nameIn(body), to: form.page?.(reply as Reply<C> | Reply<U>, body) }),
        onSuccess: (reply) => {
          onSuccess(reply);
          if (form.scene) renewScene(form.scene);
          // The endpoint that was used decides the types of both.
          if (record) onUpdated?.(reply as Reply<U>);
          else onCreated?.(reply as Reply<C>, body as z.output<C["body"]>);
        },
        onKept: () => {
          finish();
          onKept?.();
        },
        onError: (error) => {
          showErrors(error);
          onError?.(error);
        },
      });
    },
  };
}

const nameIn = ({ name, title, name_zh }: FormValues): string | undefined =>
  [name, title, name_zh].find((one): one is string => typeof one === "string" && one !== "");

function fixedOf<C extends FormEndpoint, U extends FormEndpoint, R extends Editable>(
  { sections: given, draft }: RecordFormOf<C, U, R>,
  record: R | undefined,
  begin: FormValues,
) {
  const sections: Sections<FormEndpoint> = typeof given === "function" ? given(record) : given;
  const shown = sections.flatMap(({ fields }) => fields.flatMap(namesOf));
  const byName = draft && (record ? `${draft}:${record.id}` : `${draft}-new`);
  return {
    sections,
    begin,
    unseen: Object.fromEntries(Object.entries(begin).filter(([name]) => !shown.includes(name))),
    draft: typeof draft === "function" ? draft(record) : byName,
  };
}

const valuesOf = <R extends Editable>({ values }: { values?: (record: R) => FormValues }, record: R): FormValues =>
  values?.(record) ?? record;

const versionOf = ({ version }: Editable): FormValues | undefined =>
  typeof version === "number" ? { version } : undefined;

/** Infers the types of a form's constant: those of its record from its functions' parameters. */
export const recordForm = <C extends FormEndpoint, U extends FormEndpoint, R extends Editable>(
  form: RecordFormOf<C, U, R>,
): RecordFormOf<C, U, R> => form;
