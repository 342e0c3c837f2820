import { z } from "zod";
import { type BriefingType, briefingTypes } from "~/contract/system/briefing-types";
import { queryDay, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { type Breakdown, breakdowns, type OverviewFigure, overviewFigures } from "./figure-texts";

/** The days that staff may look at, up to today as it has come so far. */
export const overviewRanges = { today: "今天", week: "近7天", month30: "近30天", month: "本月" } as const;
export type OverviewRange = keyof typeof overviewRanges;

/** How many. To those who are not signed in a multiple of the small cell; null where there are fewer, or none. */
const count = z.int().nullable();

/** A share or an average with what it is worked out of; null where that is too little to tell. */
const Ratio = z.object({ part: count, whole: count, value: z.number().nullable() });
export type Ratio = z.output<typeof Ratio>;

const Slice = z.object({
  key: z.string(),
  label: z.string(),
  count,
});
export type Slice = z.output<typeof Slice>;

// What the literals are keyed by.
const figureKeys = Object.keys(overviewFigures) as [OverviewFigure, ...OverviewFigure[]];
const breakdownKeys = Object.keys(breakdowns) as [Breakdown, ...Breakdown[]];
const rangeKeys = Object.keys(overviewRanges) as [OverviewRange, ...OverviewRange[]];
const typeKeys = Object.keys(briefingTypes) as [BriefingType, ...BriefingType[]];

const Overview = z.object({
  from: z.string(),
  to: z.string(),
  /** What counts are multiples of; 1 where they are exact. */
  cell: z.int(),
  figures: z.partialRecord(z.enum(figureKeys), z.union([count, Ratio])),
  /** Visitors by channel, day by day. */
  channels: z.object({
    days: z.array(z.string()),
    series: z.array(z.object({ key: z.string(), label: z.string(), counts: z.array(count) })),
  }),
  /** Inquiries by weekday, Monday first, and hour. */
  hours: z.array(z.array(count)),
  breakdowns: z.partialRecord(z.enum(breakdownKeys), z.array(Slice)),
});
export type Overview = z.output<typeof Overview>;

const PublicBriefing = z.object({
  type: z.enum(typeKeys),
  from: z.string(),
  to: z.string(),
  cell: z.int(),
  figures: z.object({
    inquiry_new: count,
    inquiry_prev: count,
    /** How much more than in the days before, in percent. */
    inquiry_growth: z.number().nullable(),
    /** How many inquiries the median is of. */
    responded: count,
    response_minutes: z.int().nullable(),
    tracking_valid: count,
    visit_count: count,
    subscribe_count: count,
    contract_count: count,
  }),
  sentences: z.array(z.string()),
});
export type PublicBriefing = z.output<typeof PublicBriefing>;

/** One consultant; null what the caller may not see, or there is nothing to divide by. */
const number = z.number().nullable();
const BriefingRow = z.object({
  id: field.id(),
  name: z.string(),
  team: ref.nullable(),
  customer_new: number,
  claimed: number,
  tracking_valid: number,
  tracked_customers: number,
  visit_count: number,
  subscribe_count: number,
  contract_count: number,
  contract_amount: number,
  response_rate: number,
  overdue: number,
  dropped: number,
  target_rate: number,
});
export type BriefingRow = z.output<typeof BriefingRow>;

const Briefing = PublicBriefing.extend({
  contract_amount: number,
  target_rate: number,
  rows: z.array(BriefingRow),
  /** Where it may be sent: webhooks in use that take briefings. */
  webhooks: z.array(ref),
});
export type Briefing = z.output<typeof Briefing>;

const permission = "analysis:detail:view";

/** What everybody is told is of a whole month that is over: the last, or of a briefing the one that holds a day (domain D.2). */
export const publicAnalysis = {
  overview: endpoint("GET /api/figures/public/overview", "公开客户分析", "public", {
    isUnlisted: true,
    reply: Overview,
  }),
  briefing: endpoint("GET /api/figures/public/briefing", "公开销售简报", "public", {
    isUnlisted: true,
    query: z.object({ date: queryDay() }),
    reply: PublicBriefing,
  }),
};

export const analysis = {
  /** What everybody sees and more, counted exactly; open also where the public one is not. */
  overview: endpoint("GET /api/figures/overview", "客户分析", permission, {
    query: z.object({ range: z.enum(rangeKeys).default("week") }),
    reply: Overview,
  }),
  briefing: endpoint("GET /api/figures/briefing", "销售简报", permission, {
    /** Without a day: yesterday. */
    query: z.object({ type: z.enum(typeKeys).default("day"), date: queryDay() }),
    reply: Briefing,
  }),
  push: endpoint("POST /api/figures/briefing/push", "推送销售简报", permission, {
    body: z.object({
      webhook_id: field.id("群"),
      type: z.enum(typeKeys).default("day"),
      date: z.iso.date().optional().meta({ label: "日期" }),
    }),
    /** Of a demo nothing leaves the house. */
    reply: z.object({ is_queued: z.boolean() }),
  }),
};
