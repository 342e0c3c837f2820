import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { type FigureRowsOf, figureRowsOf, type RowsLook } from "~/app/features/figures/figure-rows";
import { AgentLoginRow } from "~/contract/agent/agent-login";
import { EstateAuditRow } from "~/contract/house/estate-audit";
import type { TrendRows } from "~/contract/trend/trend-figures";

const audits: RowsLook<EstateAuditRow> = {
  columns: columnsOf(EstateAuditRow, ["action", "status", "place", "submitter", "submitted_at", "reviewed_at"]),
  layoutOf: () => ({ tags: ["action", "status"], facts: ["place", "submitter", "reviewed_at"], time: "submitted_at" }),
  nameOf: ({ estate, audit_no }) => `${estate.name} ${audit_no}`,
  linkOf: ({ id, status }) => `/house/audit?status=${status}&open=${id}`,
};

const logins: RowsLook<AgentLoginRow> = {
  columns: columnsOf(AgentLoginRow, ["agent", "account", "platform", "method", "ip_region", "at"]),
  layoutOf: () => ({ tags: ["platform"], facts: ["agent", "method", "ip_region"], time: "at" }),
  nameOf: ({ account, login_name }) => account?.name ?? login_name,
  linkOf: ({ agent }) => (agent ? `/agent/agentLogin?agent_id=${agent.id}` : "/agent/agentLogin"),
};

/** How the rows of one kind are shown behind a trend; a list needs only their ids. */
export const trendRowsOf = (rows: TrendRows) =>
  (rows === "audit" ? audits : rows === "login" ? logins : figureRowsOf(rows)) as unknown as Omit<
    FigureRowsOf,
    "endpoint"
  >;
