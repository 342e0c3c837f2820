import { useState } from "react";
import { Dialog } from "~/app/blocks/feedback/dialog";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { inOneColumn, namesOf } from "~/app/blocks/form/form-entry";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import { t } from "~/app/i18n/t";
import type { UnsentKind } from "./unsent-kinds";

interface UnsentFormProps {
  kind: UnsentKind;
  body: FormValues;
  onChange: (body: FormValues) => void;
  onClose: () => void;
}

/** Changes what the server has refused. */
export function UnsentForm({ kind, body, onChange, onClose }: UnsentFormProps) {
  const [form] = useState(() => {
    const shown = kind.fields.flatMap(namesOf);
    return {
      schema: kind.schema,
      sections: inOneColumn([{ fields: kind.fields }]),
      value: kind.values?.(body) ?? body,
      extra: Object.fromEntries(Object.entries(body).filter(([name]) => !shown.includes(name))),
    };
  });
  return (
    <Dialog onClose={onClose} title={t(kind.title)} size="lg">
      <LazyRecordForm
        form={{ ...form, pending: false, submitLabel: t("保存并发送"), onSubmit: onChange }}
        isInDialog
        onCancel={onClose}
      />
    </Dialog>
  );
}
