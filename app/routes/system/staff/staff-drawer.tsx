import { Stack } from "@mantine/core";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import { formatPhone } from "~/contract/format";
import { type StaffRow, staff, staffStatuses } from "~/contract/system/staff";
import { useStaffActs } from "./use-staff-acts";

export function StaffDrawer({ id }: DrawerPart<StaffRow>) {
  const acts = useStaffActs();
  return (
    <DrawerAnswer {...useDrawerCall(staff.get, { params: { id } })}>
      {(row) => (
        <Stack>
          <RowActions isTall about={row.name} actions={acts.actionsOf(row)} />
          <FactList facts={factsOf(row)} />
          {acts.dialog}
        </Stack>
      )}
    </DrawerAnswer>
  );
}

const yesNo = (is: boolean) => (is ? t("是") : t("否"));

const factsOf = (row: StaffRow) => [
  { label: t("状态"), value: t(staffStatuses[row.status]) },
  { label: t("邮箱"), value: row.email },
  { label: t("手机号"), value: row.phone && formatPhone(row.phone, row.phone_cc) },
  { label: t("团队"), value: row.team?.name },
  { label: t("角色"), value: row.roles.map(({ name }) => name).join("、") },
  { label: t("企业微信"), value: row.wecom_userid },
  { label: t("已绑定统一登录"), value: yesNo(row.sso_bound) },
  { label: t("接收询盘"), value: yesNo(row.accept_inquiry) },
  { label: t("客户数/上限"), figure: "capacity" as const, value: `${row.customer_count}/${row.cap}` },
  { label: t("须修改密码"), value: yesNo(row.must_change_password) },
  { label: t("最近登录"), value: formatInstant(row.last_login_at) },
];
