import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type EstateRow, estate } from "~/contract/house/estate";
import { detailPath } from "./estate-paths";

type Named = Pick<EstateRow, "id" | "name" | "estate_no">;

/** An estate by its name, with its page. */
export const recordOfEstate = ({ id, name }: Pick<Named, "id" | "name">) => ({ name, to: detailPath(id) });

export const flagging = actDialog({
  endpoint: estate.flag,
  submitLabel: "保存",
  title: () => t("设为热门/推荐"),
  about: ({ name }: EstateRow) => name,
  fields: ["is_hot", "is_recommend", "sort"],
  value: ({ is_hot, is_recommend, sort }) => ({ is_hot, is_recommend, sort }),
  record: recordOfEstate,
  success: () => t("已保存"),
});

export const unpublishing = actDialog({
  endpoint: estate.unpublish,
  about: ({ name, estate_no: no }: Named) => t("{name}（{no}）下架后不再对外展示。", { name, no }),
  fields: ["reason"],
  submitLabel: "下架",
  isDanger: true,
  record: recordOfEstate,
  success: () => t("已下架"),
});

/** What is asked before a review is withdrawn. */
export const withdrawing = ({ id, name, estate_no: no }: Named) => ({
  text: t("撤回 {name}（{no}）待审核的内容？撤回后可修改并重新提交。", { name, no }),
  confirmLabel: t("撤回"),
  isDanger: false,
  success: t("已撤回"),
  record: recordOfEstate({ id, name }),
});

/** What is asked before an estate is deleted. */
export const removing = ({ name, estate_no: no }: Named) => ({
  text: t("确定删除 {name}（{no}）？删除后不能恢复。", { name, no }),
  confirmLabel: t("删除"),
  success: t("已删除"),
  record: { name },
});
