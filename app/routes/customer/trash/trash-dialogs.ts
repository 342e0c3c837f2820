import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import { customer, destroyConfirmation } from "~/contract/customer/customer";
import type { TrashedRow } from "~/contract/customer/customer-list";

type Rows = readonly TrashedRow[];

/** How the dialogs name customers. */
const namesOfRows = (rows: Rows) => namesOf(rows.map(({ name, customer_no }) => `${name}（${customer_no}）`));

export const idsOf = (rows: Rows) => rows.map(({ id }) => id);

export const restoring = actDialog({
  endpoint: customer.restore,
  about: (row: TrashedRow) => t("客户：{names}", { names: namesOfRows([row]) }),
  fields: [{ name: "owner_id", perm: "customer:pool:claim" }],
  submitLabel: "恢复",
});

/** What is asked before several come back. */
export const restoringAll = (rows: Rows) => ({
  title: t("恢复客户"),
  text: t("确定恢复 {names}？客户回到原跟进人名下；原跟进人不能接收时进公海。", { names: namesOfRows(rows) }),
  confirmLabel: t("恢复"),
  isDanger: false,
});

const destroy = {
  title: () => t("彻底删除客户"),
  submitLabel: "彻底删除",
  isDanger: true,
} as const;

const gone = (rows: Rows) =>
  t("将彻底删除 {names}：姓名、联系方式、跟进内容、需求附件等个人信息和文件全部清除，不能恢复。请输入“{words}”确认。", {
    names: namesOfRows(rows),
    words: destroyConfirmation,
  });

export const destroying = actDialog({
  ...destroy,
  endpoint: customer.destroy,
  about: (row: TrashedRow) => gone([row]),
  fields: ["confirm"],
  success: () => t("已彻底删除"),
});

export const destroyingAll = actDialog({
  ...destroy,
  endpoint: customer.destroyBatch,
  about: gone,
  fields: ["confirm"],
  input: (rows) => ({ body: { ids: idsOf(rows) } }),
});
