import { Confirm } from "~/app/blocks/feedback/confirm";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { RequirementRow } from "~/contract/customer/requirement";
import type { RequirementAction } from "./requirement-writes";

/** Asks before a requirement is closed, or a closed one opened again. */
export function CloseRequirement({ row, onClose }: { row: RequirementRow; onClose: () => void }) {
  const { run, pending } = useAct<RequirementAction>();
  const params = { id: row.id };
  const about = { no: row.requirement_no, name: row.customer.name };
  if (row.can.close)
    return (
      <Confirm
        title={t("关闭需求")}
        text={t("确定关闭 {name} 的需求 {no}？关闭后不能编辑，可重新打开。", about)}
        confirmLabel={t("关闭需求")}
        pending={pending}
        onConfirm={() =>
          run(
            "closeRequirement",
            { params, body: { action: "close" } },
            { success: t("需求已关闭"), onSuccess: onClose },
          )
        }
        onClose={onClose}
      />
    );
  return (
    <Confirm
      title={t("重新打开需求")}
      text={t("确定重新打开 {name} 的需求 {no}？", about)}
      confirmLabel={t("重新打开")}
      pending={pending}
      onConfirm={() =>
        run(
          "reopenRequirement",
          { params, body: { action: "reopen" } },
          { success: t("需求已重新打开"), onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  );
}
