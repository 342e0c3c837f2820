import { useState } from "react";
import type { z } from "zod";
import { Note } from "~/app/blocks/feedback/note";
import { t } from "~/app/i18n/t";
import type { Reply } from "~/contract/endpoint";
import { lazyPart } from "../lazy-part";
import type { FormValues } from "./field/schema-fields";
import { inOneColumn } from "./form-entry";
import { LazyRecordForm } from "./lazy-record-form";
import { type Editable, type FormEndpoint, type RecordFormOf, useRecordForm } from "./use-record-form";

const Dialog = lazyPart(() => import("../feedback/dialog"), "Dialog");

export interface RecordDialogOf<C extends FormEndpoint, U extends FormEndpoint, R extends Editable>
  extends RecordFormOf<C, U, R> {
  /** Default: the endpoint's summary. */
  title?: (record: R | undefined) => string;
  about?: (record: R | undefined) => string;
  size?: "md" | "lg" | "xl";
}

interface RecordDialogProps<C extends FormEndpoint, U extends FormEndpoint, R extends Editable> {
  form: RecordDialogOf<C, U, R>;
  record: R | undefined;
  begin?: FormValues;
  onCreated?: (reply: Reply<C>, body: z.output<C["body"]>) => void;
  onClose: () => void;
}

/** Creates or changes a record in a dialog, by a form made with `recordDialog`. Mounted while it is open, keyed by the record. */
export function RecordDialog<C extends FormEndpoint, U extends FormEndpoint, R extends Editable>(
  props: RecordDialogProps<C, U, R>,
) {
  const { form, record, begin, onCreated, onClose } = props;
  const outcome = { onCreated: onCreated ?? onClose, onUpdated: onClose, onKept: onClose };
  const bound = useRecordForm(form, record, { begin, ...outcome });
  const { title, about, size = "xl" } = form;
  const [sections] = useState(size === "md" ? inOneColumn(bound.sections) : bound.sections);
  return (
    <Dialog onClose={onClose} size={size} title={title?.(record) ?? t((record ? form.update : form.create).summary)}>
      {about ? <Note mb="md">{about(record)}</Note> : null}
      <LazyRecordForm form={{ ...bound, sections }} isInDialog onCancel={onClose} />
    </Dialog>
  );
}

/** Infers the types of a dialog's constant: those of its record from its functions' parameters. */
export const recordDialog = <C extends FormEndpoint, U extends FormEndpoint, R extends Editable>(
  form: RecordDialogOf<C, U, R>,
): RecordDialogOf<C, U, R> => form;
