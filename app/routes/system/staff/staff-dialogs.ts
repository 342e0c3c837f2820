import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { type StaffHandoverPreview, type StaffRow, staff } from "~/contract/system/staff";

const facts = ["name", "email", "phone_cc", "phone", "team_id", "role_ids", "wecom_userid", "customer_cap"] as const;

export const staffForm = recordDialog({
  create: staff.create,
  update: staff.update,
  size: "lg",
  about: (row?: StaffRow) =>
    row?.name ?? t("没有设置邮件时，保存后显示登录地址、邮箱和初始密码，请复制给本人；密码只显示一次。"),
  draft: (row) => row && `staff-edit:${row.id}`,
  begin: { phone_cc: "86" },
  values: (row) => ({ ...row, clear_sso: false }),
  sections: (row) => {
    if (!row) return [{ fields: [...facts, "password", "accept_inquiry"] }];
    return [{ fields: row.sso_bound ? [...facts, "accept_inquiry", "clear_sso"] : [...facts, "accept_inquiry"] }];
  },
  success: (row) => (row ? t("已保存") : t("员工已新增")),
});

/** Somebody by name and by what they sign in with. */
const named = ({ name, email, wecom_userid }: StaffRow) => ({ name, email: email ?? wecom_userid ?? "" });

export const resetForm = actDialog({
  endpoint: staff.resetPassword,
  fields: ["password"],
  about: (row: StaffRow) => t("{name}（{email}）的所有登录会立即结束，须用新密码登录。", named(row)),
  success: () => t("密码已重置"),
  submitLabel: "重置密码",
  isDanger: true,
});

export const teamMove = actDialog({
  endpoint: staff.moveTeam,
  submitLabel: "调整",
  fields: ["team_id"],
  about: (rows: readonly StaffRow[]) => t("员工：{names}", { names: namesOf(rows.map(({ name }) => name)) }),
  input: (rows) => ({ body: { ids: rows.map(({ id }) => id) } }),
});

export interface Leaving {
  person: StaffRow;
  preview: StaffHandoverPreview;
}

const hasCustomers = ({ preview }: Leaving) =>
  preview.list.some(({ resource, count }) => resource === "customer" && count > 0);
const toColleague = ({ to }: FormValues) => to === "user";

export const handoverForm = actDialog({
  endpoint: staff.handover,
  fields: (of: Leaving) => [
    "to",
    // Only sellers take customers over; without customers the rest may go to anybody.
    {
      name: "target_user_id",
      when: toColleague,
      ...(hasCustomers(of) ? { perm: "customer:pool:claim" as const } : {}),
    },
  ],
  about: (of) =>
    t("{name} 名下：{counts}。{room}确认后该员工立即离职，所有登录结束，交接不能撤销。", {
      name: of.person.name,
      counts: of.preview.list.map(({ label, count }) => `${t(label)} ${count}`).join("、"),
      room: hasCustomers(of) ? t("其中 {count} 位客户计入接手人的客户上限。", { count: of.preview.counted }) : "",
    }),
  input: ({ person }) => ({ params: { id: person.id } }),
  success: () => t("交接完成"),
  submitLabel: "确认交接并离职",
  isDanger: true,
});

export const enabling = (row: StaffRow) => ({
  text: t("{name}（{email}）将可以重新登录。", named(row)),
  confirmLabel: t("启用"),
  isDanger: false,
  success: t("已启用"),
});
export const disabling = (row: StaffRow) =>
  t("{name}（{email}）的所有登录会立即结束，停用期间不能登录；名下客户和日程保持不变。", named(row));
export const kicking = (row: StaffRow) => ({
  text: t("{name}（{email}）在所有设备上的登录会立即结束，仍可重新登录。", named(row)),
  confirmLabel: t("强制下线"),
  success: t("已强制下线"),
});
export const removing = (row: StaffRow) =>
  t("{name}（{email}）的账号将被删除，不能恢复；历史记录保留其姓名。", named(row));
