import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type DistrictRow, district } from "~/contract/region/district";

/** What is asked before a district comes back where some below it are out of use. */
export const enabling = actDialog({
  endpoint: district.enable,
  fields: ["with_below"],
  about: ({ name_zh: name, code, below }: DistrictRow) =>
    t("{name}（{code}）下有 {count} 个已停用的区域，可以一同启用。", { name, code, count: below.disabled }),
  submitLabel: "启用",
  success: () => t("已启用"),
});

/** What is asked before it is taken out of use, with all below it. */
export const disabling = ({ name_zh: name, code, below }: DistrictRow) => ({
  text:
    (below.enabled
      ? t("{name}（{code}）及其下级 {count} 个区域将一起停用。", { name, code, count: below.enabled })
      : t("{name}（{code}）将停用。", { name, code })) + t("已引用的记录仍显示其名称，但不能再选择。"),
  confirmLabel: t("停用"),
  success: t("已停用"),
  closesOnError: true,
});

/** What is asked before it is deleted. */
export const removing = ({ name_zh: name, code }: DistrictRow) => ({
  text: t("确定删除 {name}（{code}）？删除后不能恢复；有下级或被引用时不能删除。", { name, code }),
  confirmLabel: t("删除"),
  success: t("已删除"),
  closesOnError: true,
});
