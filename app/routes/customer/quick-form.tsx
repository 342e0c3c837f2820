import { useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import { type CustomerDetail, type CustomerRow, manualStages, QuickEdit } from "~/contract/customer/customer-record";
import { useTellRecord } from "./page/newest-record";
import { reasonOfLoss } from "./quick-fields";

export type QuickPart = "standing" | "next" | "tags";

export function QuickForm({ part, row, onClose }: { part: QuickPart; row: CustomerRow; onClose: () => void }) {
  const { run, pending } = useAct();
  const tell = useTellRecord();
  const { id, name, level, stage, tags, next_tracking_at, version } = row;
  const [sections] = useState(() => [{ fields: fieldsOf(part, row) }]);
  const [value] = useState({ level, stage, tags, next_at: next_tracking_at });
  return (
    <LazyRecordForm
      form={{
        schema: QuickEdit,
        sections,
        value,
        extra: { version },
        pending,
        onSubmit: (body, then) => {
          const done = (answered: CustomerDetail) => {
            tell(answered);
            onClose();
          };
          run(
            customer.quick,
            { params: { id }, body },
            { success: t("已保存"), record: { name, to: customerPage(row) }, ...then(done) },
          );
        },
      }}
      isInDialog
      onCancel={onClose}
    />
  );
}

function fieldsOf(part: QuickPart, { stage }: CustomerRow) {
  if (part === "next") return ["next_at"] as const;
  if (part === "tags") return ["tags"] as const;
  return manualStages.some((one) => one === stage) ? (["level", "stage", reasonOfLoss] as const) : (["level"] as const);
}
