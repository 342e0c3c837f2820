import { AgentFields } from "~/contract/agent/agent";
import { agent } from "~/server/database/tables/agent/agent";
import { entity } from "~/server/lib/entity";
import { agentAfter } from "./view";

export const agents = entity({
  table: agent,
  module: "agent",
  type: "agent",
  title: "代理",
  nameOf: ({ name }) => name,
  describe: ({ agent_no, name }) => `${agent_no} ${name}`,
  fields: AgentFields,
  hidden: ["bank_account", "logo_id", "license_media_ids", "contract_media_ids"],
  unique: "代理名称",
  present: agentAfter,
});
