import { Text } from "@mantine/core";
import { useState } from "react";
import type { z } from "zod";
import { t } from "~/app/i18n/t";
import { Dialog } from "../feedback/dialog";
import { inOneColumn } from "./form-sections";
import { LazyRecordForm } from "./lazy-record-form";
import type { FormEntry, Then } from "./record-form";
import type { FormValues } from "./schema-fields";

interface ActFormProps<S extends z.ZodObject> {
  title: string;
  /** Names the records that it is about; see `namesOf`. */
  about: string;
  schema: S;
  fields: readonly FormEntry<S>[];
  value?: FormValues;
  /** Sent along unseen, such as the version that was read. */
  extra?: FormValues;
  /** `lg` for a form of two columns. */
  size?: "md" | "lg";
  /** Keeps what was typed and not sent, as RecordForm does in a dialog; for forms of more than a reason. */
  draft?: string;
  pending: boolean;
  submitLabel?: string;
  /** What it does cannot be taken back: the button is red. */
  isDanger?: boolean;
  onSubmit: (body: z.output<S>, then: Then) => void;
  onClose: () => void;
}

/** A small form in a modal for one act: assign, release, move to the recycle bin with its reason. Mounted while it is open. */
export function ActForm<S extends z.ZodObject>({
  title,
  about,
  schema,
  fields,
  value,
  extra,
  size,
  draft,
  pending,
  submitLabel,
  isDanger,
  onSubmit,
  onClose,
}: ActFormProps<S>) {
  const [sections] = useState(() => inOneColumn([{ fields }]));
  return (
    <Dialog onClose={onClose} title={title} size={size}>
      <Text size="sm" c="dimmed" mb="md">
        {about}
      </Text>
      <LazyRecordForm
        schema={schema}
        sections={sections}
        value={value ?? {}}
        extra={extra}
        draft={draft}
        isInDialog
        pending={pending}
        submitLabel={submitLabel ?? t("确定")}
        isDanger={isDanger}
        onSubmit={onSubmit}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Names the records of an act and counts them: 王伟、李娜 等 5 条. */
export function namesOf(names: readonly string[]): string {
  if (names.length <= 3) return names.join("、");
  return t("{names} 等 {count} 条", { names: names.slice(0, 3).join("、"), count: names.length });
}
