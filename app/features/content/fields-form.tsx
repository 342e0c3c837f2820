import { useMemo, useRef, useState } from "react";
import type { z } from "zod";
import { call } from "~/app/api/call";
import type { WriteEndpoint, WriteError } from "~/app/api/writes";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { RecordForm, type Then } from "~/app/blocks/form/record-form";
import type { FieldError } from "~/contract/errors";
import { type ContentKindOf, type ContentRecord, formRecord } from "./content-kind";
import type { SaveOption } from "./save-options";
import { SeoPanel } from "./seo-panel";

export type Saved = { id: number } & Partial<ContentRecord>;

interface FieldsFormProps {
  kind: ContentKindOf;
  record: ContentRecord | undefined;
  isDraft: boolean;
  ways: readonly SaveOption[];
  complaints: readonly FieldError[];
  pending: boolean;
  onSaved: (way: SaveOption, saved: Saved, values: FormValues) => void;
  onCancel: () => void;
}

export function FieldsForm({ kind, record, isDraft, ways, complaints, pending, onSaved, onCancel }: FieldsFormProps) {
  const { endpoints } = kind;
  const { run, pending: isSaving } = useAct();
  const [sections] = useState(() => kind.sections(record));
  const value = useMemo(() => (record ? formOf(kind, record, isDraft) : kind.begin), [kind, record, isDraft]);
  const chosen = useRef(-1);
  const [first, ...rest] = ways;

  function submit(body: FormValues, then: Then) {
    const way = ways[chosen.current + 1] ?? first;
    if (!way) return;
    const { onSuccess, onError } = then();
    const { version, ...fields } = body;
    const draftOver = isDraft
      ? { base_version: record?.draft?.base_version, draft_version: version }
      : { base_version: version, draft_version: 0 };
    const calls = {
      new: { endpoint: endpoints.create, input: { body: fields } },
      piece: { endpoint: endpoints.update, input: { params: { id: record?.id }, body } },
      draft: {
        endpoint: endpoints.saveDraft,
        input: { params: { id: record?.id }, body: { ...fields, ...draftOver } },
      },
    };
    const { endpoint, input } = calls[way.as];
    // The form has parsed the fields by the kind's own schema, which is unknown here.
    run<WriteEndpoint>(endpoint, input as object, {
      success: way.success,
      onSuccess: (reply) => {
        const saved = reply as Saved;
        onSuccess(way.as === "new" ? saved : formOf(kind, saved as ContentRecord, isDraft));
        onSaved(way, saved, fields);
      },
      onError: async (error) => onError(record ? await withPresent(error, record) : error),
    });
  }

  async function withPresent(error: WriteError, { id }: ContentRecord): Promise<WriteError> {
    if (error.code !== 40901) return error;
    const read = isDraft ? endpoints.draft : endpoints.get;
    const present = await call(read, { params: { id } }).catch(() => undefined);
    return present ? { ...error, data: formOf(kind, present, isDraft) } : error;
  }

  return (
    <RecordForm<z.ZodObject>
      form={{
        schema: record ? endpoints.update.body : endpoints.create.body,
        whole: kind.whole,
        sections,
        value,
        extra: record && { version: value.version },
        draft: draftName(kind, record, isDraft),
        complaints,
        pending: pending || isSaving,
        submitLabel: first?.label,
        onSubmit: submit,
      }}
      isLong
      ways={rest.map(({ label }) => label)}
      onWay={(way) => {
        chosen.current = way;
      }}
      aside={(values, form) =>
        kind.aside?.(record, isDraft) ?? (kind.seo ? <SeoPanel {...{ kind, record, values, form }} /> : null)
      }
      onCancel={onCancel}
    />
  );
}

/** A piece in the form's shape. A draft copy has its own version, not that of its live piece. */
function formOf(kind: ContentKindOf, record: ContentRecord, isDraft: boolean): ContentRecord {
  const shown = formRecord(kind, record);
  return isDraft ? { ...shown, version: record.draft?.version ?? 0 } : shown;
}

const draftName = ({ kind }: ContentKindOf, record: ContentRecord | undefined, isDraft: boolean) =>
  record ? `${kind}:${record.id}${isDraft ? ":draft" : ""}` : `${kind}-new`;
