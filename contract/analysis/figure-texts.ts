import { allFigures } from "../dashboard/figure-texts";
import type { FigureText } from "../figures";

interface AnalysisFigure extends FigureText {
  unit: "count" | "percent" | "each";
}

const one = <const U extends AnalysisFigure["unit"]>(unit: U, label: string, definition: string) =>
  ({ unit, label, definition }) as const;

/** Said of what is no row of any list: it is counted in sums, in logs or for nobody in particular. */
const onlySum = "这里只有汇总，没有可打开的明细。";

/** The row of figures of 客户分析 (domain D.2), in its order. */
export const overviewFigures = {
  uv: one("count", "访客UV", `各追踪点每天的访客数之和：同一访客一天只算一次，隔天另算。${onlySum}`),
  user_new: one("count", "新增注册用户", "所选日期内注册的用户数。"),
  user_total: one("count", "累计注册用户", "到所选日期结束时注册过的用户数。"),
  dau: one("count", "日活跃用户", `每天有过浏览、收藏、搜索、登录等行为的注册用户数，多天时为每天的平均。${onlySum}`),
  inquiry_new: one("count", "询盘数", "所选日期内收到的询盘数，不含无效的。"),
  contact_rate: one("percent", "留资率", `所选日期内收到的询盘中，留下联系方式的占比。${onlySum}`),
  convert_rate: one("percent", "询盘→客户率", `所选日期内收到的询盘中，到所选日期结束时转成客户的占比。${onlySum}`),
  contract_rate: one("percent", "客户→签约率", `所选日期内新增的客户中，到所选日期结束时签约的占比。${onlySum}`),
  estates_each: one(
    "each",
    "人均浏览房源",
    `所选日期内浏览过房源的注册用户，平均每人浏览的房源数，同一房源一人只算一次。${onlySum}`,
  ),
} as const satisfies Record<string, AnalysisFigure>;
export type OverviewFigure = keyof typeof overviewFigures;

/** What the range is divided by, in addition to days and hours: each with its drawing: as shares, ranked, or in its own order. */
export const breakdowns = {
  platform: { label: "询盘平台", shape: "donut", definition: "所选日期内的询盘，按提交的平台。" },
  user: {
    label: "活跃注册用户",
    shape: "donut",
    definition: `所选日期内有过行为的注册用户：当期注册的，和以前注册的。${onlySum}`,
  },
  country: {
    label: "意向国家 Top10",
    shape: "bars",
    definition: `所选日期内新增的客户，按意向国家；一位客户可有几个。${onlySum}`,
  },
  city: {
    label: "意向城市 Top10",
    shape: "bars",
    definition: `所选日期内新增的客户，按意向区域所在的一级地区；一位客户可有几个。${onlySum}`,
  },
  budget: {
    label: "预算",
    shape: "steps",
    definition: `所选日期内新增的客户，按预算上限折合人民币（今天的汇率）；没有填写的不算。${onlySum}`,
  },
  age: { label: "年龄段", shape: "steps", definition: `所选日期内新增的客户，按出生年份。${onlySum}` },
  purpose: {
    label: "购房目的",
    shape: "steps",
    definition: `所选日期内新增的客户，按购房目的；一位客户可有几个。${onlySum}`,
  },
  layout: {
    label: "意向户型",
    shape: "steps",
    definition: `所选日期内新增的需求，按户型；一条需求可有几个。${onlySum}`,
  },
  region: {
    label: "居住地 Top10",
    shape: "bars",
    definition: `所选日期内新增的客户，按居住国家，在有区域的国家按一级地区；没有填写的不算。${onlySum}`,
  },
  estate: { label: "热门房源 Top10", shape: "bars", definition: "所选日期内注册用户浏览过的在架房源，按浏览的人数。" },
  keyword: {
    ...{ label: "搜索词 Top20", shape: "bars" },
    definition: `所选日期内注册用户搜索过的词，按搜索的人数；人数太少的、像号码或邮箱的不列出。${onlySum}`,
  },
  visa: { label: "签证询盘进度", shape: "steps", definition: "所选日期内收到的经营管理签证询盘，按办理阶段。" },
} as const satisfies Record<string, FigureText & { shape: "donut" | "bars" | "steps" }>;
export type Breakdown = keyof typeof breakdowns;

export const channelFigure: FigureText = {
  label: "各渠道访客UV",
  definition: `所选日期内各追踪点每天的访客数，按追踪点的渠道。${onlySum}`,
};
export const hourFigure: FigureText = {
  label: "询盘时段",
  definition: `所选日期内的询盘，按星期和小时（北京时间）。${onlySum}`,
};

/** A figure of the dashboard by the shorter name that a briefing uses; its definition is the dashboard's. */
const calledBriefly = (key: keyof typeof allFigures, label: string = allFigures[key].label): FigureText => ({
  label,
  definition: allFigures[key].definition,
});
const shared = {
  tracking_valid: calledBriefly("tracking_valid"),
  visit_count: calledBriefly("visit_count", "带看"),
  subscribe_count: calledBriefly("subscribe_count", "认购"),
  contract_count: calledBriefly("contract_count", "签约"),
};

export const briefingFigures = {
  inquiry_new: { label: "新增询盘", definition: "这段日期内收到的询盘数，不含无效的；环比与前一段同样长的日期相比。" },
  response_minutes: {
    label: "首次响应中位数",
    definition: "这段日期内收到、已有人响应的询盘，首次响应所用时间（只计工作时间）的中位数，报告下载不算。",
  },
  ...shared,
} as const satisfies Record<string, FigureText>;

export const briefingColumns = {
  customer_new: calledBriefly("customer_new"),
  claimed: { label: "领取", definition: `从公海领取的客户次数。${onlySum}` },
  tracking_valid: shared.tracking_valid,
  tracked_customers: { label: "跟进客户数", definition: `有效跟进涉及的客户数，每位只算一次。${onlySum}` },
  visit_count: shared.visit_count,
  subscribe_count: shared.subscribe_count,
  contract_count: shared.contract_count,
  contract_amount: calledBriefly("contract_amount", "金额"),
  response_rate: calledBriefly("response_rate"),
  overdue: { label: "超时询盘", definition: "收到的询盘中超过响应时限仍无人响应过的数量，后来补上的也算。" },
  dropped: { label: "进公海", definition: `因超时自动进公海的客户次数。${onlySum}` },
  target_rate: { label: "目标完成率", definition: "所在月份到现在为止的签约金额 ÷ 当月签约金额目标。" },
} as const satisfies Record<string, FigureText>;
export type BriefingColumn = keyof typeof briefingColumns;
