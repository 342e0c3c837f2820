import { useState } from "react";
import type { z } from "zod";
import { Note } from "~/app/blocks/feedback/note";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import type { FormValues } from "../field/schema-fields";
import { inOneColumn } from "../form-entry";
import { LazyRecordForm } from "../lazy-record-form";
import type { FormEntry } from "../record-form";
import type { FormContent } from "../use-form-state";

const Dialog = lazyPart(() => import("~/app/blocks/feedback/dialog"), "Dialog");

interface ActFormProps<S extends z.ZodObject> {
  title: string;
  about: string;
  form: Omit<FormContent<S>, "sections" | "value"> & {
    fields: readonly FormEntry<S>[];
    value?: FormValues;
    submitLabel: string;
  };
  size?: "md" | "lg";
  isDanger?: boolean;
  onClose: () => void;
}

export function ActForm<S extends z.ZodObject>({ title, about, form, size, isDanger, onClose }: ActFormProps<S>) {
  const { fields, value = nothing, ...content } = form;
  const [sections] = useState(() => inOneColumn([{ fields }]));
  return (
    <Dialog onClose={onClose} title={title} size={size}>
      <Note mb="md">{about}</Note>
      <LazyRecordForm form={{ ...content, sections, value }} isInDialog isDanger={isDanger} onCancel={onClose} />
    </Dialog>
  );
}

const nothing: FormValues = {};

export function namesOf(names: readonly string[]): string {
  if (names.length <= 3) return names.join("、");
  return t("{names} 等 {count} 条", { names: names.slice(0, 3).join("、"), count: names.length });
}
