import { z } from "zod";
import { AgentColumns } from "../agent/agent";
import { AgentLoginColumns } from "../agent/agent-login";
import { ClueColumns } from "../clue/clue-record";
import { page, queryId } from "../common";
import { CustomerColumns } from "../customer/customer-record";
import { TrackingColumns } from "../customer/tracking";
import { range } from "../dashboard/blocks";
import { DealColumns } from "../deal/deal-record";
import { endpoint } from "../endpoint";
import { EstateColumns } from "../house/estate";
import { EstateAuditColumns } from "../house/estate-audit";
import { InquiryColumns } from "../inquiry/inquiry-record";
import { type TrendKey, type TrendRows, trendFigures, trendKeys } from "./trend-figures";

// Apart from the trends: what the rows of eight kinds are made of is fetched with the drawer that shows them.

const paging = {
  page: z.coerce.number().int().min(1).max(500).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
};

/** The rows of figures of one kind; the requested figure tells the kinds apart; `value` where it is split, one agent's or estate's where a table counts them. */
function rowsWith<T extends z.ZodType>(kind: TrendRows, summary: string, reply: T) {
  // Each kind has figures.
  const keys = trendKeys.filter((one) => trendFigures[one].rows === kind) as [TrendKey, ...TrendKey[]];
  return endpoint("GET /api/figures/trend/rows", {
    ...{ summary, permission: "dashboard:trend:view" as const, reply },
    select: ({ query }) => keys.some((one) => one === query.metric),
    query: z.object({
      ...{ metric: z.enum(keys), value: z.string().max(40).optional(), agent_id: queryId(), estate_id: queryId() },
      ...{ ...paging, ...range },
    }),
  });
}

/** The rows behind the figures of trends, of each kind in its own shape; one path for all. */
export const trendRows = {
  estate: rowsWith("estate", "趋势明细", page(EstateColumns)),
  audit: rowsWith("audit", "审核趋势明细", page(EstateAuditColumns)),
  customer: rowsWith("customer", "客户趋势明细", page(CustomerColumns)),
  tracking: rowsWith("tracking", "跟进趋势明细", page(TrackingColumns)),
  deal: rowsWith("deal", "成交趋势明细", page(DealColumns)),
  inquiry: rowsWith("inquiry", "询盘趋势明细", page(InquiryColumns)),
  clue: rowsWith("clue", "线索趋势明细", page(ClueColumns)),
  agent: rowsWith("agent", "代理趋势明细", page(AgentColumns)),
  login: rowsWith("login", "代理登录趋势明细", page(AgentLoginColumns)),
};
