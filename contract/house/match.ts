import { z } from "zod";
import { ref } from "../common";
import { CustomerRow } from "../customer/customer-record";
import { endpoint } from "../endpoint";
import { EstateBrief } from "./estate";

/** How an estate is scored for a requirement: a hundred points in all; only what both sides state counts (docs/decisions/1730-estate-search.md). */
export const matchParts = {
  district: { label: "区域", max: 30 },
  price: { label: "价格", max: 25 },
  layout: { label: "户型", max: 15 },
  area: { label: "面积", max: 10 },
  purpose: { label: "目的/回报", max: 10 },
  station: { label: "车站", max: 10 },
} as const;
export type MatchPartKey = keyof typeof matchParts;

const MatchPart = z.object({
  key: z.enum(Object.keys(matchParts) as [MatchPartKey]),
  label: z.string(),
  score: z.int(),
  /** The most that it may give where both sides say something of it; 0: it does not count. */
  max: z.int(),
  /** Why so many, in words. */
  reason: z.string(),
});
export type MatchPart = z.output<typeof MatchPart>;

/** `score`: of the points that both sides state, those that are reached, in percent; `stated`: how many of the hundred they state. */
const Matched = z.object({ score: z.int(), stated: z.int(), parts: z.array(MatchPart) });

const EstateMatch = Matched.extend({ estate: EstateBrief });
export type EstateMatch = z.output<typeof EstateMatch>;

const CustomerMatch = Matched.extend({
  customer: CustomerRow.pick({
    id: true,
    customer_no: true,
    name: true,
    level: true,
    stage: true,
    owner: true,
    last_tracking_at: true,
  }),
  /** What they were weighed by; null: their intents, since they have no open requirement. */
  requirement: ref.nullable(),
});
export type CustomerMatch = z.output<typeof CustomerMatch>;

const limited = z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) });

export const match = {
  estates: endpoint("GET /api/customer/requirement/{id}/match", "匹配房源", "customer:requirement:view", {
    query: limited,
    reply: z.array(EstateMatch),
  }),
  customers: endpoint("GET /api/estate/{id}/match", "匹配客户", "customer:info:view", {
    query: limited,
    reply: z.array(CustomerMatch),
  }),
};
