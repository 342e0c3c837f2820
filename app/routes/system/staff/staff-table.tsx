import { Person } from "~/app/blocks/detail/person";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import type { List } from "~/app/blocks/list/list-page";
import { staffFilters, staffTeamFilters } from "~/app/features/audience/staff-filters";
import { StaffRow, staff } from "~/contract/system/staff";

export const staffTable: List<StaffRow> = {
  name: "staff",
  endpoint: staff.list,
  columns: columnsOf(StaffRow, [
    { key: "name", width: 172, render: ({ name }) => <Person name={name} />, under: "email" },
    { key: "phone", width: 120 },
    { key: "team", width: 80, render: ({ team }) => team?.name ?? "–" },
    { key: "roles", width: 96, render: ({ roles }) => roles.map(({ name }) => name).join("、") },
    { key: "wecom_userid", width: 96, isExtra: true },
    { key: "email", width: 172, isExtra: true },
    {
      key: "customer_count",
      label: "客户数/上限",
      figure: "capacity",
      width: 104,
      render: ({ customer_count, cap }) => `${customer_count}/${cap}`,
    },
    { key: "last_login_at", width: 138 },
    { ...tagged(StaffRow, "status", { enabled: "green", disabled: "gray" }), width: 72 },
  ]),
  filters: staffFilters,
  card: { tags: ["status"], facts: ["team", "roles", "customer_count"], time: "last_login_at" },
  title: "name",
  nameOf: ({ name }) => name,
  drawer: lazyPart(() => import("./staff-drawer"), "StaffDrawer", WaitingRecord),
};
/** On the phone there is no room for the tree. */
export const staffOnPhone: List<StaffRow> = {
  ...staffTable,
  drawer: undefined,
  filters: [...staffFilters, ...staffTeamFilters],
};
