import { z } from "zod";
import { AgentRow } from "../agent/agent";
import { ClueRow } from "../clue/clue-record";
import { page, queryId } from "../common";
import { CustomerRow } from "../customer/customer-record";
import { TrackingRow } from "../customer/tracking";
import { BillingRow } from "../deal/billing-record";
import { DealRow } from "../deal/deal-record";
import { endpoint } from "../endpoint";
import { EstateRow } from "../house/estate";
import { InquiryRow } from "../inquiry/inquiry-record";
import { pagedRange } from "./blocks";
import { stepsOf } from "./funnel";
import { type MetricRows, metricsWith } from "./metrics";
import { isPlaceRank, rankKeys, ranks } from "./rank";

const customerFigures = [...metricsWith("customer"), "tracking_today", "pool_warning"] as const;

function rowsWith<R extends MetricRows, T extends z.ZodType>(rows: R, summary: string, reply: T) {
  const steps = rows === "clue" || rows === "inquiry" ? stepsOf(rows) : [];
  const places = rankKeys.filter(isPlaceRank).filter((key) => ranks[key].rows === rows);
  const keys = [...metricsWith(rows), ...steps, ...places] as const;
  return endpoint("GET /api/figures/rows", summary, "dashboard:tob:view", {
    reply,
    select: ({ query }) => keys.some((key) => key === query.metric),
    query: z.object({ metric: z.enum(keys), ...pagedRange, agent_id: queryId(), estate_id: queryId() }),
  });
}

/** The rows behind the figures, of each kind in its own shape; one path for all. */
export const figureRows = {
  customer: endpoint("GET /api/figures/rows", "指标明细", "dashboard:tob:view", {
    query: z.object({ metric: z.enum(customerFigures), ...pagedRange }),
    reply: page(CustomerRow),
  }),
  tracking: rowsWith("tracking", "跟进指标明细", page(TrackingRow)),
  inquiry: rowsWith("inquiry", "询盘指标明细", page(InquiryRow)),
  clue: rowsWith("clue", "报备指标明细", page(ClueRow)),
  deal: rowsWith("deal", "成交指标明细", page(DealRow)),
  billing: rowsWith("billing", "佣金指标明细", page(BillingRow)),
  estate: rowsWith("estate", "房源指标明细", page(EstateRow)),
  agent: rowsWith("agent", "代理指标明细", page(AgentRow)),
};
