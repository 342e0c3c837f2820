import { Confirm } from "~/app/blocks/feedback/confirm";
import { ActForm } from "~/app/blocks/form/act-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { TransferReject, type TransferRow } from "~/contract/customer/transfer";
import type { TransferAction } from "./transfer-writes";

/** An act on a request that was asked for. */
export interface AskedTransfer {
  act: "approve" | "reject" | "cancel";
  row: TransferRow;
}

/** Asks before a request is decided or taken back, and does it. Fetched when the first is. */
export function TransferDialog({ act, row, onClose }: AskedTransfer & { onClose: () => void }) {
  const { run, pending } = useAct<TransferAction>();
  const params = { id: row.id };
  const words = { no: row.customer_no, applicant: row.applicant.name, owner: row.owner?.name ?? "" };
  const frame = { pending, onClose };
  if (act === "reject")
    return (
      <ActForm
        {...frame}
        title={t("拒绝转移申请")}
        about={t("{applicant}申请转移客户 {no}", words)}
        schema={TransferReject}
        fields={["reason"]}
        onSubmit={(body, then) => run("rejectTransfer", { params, body }, { success: t("已拒绝"), ...then(onClose) })}
      />
    );
  if (act === "cancel")
    return (
      <Confirm
        {...frame}
        title={t("撤回转移申请")}
        text={t("确定撤回对客户 {no} 的转移申请？", words)}
        confirmLabel={t("撤回")}
        onConfirm={() =>
          run("cancelTransfer", { params }, { success: t("已撤回"), onSuccess: onClose, onError: onClose })
        }
      />
    );
  return (
    <Confirm
      {...frame}
      title={t("同意转移申请")}
      text={t("客户 {no} 将由{owner}转移给{applicant}。", words)}
      confirmLabel={t("同意")}
      isDanger={false}
      onConfirm={() =>
        run("approveTransfer", { params }, { success: t("已同意，客户已转移"), onSuccess: onClose, onError: onClose })
      }
    />
  );
}
