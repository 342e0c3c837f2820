import { useState } from "react";
import type { z } from "zod";
import type { WrittenRecord } from "~/app/api/notice";
import type { WriteEndpoint } from "~/app/api/writes";
import { Note } from "~/app/blocks/feedback/note";
import { OfflineNote } from "~/app/blocks/feedback/offline-note";
import { useAct } from "~/app/blocks/feedback/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import type { LooseInput, Reply } from "~/contract/endpoint";
import type { Scene } from "~/contract/shared/option";
import type { FormValues } from "../field/schema-fields";
import { type FormEntry, inOneColumn } from "../form-entry";
import { LazyRecordForm } from "../lazy-record-form";
import type { FormContent } from "../use-form-state";
import type { FormEndpoint } from "../use-record-form";

const Dialog = lazyPart(() => import("~/app/blocks/feedback/dialog"), "Dialog");

/** An act with a small form, such as a reason: a constant of its screen, made by `actDialog`. `Of`: its subject, one row or several. */
export interface ActDialogOf<E extends FormEndpoint, Of> {
  endpoint: E;
  fields: readonly FormEntry<E["body"]>[] | ((of: Of) => readonly FormEntry<E["body"]>[]);
  title?: (of: Of) => string;
  about: (of: Of) => string;
  /** The path parameters and hidden values; default: the record's id. */
  input?: (of: Of) => LooseInput & { body?: Partial<z.input<E["body"]>> };
  value?: (of: Of) => FormValues;
  success?: (of: Of) => string;
  record?: (of: Of) => WrittenRecord;
  /** What is typed is kept as a draft of this name; for forms with more than a reason. */
  draft?: (of: Of) => string;
  /** Where its records are chosen: what is offered there changes as well. */
  scene?: Scene;
  /** The text of its button: the act's own verb (释放, 驳回); 保存 where the form changes the record's data. */
  submitLabel: string;
  isDanger?: boolean;
  size?: "md" | "lg";
  /** How long the toast of its error stays, in milliseconds. */
  errorDuration?: number;
}

/** Infers the types of an act's constant: those of its subject from its functions' parameters. */
export const actDialog = <E extends FormEndpoint, Of>(form: ActDialogOf<E, Of>): ActDialogOf<E, Of> => form;

interface ActDialogProps<E extends FormEndpoint, Of> {
  form: ActDialogOf<E, Of>;
  of: Of;
  /** Runs after a success instead of closing. */
  onDone?: (reply: Reply<E>, body: z.output<E["body"]>) => void;
  onClose: () => void;
}

export function ActDialog<E extends FormEndpoint, Of>({ form, of, onDone, onClose }: ActDialogProps<E, Of>) {
  const { run, pending } = useAct();
  const [{ params, query, ...fixed }] = useState(() => fixedOf(form, of));
  const { endpoint, size = "md", submitLabel, isDanger } = form;
  const send: FormContent<z.ZodObject>["onSubmit"] = (body, then) => {
    const done = (reply: unknown) => {
      if (form.scene) renewScene(form.scene);
      if (onDone) onDone(reply as Reply<E>, body as z.output<E["body"]>);
      else onClose();
    };
    // `input` was checked where the constant was made.
    const { onKept, ...told } = then(done);
    run<WriteEndpoint>(endpoint, { params, query, body } as object, {
      success: form.success?.(of),
      record: form.record?.(of) ?? namedRow(of),
      errorDuration: form.errorDuration,
      ...told,
      onKept: () => {
        onKept();
        onClose();
      },
    });
  };
  return (
    <Dialog onClose={onClose} size={size} title={form.title?.(of) ?? t(endpoint.summary)}>
      {endpoint.mayWait ? <OfflineNote /> : null}
      <Note mb="md">{form.about(of)}</Note>
      <LazyRecordForm
        form={{ ...fixed, pending, submitLabel: t(submitLabel), onSubmit: send }}
        isInDialog
        isDanger={isDanger}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** What stays as it was when the dialog opened. */
function fixedOf<E extends FormEndpoint, Of>(
  { endpoint, fields, input, value, draft, size }: ActDialogOf<E, Of>,
  of: Of,
) {
  const entries = typeof fields === "function" ? fields(of) : fields;
  const { params, query, body }: LooseInput = input?.(of) ?? { params: ownNumber(of) };
  const sections = size === "lg" ? [{ fields: entries }] : inOneColumn([{ fields: entries }]);
  // Next time, several rows are different ones.
  const rescue = Array.isArray(of) ? undefined : `${endpoint.line} ${endpoint.summary} ${JSON.stringify(params ?? {})}`;
  const kept = { draft: draft?.(of), rescue };
  const content = { sections, value: value?.(of) ?? {}, extra: body as FormValues | undefined, ...kept };
  return { params, query, schema: endpoint.body, ...content };
}

const namedRow = (of: unknown): WrittenRecord =>
  typeof of === "object" && of !== null && "name" in of && typeof of.name === "string" ? { name: of.name } : {};

const ownNumber = (of: unknown): LooseInput["params"] =>
  typeof of === "object" && of !== null && "id" in of && typeof of.id === "number" ? { id: of.id } : undefined;
