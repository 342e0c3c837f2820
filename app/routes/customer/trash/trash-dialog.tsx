import { toast } from "~/app/api/toast";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";
import { customer } from "~/contract/customer/customer";
import type { TrashedRow } from "~/contract/customer/customer-list";
import { destroying, destroyingAll, idsOf, namesOfRows, restoring } from "./trash-dialogs";

/** An act of the recycle bin that is to be confirmed. */
export interface TrashAct {
  act: "restore" | "destroy";
  rows: readonly TrashedRow[];
  /** Makes it a bulk act, and takes its result. */
  report?: (reply: BatchReply) => void;
}

/** Asks before customers come back from the recycle bin, or go for good. */
export function TrashDialog({ act, rows, report, onClose }: TrashAct & { onClose: () => void }) {
  const done = (reply: BatchReply) => {
    onClose();
    report?.(reply);
  };
  if (report)
    return act === "destroy" ? (
      <ActDialog form={destroyingAll} of={rows} onDone={done} onClose={onClose} />
    ) : (
      <RestoreMany rows={rows} onDone={done} onClose={onClose} />
    );
  const [row] = rows;
  if (!row) return null;
  if (act === "destroy") return <ActDialog form={destroying} of={row} onClose={onClose} />;
  return (
    <ActDialog
      form={restoring}
      of={row}
      onDone={({ owner }) => {
        toast.success(owner ? t("已恢复给{name}", { name: owner.name }) : t("已恢复到公海"));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

interface RestoreManyProps {
  rows: readonly TrashedRow[];
  onDone: (reply: BatchReply) => void;
  onClose: () => void;
}

function RestoreMany({ rows, onDone, onClose }: RestoreManyProps) {
  const { run, pending } = useAct();
  return (
    <Confirm
      title={t("恢复客户")}
      text={t("确定恢复 {names}？客户回到原跟进人名下；原跟进人不能接收时进公海。", { names: namesOfRows(rows) })}
      confirmLabel={t("恢复")}
      isDanger={false}
      pending={pending}
      onConfirm={() => run(customer.restoreBatch, { body: { ids: idsOf(rows) } }, { onSuccess: onDone })}
      onClose={onClose}
    />
  );
}
