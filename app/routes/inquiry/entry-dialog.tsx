import { useState } from "react";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { RecordForm } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { EntryKind } from "~/contract/inquiry/inquiry-kinds";
import { InquiryCreate } from "~/contract/inquiry/inquiry-record";
import { createSections } from "./entry-sections";

export function EntryDialog({ kind, onClose }: { kind: EntryKind; onClose: () => void }) {
  const { run, pending } = useAct();
  const [value] = useState(() => ({ kind, platform: "manual", phone_cc: "86", to_me: true, rent_kind: "find_rent" }));
  return (
    <Dialog onClose={onClose} title={t("新增询盘")} size="xl">
      <RecordForm
        form={{
          schema: InquiryCreate,
          sections: createSections,
          value,
          draft: "inquiry-new",
          pending,
          submitLabel: t("新增"),
          onSubmit: (body, then) =>
            run(
              inquiry.create,
              { body },
              {
                success: ({ inquiry_no: no, is_merged }) =>
                  is_merged ? t("已并入该联系人的询盘 {no}", { no }) : t("已新增询盘 {no}", { no }),
                ...then(onClose),
              },
            ),
        }}
        isInDialog
        onCancel={onClose}
      />
    </Dialog>
  );
}
