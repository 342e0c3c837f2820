import { useState } from "react";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { RecordForm } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { inquiry } from "~/contract/inquiry/inquiry";
import { type InquiryDetail, InquiryUpdate } from "~/contract/inquiry/inquiry-record";
import { updateSections } from "./entry-sections";

export function EditDialog({ record, onClose }: { record: InquiryDetail; onClose: () => void }) {
  const { run, pending } = useAct();
  const [sections] = useState(() => updateSections(record.kind, record.is_masked));
  return (
    <Dialog onClose={onClose} title={t("编辑询盘")} size="xl">
      <RecordForm
        form={{
          schema: InquiryUpdate,
          sections,
          value: { ...record, ...record.ext },
          extra: { version: record.version },
          draft: `inquiry:${record.id}`,
          pending,
          onSubmit: (body, then) =>
            run(inquiry.update, { params: { id: record.id }, body }, { success: t("已保存"), ...then(onClose) }),
        }}
        isInDialog
        onCancel={onClose}
      />
    </Dialog>
  );
}
