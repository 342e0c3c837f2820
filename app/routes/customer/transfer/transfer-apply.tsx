import { ActForm } from "~/app/blocks/form/act-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { CollisionAction } from "~/app/routes/customer/collision-writes";
import { TransferApply } from "~/contract/customer/transfer";

const Reason = TransferApply.pick({ reason: true });

interface TransferApplyFormProps {
  customerNo: string;
  onDone?: () => void;
  onClose: () => void;
}

/** Asks the manager of a customer's owner for the customer. */
export function TransferApplyForm({ customerNo, onDone, onClose }: TransferApplyFormProps) {
  const { run, pending } = useAct<CollisionAction>();
  return (
    <ActForm
      title={t("申请转移")}
      about={t("客户：{names}", { names: customerNo })}
      schema={Reason}
      fields={["reason"]}
      pending={pending}
      onSubmit={({ reason }, then) =>
        run(
          "applyTransfer",
          { body: { customer_no: customerNo, reason } },
          {
            success: t("已提交申请，等待对方主管处理"),
            ...then(() => {
              onClose();
              onDone?.();
            }),
          },
        )
      }
      onClose={onClose}
    />
  );
}
