import { allFigures } from "../dashboard/figure-texts";
import type { FigureText } from "../figures";
import type { Permission } from "../permissions";
import type { TrendPageKey } from "./trend-pages";

export type TrendRows = "estate" | "audit" | "customer" | "tracking" | "deal" | "inquiry" | "clue" | "agent" | "login";

interface TrendFigure extends FigureText {
  /** The code to see it; `open`: the code to open its rows, where that differs. */
  permission: Permission;
  open?: Permission;
  /** Counts, a percentage, or so many of what is named. */
  unit: "count" | "percent" | "小时" | "天" | "次";
  rows: TrendRows;
  /** Of now, whatever the range. */
  isCurrent?: boolean;
}

const houses = { permission: "house:estate:view", unit: "count", rows: "estate" } as const;
const audits = { permission: "house:estate:view", open: "house:estate:audit", unit: "count", rows: "audit" } as const;
const people = { permission: "customer:info:view", unit: "count", rows: "customer" } as const;
const leads = { permission: "clue:clue:view", unit: "count", rows: "clue" } as const;
const asked = { permission: "inquiry:inquiry:view", unit: "count", rows: "inquiry" } as const;
const deals = { permission: "deal:deal:view", unit: "count", rows: "deal" } as const;
const partners = { permission: "agent:agent:view", unit: "count", rows: "agent" } as const;

/** Figures of the trends (domain D.2): each by what it counts, who sees it, and what its rows are. */
export const trendFigures = {
  estate_new: { ...houses, ...allFigures.estate_new },
  estate_online: {
    ...{ ...houses, isCurrent: true, label: "在架房源" },
    definition: "每天结束时已上架的房源数，按周、按月取最后一天；最后一点是现在的，合计也是现在的。",
  },
  audit_submitted: { ...audits, label: "提交审核", definition: "这段时间提交的审核数，新增、变更和下架都算。" },
  audit_approved: { ...audits, label: "通过", definition: "这段时间通过的审核数。" },
  audit_hours: {
    ...{ ...audits, unit: "小时", label: "平均审核时长" },
    definition: "这段时间通过的审核从提交到通过平均用了多少小时，节假日也算。",
  },
  estate_country: { ...houses, isCurrent: true, label: "国家/地区", definition: "现在已上架的房源按国家/地区计数。" },
  estate_district: {
    ...{ ...houses, isCurrent: true, label: "区域 Top15" },
    definition: "现在已上架的房源按所在区域计数，最多的十五个。",
  },
  estate_type: { ...houses, isCurrent: true, label: "物业类型", definition: "现在已上架的房源按物业类型计数。" },
  estate_price: {
    ...{ ...houses, isCurrent: true, label: "总价段（折合人民币）" },
    definition: "现在已上架的房源按最低总价折合人民币所在的区间计数，没有价格的不算。",
  },
  customer_new: { ...people, ...allFigures.customer_new },
  customer_lost: { ...people, label: "流失客户", definition: "这段时间转为已流失、现在仍是的客户数，按跟进人计。" },
  pool_claimed: {
    ...people,
    label: "公海领取",
    definition: "这段时间从公海领取的客户数，同一客户只算一次；按领取人计。",
  },
  pool_auto: {
    ...people,
    label: "自动进公海",
    definition: "这段时间因超时自动释放的客户数，同一客户只算一次；按原跟进人计。",
  },
  pool_manual: {
    ...people,
    label: "主动释放",
    definition: "这段时间由人释放的客户数，同一客户只算一次；按原跟进人计。",
  },
  tracking_count: {
    ...{ permission: "customer:tracking:view", unit: "count", rows: "tracking", label: "跟进量" },
    definition: "这段时间写下的跟进条数，有效和无效的都算，不含已删除的；按跟进人计。",
  },
  tracking_each: {
    ...{ permission: "customer:tracking:view", unit: "次", rows: "tracking", label: "客均跟进" },
    definition: "这段时间的跟进条数 ÷ 跟进到的客户数。",
  },
  deal_cycle: {
    ...{ permission: "deal:deal:view", unit: "天", rows: "deal", label: "平均成交周期" },
    definition: "这段时间签约的成交，从新增客户到签约平均用了多少天；按成交人计。",
  },
  customer_source: { ...people, label: "来源", definition: "这段时间新增的客户按来源计数。" },
  customer_level: { ...people, label: "等级", definition: "这段时间新增的客户按现在的等级计数。" },
  customer_stage: { ...people, label: "阶段", definition: "这段时间新增的客户按现在的阶段计数。" },
  customer_country: {
    ...{ ...people, label: "意向国家/地区" },
    definition: "这段时间新增的客户按意向国家/地区计数，意向几个就各算一次。",
  },
  clue_status: { ...leads, label: "报备", definition: "这段时间收到的报备按现在的状态计数，按顾问计。" },
  clue_valid_rate: { ...leads, unit: "percent", ...allFigures.clue_valid_rate },
  clue_invalid: { ...leads, label: "无效原因", definition: "这段时间审核为无效的报备按原因计数。" },
  review_hours: {
    ...{ ...leads, unit: "小时", label: "审核时长中位数" },
    definition: "这段时间审核的报备，从收到到审核所用小时数的中位数，节假日也算。",
  },
  visit_days: {
    ...leads,
    unit: "天",
    label: "报备→到访",
    definition: "这段时间到访的报备，从收到到到访平均用了多少天。",
  },
  sign_days: {
    ...leads,
    unit: "天",
    label: "到访→签约",
    definition: "这段时间签约、到访过的报备，从到访到签约平均用了多少天。",
  },
  agent_new: { ...partners, label: "新增代理", definition: "这段时间新增的代理数，按渠道经理计。" },
  agent_active: { ...partners, ...allFigures.agent_active },
  agent_churned: {
    ...{ ...partners, label: "流失代理" },
    definition: "最近一次报备后满90天没有新报备的代理数，算在满90天的那一天。",
  },
  agent_login: {
    ...{ permission: "agent:agent:view", open: "agent:login:view", unit: "count", rows: "login", label: "登录次数" },
    definition: "这段时间代理账号登录成功的次数；登录记录保留365天。",
  },
  agent_level: { ...partners, isCurrent: true, label: "等级", definition: "现在合作中的代理按等级计数。" },
  // What the tables count, of one estate or one agent.
  estate_inquiries: { ...asked, label: "询盘", definition: "这段时间收到的询盘数，无效的不算。" },
  estate_clues: { ...leads, label: "报备", definition: "这段时间收到的报备数，按顾问计。" },
  estate_visits: { ...leads, label: "到访", definition: "这段时间到访的报备数，按顾问计。" },
  estate_contracts: { ...deals, label: "签约", definition: "这段时间签约的成交套数，按成交人计。" },
  clue_reported: { ...leads, label: "报备", definition: "这段时间收到的报备数。" },
  clue_valid: { ...leads, label: "有效", definition: "这段时间收到的报备中，曾判为有效的。" },
  clue_visited: { ...leads, label: "到访", definition: "这段时间收到的报备中，到现在为止已到访的。" },
  clue_subscribed: { ...leads, label: "认购", definition: "这段时间收到的报备中，到现在为止已认购的。" },
  clue_contracted: { ...leads, label: "签约", definition: "这段时间收到的报备中，到现在为止已签约的。" },
  clue_settled: { ...leads, label: "结佣", definition: "这段时间收到的报备中，到现在为止已结佣的。" },
  agent_clues: { ...leads, label: "报备", definition: "这段时间收到的报备数，按渠道经理计。" },
  agent_valid: { ...leads, unit: "percent", ...allFigures.clue_valid_rate },
  agent_visits: { ...leads, label: "到访", definition: "这段时间到访的报备数，按渠道经理计。" },
  agent_contracts: { ...deals, label: "签约", definition: "这段时间签约的成交套数，按渠道经理计。" },
} as const satisfies Record<string, TrendFigure>;
export type TrendKey = keyof typeof trendFigures;
export const trendKeys = Object.keys(trendFigures) as [TrendKey, ...TrendKey[]];
export const trendFigure = (key: TrendKey): TrendFigure => trendFigures[key];

