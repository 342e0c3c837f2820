import { type Filter, filtersOf } from "~/app/blocks/list/filter/list-filters";
import { StaffRow, staff } from "~/contract/system/staff";

export const staffFilters: Filter[] = filtersOf(staff.list, StaffRow, [
  { name: "keyword", label: "姓名 / 邮箱 / 手机号" },
  { name: "role_id", by: "roles", scene: "roles" },
  "status",
]);

export const staffTeamFilters: Filter[] = filtersOf(staff.list, StaffRow, [
  { name: "team_id", by: "team", scene: "teams" },
]);
