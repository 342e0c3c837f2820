import { z } from "zod";
import { AgentRow } from "../agent/agent";
import { AgentLoginRow } from "../agent/agent-login";
import { ClueRow } from "../clue/clue-record";
import { page, queryId } from "../common";
import { CustomerRow } from "../customer/customer-record";
import { TrackingRow } from "../customer/tracking";
import { pagedRange } from "../dashboard/blocks";
import { DealRow } from "../deal/deal-record";
import { endpoint } from "../endpoint";
import { EstateRow } from "../house/estate";
import { EstateAuditRow } from "../house/estate-audit";
import { InquiryRow } from "../inquiry/inquiry-record";
import { type TrendKey, type TrendRows, trendFigures, trendKeys } from "./trend-figures";

// Apart from the trends: what the rows of eight kinds are made of is fetched with the drawer that shows them.

/** The rows of figures of one kind; the requested figure tells the kinds apart; `value` where it is split, one agent's or estate's where a table counts them. */
function rowsWith<T extends z.ZodType>(kind: TrendRows, summary: string, reply: T) {
  // Each kind has figures.
  const keys = trendKeys.filter((one) => trendFigures[one].rows === kind) as [TrendKey, ...TrendKey[]];
  return endpoint("GET /api/figures/trend/rows", summary, "dashboard:trend:view", {
    reply,
    select: ({ query }) => keys.some((one) => one === query.metric),
    query: z.object({
      ...{ metric: z.enum(keys), value: z.string().max(40).optional(), agent_id: queryId(), estate_id: queryId() },
      ...pagedRange,
    }),
  });
}

/** The rows behind the figures of trends, of each kind in its own shape; one path for all. */
export const trendRows = {
  estate: rowsWith("estate", "趋势明细", page(EstateRow)),
  audit: rowsWith("audit", "审核趋势明细", page(EstateAuditRow)),
  customer: rowsWith("customer", "客户趋势明细", page(CustomerRow)),
  tracking: rowsWith("tracking", "跟进趋势明细", page(TrackingRow)),
  deal: rowsWith("deal", "成交趋势明细", page(DealRow)),
  inquiry: rowsWith("inquiry", "询盘趋势明细", page(InquiryRow)),
  clue: rowsWith("clue", "线索趋势明细", page(ClueRow)),
  agent: rowsWith("agent", "代理趋势明细", page(AgentRow)),
  login: rowsWith("login", "代理登录趋势明细", page(AgentLoginRow)),
};
