import { z } from "zod";
import { bit, keyword, listQuery, page, ref } from "../common";
import { compareDecimals, distance, ratio, shortDecimal } from "../decimal";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { listData } from "../screen-data";
import { rate } from "./rate";

const rateSources = { manual: "手动", auto: "自动" } as const;
/** A line of the log may also come from the demonstration's data. */
export const rateLogSources = { ...rateSources, demo: "演示数据" } as const;
export type RateSource = keyof typeof rateSources;
export type RateLogSource = keyof typeof rateLogSources;
const currencyStatuses = { enabled: "启用", disabled: "停用" } as const;
export type CurrencyStatus = keyof typeof currencyStatuses;

/** A rate that changes by more than this is set only after a second question. */
export const jumpPercent = 10;

const digitCounts: readonly number[] = [0, 2, 3];

export const CurrencyFields = z.object({
  name_zh: field.text("名称", 30),
  symbol: field.text("符号", 10),
  digits: z
    .number({ error: "请输入小数位" })
    .refine((count) => digitCounts.includes(count), "小数位应为0、2或3")
    .meta({ label: "小数位", control: "number", help: "0、2或3，如日元为0" }),
  rate_source: field
    .choice("汇率来源", rateSources)
    .default("manual")
    .meta({ help: "自动：由汇率来源更新，需在设置中心配置" }),
  is_common: z.boolean().default(false).meta({ label: "常用", control: "switch" }),
  sort: field.integer("排序", 0, 9999).default(100),
});
export type CurrencyFields = z.output<typeof CurrencyFields>;

const code = z
  .string({ error: "请输入代码" })
  .trim()
  .regex(/^[A-Z]{3}$/, "代码应为三个大写字母")
  .meta({ label: "代码", control: "text", help: "ISO 4217，如 JPY" });

export const CurrencyCreate = CurrencyFields.extend({ code, rate_to_cny: rate("汇率") });
export const CurrencyUpdate = CurrencyFields.extend({ version: field.version() });
export const RateChange = z.object({
  rate: rate("新汇率"),
  /** The second answer, where the change is large. */
  confirm: z.boolean().default(false),
  version: field.version(),
});

export const CurrencyRow = field.rowOf(CurrencyFields, ["name_zh", "symbol", "digits", "is_common", "sort"], {
  ...field.record(),
  code: field.read(code),
  rate_to_cny: z.string().meta({ label: "1单位=CNY" }),
  rate_source: field.read(CurrencyFields.shape.rate_source, { label: "来源" }),
  rate_at: field.instant("更新时间"),
  is_base: z.boolean(),
  status: field.choice("状态", currencyStatuses),
  can: field.can("edit", "rate", "enable", "disable", "delete"),
});
export type CurrencyRow = z.output<typeof CurrencyRow>;

const CurrencyRate = CurrencyRow.pick({
  code: true,
  name_zh: true,
  symbol: true,
  digits: true,
  rate_to_cny: true,
  rate_at: true,
});
export type CurrencyRate = z.output<typeof CurrencyRate>;

export const historySpans = [30, 90, 365] as const;

const RateHistory = z.object({
  code: z.string(),
  /** What held when the span began; null where nothing was kept of that time. */
  before: z.object({ rate: z.string(), at: z.string() }).nullable(),
  /** Oldest first; of very many the last. */
  list: z.array(
    z.object({
      id: z.int(),
      rate: z.string(),
      source: field.choice("来源", rateLogSources),
      by: ref.nullable(),
      at: z.string(),
    }),
  ),
});
export type RateHistory = z.output<typeof RateHistory>;

const RateMove = z.object({ code: z.string(), before: z.string(), after: z.string() });

const RefreshReport = z.object({
  quoted: z.string().nullable(),
  updated: z.array(RateMove),
  unchanged: z.array(z.string()),
  /** Changes so large that somebody must look at them: nothing was written. */
  skipped: z.array(RateMove.extend({ percent: z.string(), id: z.int(), version: z.int(), name_zh: z.string() })),
  missing: z.array(z.string()),
});
export type RefreshReport = z.output<typeof RefreshReport>;

/** How much a rate changes: `+30.43`, and whether that asks for a second answer. */
export function rateJump(before: string, after: string): { percent: string; isLarge: boolean } {
  const apart = distance(before, after);
  const sign = compareDecimals(after, before) < 0 ? "-" : "+";
  return {
    percent: sign + ratio([apart, "100"], [before], 2),
    isLarge: compareDecimals(ratio([apart, "100"], ["1"], 10), ratio([before, String(jumpPercent)], ["1"], 10)) > 0,
  };
}

/** The sentence of a large change, which names both rates. */
export function jumpSentence(before: string, after: string): string {
  const { percent } = rateJump(before, after);
  return `汇率由${shortDecimal(before)}改为${shortDecimal(after)}，变动${percent}%，超过${jumpPercent}%，请再次确认`;
}

/** An amount of one currency in another, through CNY, rounded half up to the other's decimals. */
export const exchanged = (amount: string, from: { rate_to_cny: string }, to: { rate_to_cny: string; digits: number }) =>
  ratio([amount, from.rate_to_cny], [to.rate_to_cny], to.digits);

const read = ["geo:currency:manage", "geo:currency:rate"] as const;
const manage = "geo:currency:manage";

export const currency = {
  list: endpoint("GET /api/currency", "币种列表", read, {
    query: listQuery(
      { keyword: keyword(), common: bit().meta({ label: "常用" }) },
      ["sort", "code", "rate_at"],
      "sort",
    ),
    /** `has_provider`: rates can be fetched. */
    reply: page(CurrencyRow).extend({ has_provider: z.boolean() }),
  }),
  rates: endpoint("GET /api/currency/rates", "启用币种的汇率", read, { reply: z.array(CurrencyRate) }),
  create: endpoint("POST /api/currency", "新增币种", manage, {
    body: CurrencyCreate,
    reply: z.object({ id: z.int() }),
  }),
  update: endpoint("PUT /api/currency/{id}", "编辑币种", manage, { body: CurrencyUpdate, reply: CurrencyRow }),
  remove: endpoint("DELETE /api/currency/{id}", "删除币种", manage, { reply: z.null() }),
  enable: endpoint("PATCH /api/currency/{id}/enable", "启用币种", manage, { reply: CurrencyRow }),
  disable: endpoint("PATCH /api/currency/{id}/disable", "停用币种", manage, { reply: CurrencyRow }),
  history: endpoint("GET /api/currency/{id}/history", "汇率历史", read, {
    query: z.object({ days: z.coerce.number().pipe(z.literal(historySpans)).default(90) }),
    reply: RateHistory,
  }),
  setRate: endpoint("PUT /api/currency/{id}/rate", "修改汇率", read, { body: RateChange, reply: CurrencyRow }),
  refresh: endpoint("POST /api/currency/refresh", "自动更新汇率", read, {
    unkeyed: "sets the rates of the moment, again",
    reply: RefreshReport,
  }),
};

export const currencyScreens = { "/regionalManage/currencyList": listData(currency.list) };
