import { type Filter, filtersOf } from "~/app/blocks/list/filter/list-filters";
import { AgentRow, agent } from "~/contract/agent/agent";

export const agentFilters: Filter[] = filtersOf(agent.list, AgentRow, [
  { name: "keyword", label: "编号 / 名称 / 联系人 / 电话后4位" },
  "type",
  "level",
  { name: "country", by: "country_code" },
  { name: "manager_id", by: "manager", scene: "users" },
  "status",
  "expiring",
  { name: "created", by: "created_at" },
]);
