import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { t } from "~/app/i18n/t";
import { type RequirementRow, requirement } from "~/contract/customer/requirement";

export function useCloseRequirement() {
  const { confirm, dialog } = useConfirm();
  function ask({ id, requirement_no: no, customer: { name }, can }: RequirementRow) {
    const params = { id };
    if (can.close)
      return confirm(
        requirement.close,
        { params, body: { action: "close" } },
        {
          text: t("确定关闭 {name} 的需求 {no}？关闭后不能编辑，可重新打开。", { no, name }),
          confirmLabel: t("关闭需求"),
          success: t("需求已关闭"),
        },
      );
    confirm(
      requirement.reopen,
      { params, body: { action: "reopen" } },
      {
        text: t("确定重新打开 {name} 的需求 {no}？", { no, name }),
        confirmLabel: t("重新打开"),
        success: t("需求已重新打开"),
      },
    );
  }
  return { ask, dialog };
}