interface TrendPage {
  totals: readonly TrendKey[];
  charts: readonly { key: string; title: string; kind: "line" | "area" | "stack"; of: readonly TrendKey[] }[];
  splits: readonly { key: TrendKey; kind: "bars" | "donut" }[];
}

const pages = {
  estate: {
    totals: ["estate_new", "estate_online", "audit_submitted", "audit_approved", "audit_hours"],
    charts: [
      { key: "new", title: "新增房源", kind: "line", of: ["estate_new"] },
      { key: "online", title: "在架房源", kind: "area", of: ["estate_online"] },
      { key: "audit", title: "审核", kind: "line", of: ["audit_submitted", "audit_approved", "audit_hours"] },
    ],
    splits: [
      { key: "estate_country", kind: "bars" },
      { key: "estate_district", kind: "bars" },
      { key: "estate_type", kind: "bars" },
      { key: "estate_price", kind: "bars" },
    ],
  },
  customer: {
    totals: ["customer_new", "customer_lost", "tracking_count", "tracking_each", "deal_cycle"],
    charts: [
      {
        ...{ key: "flow", title: "新增、流失与公海进出", kind: "line" },
        of: ["customer_new", "customer_lost", "pool_claimed", "pool_auto", "pool_manual"],
      },
      { key: "tracking", title: "跟进量与客均跟进", kind: "line", of: ["tracking_count", "tracking_each"] },
    ],
    splits: [
      { key: "customer_source", kind: "bars" },
      { key: "customer_level", kind: "bars" },
      { key: "customer_stage", kind: "bars" },
      { key: "customer_country", kind: "bars" },
    ],
  },
  clue: {
    totals: ["clue_status", "clue_valid_rate", "review_hours", "visit_days", "sign_days"],
    charts: [
      { key: "status", title: "报备按状态", kind: "stack", of: ["clue_status"] },
      { key: "rate", title: "报备有效率", kind: "line", of: ["clue_valid_rate"] },
    ],
    splits: [{ key: "clue_invalid", kind: "donut" }],
  },
  agent: {
    totals: ["agent_new", "agent_active", "agent_churned", "agent_login"],
    charts: [
      { key: "agents", title: "新增、活跃与流失", kind: "line", of: ["agent_new", "agent_active", "agent_churned"] },
      { key: "login", title: "登录次数", kind: "line", of: ["agent_login"] },
    ],
    splits: [{ key: "agent_level", kind: "donut" }],
  },
} as const satisfies Record<TrendPageKey, TrendPage>;
export const trendPage = (key: TrendPageKey): TrendPage => pages[key];
