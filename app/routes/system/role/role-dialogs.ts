import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type RoleDetail, role } from "~/contract/system/role";

export const newRole = actDialog({
  endpoint: role.create,
  fields: ["name", "code", "data_scope", "remark"],
  about: (_: undefined) => t("保存后再设置功能权限。"),
  value: () => ({ data_scope: "self", status: "enabled" }),
  draft: () => "role-new",
  submitLabel: "保存",
  success: () => t("已新增"),
});

export const copyRole = actDialog({
  endpoint: role.copy,
  fields: ["name", "code"],
  about: ({ name }: RoleDetail) => t("新角色与“{name}”的权限和数据范围相同，没有成员。", { name }),
  value: ({ name, code }) => ({ name: t("{name}副本", { name }), code: `${code}_copy`.slice(0, 40) }),
  submitLabel: "复制",
  success: () => t("已复制"),
});

export const removing = ({ name, member_count: count }: RoleDetail) => ({
  text: t("删除角色“{name}”（{count} 名成员）？删除后不能恢复。", { name, count }),
  confirmLabel: t("删除"),
  closesOnError: true,
});
