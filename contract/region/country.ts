import { z } from "zod";
import { bit, keyword, listQuery, oneOf, page } from "../common";
import { richText } from "../content/rich-text";
import { formatNumber } from "../decimal";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { recordEndpoints } from "../record-endpoints";
import { listData, request, screenData } from "../screen-data";

const continents = {
  AS: "亚洲",
  EU: "欧洲",
  NA: "北美洲",
  SA: "南美洲",
  OC: "大洋洲",
  AF: "非洲",
  AN: "南极洲",
} as const;
export type Continent = keyof typeof continents;
const countryStatuses = { enabled: "启用", disabled: "停用" } as const;
export type CountryStatus = keyof typeof countryStatuses;

const digits = (label: string, pattern: RegExp, message: string) =>
  z.string().trim().regex(pattern, `${label}${message}`).meta({ label, control: "text" });

function isTimeZone(name: string): boolean {
  if (name !== "UTC" && !/^[A-Z]\w*(\/[\w+-]+)+$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const CountryFields = z.object({
  code3: field.optional(digits("三位代码", /^[A-Z]{3}$/, "应为三个大写字母")),
  numeric: field.optional(digits("数字代码", /^\d{3}$/, "应为三位数字")),
  name_zh: field.text("中文名", 30),
  name_en: field.text("英文名", 80),
  name_local: field.optional(field.text("原文名", 80)),
  continent: field.optional(field.choice("洲", continents)),
  phone_cc: field.optional(digits("区号", /^[1-9]\d{0,3}$/, "应为1至4位数字，不含加号")),
  is_hot: z.boolean().default(false).meta({ label: "热门", control: "switch" }),
  sort: field.integer("排序", 0, 9999).default(100),
  status: field.choice("状态", countryStatuses).default("enabled"),
  level_name_1: field.optional(field.text("一级区域称谓", 20)).meta({ help: "如都道府县" }),
  level_name_2: field.optional(field.text("二级区域称谓", 20)).meta({ help: "如市区町村" }),
  level_name_3: field.optional(field.text("三级区域称谓", 20)).meta({ help: "如片区" }),
  currency_code: field.optionValue("币种", "currencies"),
  default_lang: field.optional(
    digits("默认语言", /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, "应为语言代码，如 ja").meta({
      help: "语言代码，如 ja、en、th",
    }),
  ),
  timezone: field.optional(
    field
      .text("时区", 40)
      .refine(isTimeZone, "时区应为 IANA 时区名称，如 Asia/Tokyo")
      .meta({ label: "时区", control: "text", help: "IANA 时区名称，如 Asia/Tokyo" }),
  ),
  cover_id: field.optional(field.id("封面")).meta({ control: "media" }),
  intro: field.optional(field.longText("介绍", 500)),
  buy_policy: field.optional(richText("外国人购房政策", 0, 20_000)),
  tax_note: field.optional(richText("税费说明", 0, 20_000)),
});
export type CountryFields = z.output<typeof CountryFields>;

export const countryTexts = ["buy_policy", "tax_note"] as const satisfies readonly (keyof CountryFields)[];

/** A level is only called something below one that is. */
function checkCountry(
  value: Pick<CountryFields, "level_name_1" | "level_name_2" | "level_name_3">,
  context: z.RefinementCtx,
) {
  const names = [value.level_name_1, value.level_name_2, value.level_name_3];
  const gap = names.findIndex((name, index) => name === null && names.slice(index).some((below) => below !== null));
  if (gap >= 0) context.addIssue({ code: "custom", path: [`level_name_${gap + 1}`], message: "请先填写上一级的称谓" });
}

/** The code stays for good: districts, customers and buildings name a country by it. */
const code = z
  .string({ error: "请输入代码" })
  .trim()
  .regex(/^[A-Z]{2}$/, "代码应为两个大写字母")
  .meta({ label: "代码", control: "text", help: "ISO 3166-1 两位代码，如 JP；保存后不能修改" });

const New = CountryFields.extend({ code });
export type NewCountry = z.output<typeof New>;
export const CountryCreate = New.superRefine(checkCountry);
export const CountryUpdate = CountryFields.extend({ version: field.version() }).superRefine(checkCountry);

const { shape } = CountryFields;

export const CountryRow = field.rowOf(CountryFields, ["name_en", "phone_cc", "continent", "is_hot", "sort", "status"], {
  ...field.record(),
  /** Follows from the code; null where no flag is shown. */
  flag: z.string().nullable().meta({ label: "国旗" }),
  code: field.read(code),
  name_zh: field.read(shape.name_zh, { label: "中文/英文" }),
  /** By its code, and absent where it was never said: the form asks for it. */
  currency_code: z.string().nullable().meta({ label: "币种" }),
  district_count: z.int().meta({ label: "一级数" }),
  estate_count: z.int().meta({ label: "房源数" }),
  is_open: z.boolean().meta({ label: "开通" }),
  can: field.can("edit", "open", "close", "delete"),
});
export type CountryRow = z.output<typeof CountryRow>;

export const CountryDetail = CountryRow.extend({
  ...field.rowOf(
    CountryFields,
    [
      ...(["code3", "numeric", "name_local", "level_name_1", "level_name_2", "level_name_3"] as const),
      ...(["default_lang", "timezone", "cover_id", "intro", "buy_policy", "tax_note"] as const),
    ],
    {},
  ).shape,
  level_names: z.array(z.string()),
  cover: z.string().nullable(),
});
export type CountryDetail = z.output<typeof CountryDetail>;

/** What refers to a country, in the order in which it is listed. */
const countryUses = {
  districts: "区域",
  customers: "客户",
  customer_users: "注册用户",
  requirements: "需求",
  mansions: "楼栋",
  estates: "房源",
  brokers: "房产经纪",
} as const;
export type CountryUse = keyof typeof countryUses;

const CountryUsage = field.counts(
  "districts",
  "customers",
  "customer_users",
  "requirements",
  "mansions",
  "estates",
  "brokers",
);
export type CountryUsage = z.output<typeof CountryUsage>;

/** 区域 1,788、客户 12 — what is there, in words; empty where nothing is. */
export const usageText = (usage: CountryUsage, say: (label: string) => string = (label) => label): string =>
  (Object.keys(countryUses) as CountryUse[])
    .filter((use) => usage[use] > 0)
    .map((use) => `${say(countryUses[use])} ${formatNumber(usage[use])}`)
    .join("、");

const permission = "geo:region:manage";

export const country = {
  ...recordEndpoints("/api/geo/country", "国家/地区", {
    kind: "country",
    permission,
    query: listQuery(
      {
        keyword: keyword(),
        continent: oneOf(continents),
        open: bit().meta({ label: "开通" }),
        status: oneOf(countryStatuses),
      },
      ["sort", "code"],
      "sort",
    ),
    page: page(CountryRow),
    record: CountryDetail,
    create: CountryCreate,
    update: CountryUpdate,
  }),
  byCode: endpoint("GET /api/geo/country/code/{code}", "国家/地区详情（按代码）", permission, { reply: CountryDetail }),
  usage: endpoint("GET /api/geo/country/{id}/usage", "国家/地区的关联数据", permission, { reply: CountryUsage }),
  open: endpoint("PATCH /api/geo/country/{id}/open", "开通国家/地区", permission, { reply: CountryDetail }),
  close: endpoint("PATCH /api/geo/country/{id}/close", "关闭国家/地区", permission, { reply: CountryDetail }),
};

export const countryScreens = {
  "/regionalManage/countryList": listData(country.list),
  /** Without either it is a new one, and nothing is asked about it. */
  "/regionalManage/countryList/country-edit": screenData("page", ({ search }) => {
    const id = Number(search.get("id")) || 0;
    const code = search.get("code");
    return {
      byId: id ? request(country.get, { params: { id } }) : undefined,
      byCode: !id && code ? request(country.byCode, { params: { code } }) : undefined,
    };
  }),
};
