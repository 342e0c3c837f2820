import { formatAge, formatInstant } from "~/app/blocks/detail/format";
import { Person } from "~/app/blocks/detail/person";
import { t } from "~/app/i18n/t";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { customerUser } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import type { Profile } from "~/contract/personal/user";
import { LinkedUser } from "./linked-user";

/** The card next to a customer's tabs: facts not in the head. */
export function sideOf(record: CustomerDetail, viewer: Profile) {
  const { owner, last_owner, idle_days, pool_at } = record;
  return [
    { label: t("客户编号"), value: record.customer_no },
    ...(record.customer_user || (record.can.edit && mayCall(viewer, customerUser.get))
      ? [{ label: t("注册用户"), value: <LinkedUser record={record} /> }]
      : []),
    ...(idle_days === null
      ? []
      : [{ label: t("未跟进天数"), figure: "idle_days" as const, value: t("{days}天", { days: idle_days }) }]),
    ...(owner ? [] : [{ label: t("原跟进人"), value: last_owner && <Person name={last_owner.name} /> }]),
    ...(pool_at ? [{ label: t("进公海时间"), value: formatInstant(pool_at) }] : []),
    {
      label: t("最近跟进"),
      value: record.last_tracking_at && (
        <span title={formatInstant(record.last_tracking_at)}>
          {formatAge(record.last_tracking_at)}
          {record.last_tracking_at === record.last_valid_tracking_at ? null : t("（非有效跟进）")}
        </span>
      ),
    },
    // For planners it is in the head.
    ...(record.can.edit ? [] : [{ label: t("下次跟进"), value: formatInstant(record.next_tracking_at) }]),
    { label: t("跟进次数"), figure: "tracking_count" as const, value: record.tracking_count },
    { label: t("创建时间"), value: formatInstant(record.created_at) },
    { label: t("更新时间"), value: formatInstant(record.updated_at) },
  ];
}
