import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type AnnexRow, annex } from "~/contract/customer/requirement";

const about = ({ requirement, inquiry, name }: AnnexRow) =>
  t("{requirement} 的附件：{name}", { requirement: (requirement ?? inquiry)?.name ?? "", name });

export const editing = actDialog({
  endpoint: annex.update,
  submitLabel: "保存",
  title: () => t("编辑附件"),
  about,
  fields: ["name", "category", "expire_at", "remark"],
  input: ({ id }) => ({ params: { id }, body: { media_id: null } }),
  value: (row) => row,
  success: () => t("已保存"),
});

export const verifying = actDialog({
  endpoint: annex.verify,
  submitLabel: "保存",
  title: () => t("核验附件"),
  about,
  fields: ["verified", "verify_note"],
  value: (row) => (row.verified === "unverified" ? {} : row),
  success: () => t("核验结果已保存"),
});

/** The question before one is deleted. */
export const removing = ({ name }: AnnexRow) => ({
  title: t("删除附件"),
  text: t("确定删除附件【{name}】？文件将一并删除，不能恢复。", { name }),
  confirmLabel: t("删除"),
  success: t("已删除"),
});
