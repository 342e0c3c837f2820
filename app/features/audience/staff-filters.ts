import { type Filter, filtersOf } from "~/app/blocks/list/filter/list-filters";
import { StaffColumns, staff } from "~/contract/system/staff";

/** They filter the list, and the audience of a notification. */
export const staffFilters: Filter[] = filtersOf(staff.list, StaffColumns, [
  { name: "keyword", label: "姓名 / 邮箱 / 手机号" },
  { name: "role_id", by: "roles", scene: "roles" },
  "status",
]);

/** Without a team tree next to the list. */
export const staffTeamFilters: Filter[] = filtersOf(staff.list, StaffColumns, [
  { name: "team_id", by: "team", scene: "teams" },
]);
