import { type Filter, filtersOf } from "~/app/blocks/list/filter/list-filters";
import { CustomerUserRow, customerUser } from "~/contract/customer/customer-user";

export const customerUserFilters: Filter[] = filtersOf(customerUser.list, CustomerUserRow, [
  { name: "keyword", label: "编号 / 昵称 / 手机号后4位 / 邮箱" },
  { name: "platform", by: "register_platform" },
  { name: "channel", by: "register_channel" },
  "status",
  { name: "linked", label: "有无关联客户" },
  { name: "registered", by: "registered_at" },
  { name: "active", by: "last_active_at" },
]);
