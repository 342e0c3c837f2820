import { useAct } from "~/app/blocks/feedback/use-act";
import { ActForm, namesOf } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { BatchReply } from "~/contract/common";
import { customer } from "~/contract/customer/customer";
import { BulkFacts, type CustomerRow } from "~/contract/customer/customer-record";
import { reasonOfLoss } from "./quick-fields";

interface BulkEditDialogProps {
  rows: readonly CustomerRow[];
  onDone: (reply: BatchReply) => void;
  onClose: () => void;
}

export function BulkEditDialog({ rows, onDone, onClose }: BulkEditDialogProps) {
  const { run, pending } = useAct();
  const { data_scope } = useProfile();
  const mayChangeSource = data_scope === "team" || data_scope === "all";
  return (
    <ActForm
      title={t("批量修改客户")}
      about={t("客户：{names}。不填的项目保持不变。", { names: namesOf(rows.map(({ name }) => name)) })}
      form={{
        schema: BulkFacts,
        submitLabel: t("保存"),
        fields: ["level", "stage", reasonOfLoss, ...(mayChangeSource ? (["source"] as const) : []), "tags"],
        pending,
        onSubmit: (set, then) => {
          run(customer.editBatch, { body: { ids: rows.map(({ id }) => id), set } }, then(onDone));
        },
      }}
      onClose={onClose}
    />
  );
}
