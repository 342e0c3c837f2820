import { z } from "zod";
import {
  aliases,
  count,
  facilities,
  latitude,
  longitude,
  month,
  monthly,
  propertyTypes,
  saleStatuses,
  stations,
  structures,
  tenures,
} from "~/contract/shared/property";
import { richText } from "../content/rich-text";
import * as field from "../field";

export const auditStatuses = { draft: "草稿", pending: "待审核", approved: "已通过", rejected: "已驳回" } as const;
export type AuditStatus = keyof typeof auditStatuses;
export const publishStatuses = { offline: "未上架", online: "已上架" } as const;
export type PublishStatus = keyof typeof publishStatuses;
export const phoneModes = { full: "全号", first3_last4: "前三后四" } as const;
export const protectModes = {
  report_deal: "报备-成交",
  report_visit_deal: "报备-到访-成交",
  visit_deal: "到访-成交",
} as const;
export const commissionModes = { percent: "按比例", fixed: "固定金额" } as const;
export const settleConditions = {
  contract: "签约结",
  down_payment: "首付结",
  loan: "放款结",
  delivery: "交割结",
  staged: "分批",
} as const;
const { staged: _, ...stageConditions } = settleConditions;

const percent = (label: string, max: number) => field.optional(field.decimal(label, 0, max).meta({ unit: "%" }));
const name = (label: string) => field.optional(field.text(label, 100));

const PaymentStage = z.object({
  stage: field.text("阶段", 30),
  percent: field.decimal("比例", 0.01, 100).meta({ unit: "%" }),
  note: field.optional(field.text("说明", 60)),
});

/** What a buyer pays on top of the price: a rate of it, or an amount in the estate's currency. */
const PurchaseCost = z.object({
  name: field.text("费用名称", 30),
  rate: field.optional(field.decimal("费率", 0, 100).meta({ unit: "%" })),
  amount: field.optional(field.money("金额")),
  note: field.optional(field.text("说明", 60)),
});
export type PurchaseCost = z.output<typeof PurchaseCost>;

/** One part of a commission that is settled in parts. */
const SettleStage = z.object({
  part: field.text("批次", 20),
  percent: field.decimal("比例", 0.01, 100).meta({ unit: "%" }),
  condition: field.choice("结佣条件", stageConditions),
});

const rows = <T extends z.ZodType>(label: string, item: T, max: number) =>
  z.array(item).max(max, `${label}最多${max}行`).default([]).meta({ label, control: "rows" });

/** How agents report customers, and what is paid. Nulls: the settings', or the agent's own. */
export const Rules = z.object({
  allow_agent: z.boolean().default(true).meta({ label: "开放代理报备", control: "switch" }),
  report_phone_mode: field.optional(field.choice("报备号码", phoneModes)).meta({ help: "留空按系统设置" }),
  protect_mode: field.optional(field.choice("保护模式", protectModes)).meta({ help: "留空按系统设置" }),
  protect_report_days: field
    .optional(field.integer("报备-到访保护", 1, 365).meta({ unit: "天" }))
    .meta({ help: "留空按系统设置" }),
  protect_visit_days: field
    .optional(field.integer("到访-成交保护", 1, 365).meta({ unit: "天" }))
    .meta({ help: "留空按系统设置" }),
  min_lead_minutes: field
    .optional(field.integer("最短提前报备", 0, 1440).meta({ unit: "分钟" }))
    .meta({ help: "留空按系统设置" }),
  dev_commission_mode: field.optional(field.choice("开发商佣金方式", commissionModes)),
  dev_commission_value: field.optional(field.money("开发商佣金(应收)", "dev_commission_currency")),
  dev_commission_currency: field.optional(field.optionValue("开发商佣金币种", "currencies")),
  agent_commission_mode: field.optional(field.choice("代理佣金方式", commissionModes)).meta({ help: "留空按代理佣金" }),
  agent_commission_value: field.optional(field.money("代理佣金(应付)", "agent_commission_currency")),
  agent_commission_currency: field.optional(field.optionValue("代理佣金币种", "currencies")),
  settle_condition: field.optional(field.choice("结佣条件", settleConditions)),
  settle_stages: rows("结佣批次", SettleStage, 6),
  commission_note: field.optional(field.longText("佣金说明", 500)),
});

/** What people fill in of an estate, rules apart. A draft needs its name, country and district; what else a submission demands is `demandedFields`. */
export const Facts = z.object({
  name: field.text("楼盘名称", 100),
  name_local: name("原文名"),
  name_en: name("英文名"),
  alias: aliases(5, 100),
  property_type: field.optional(field.choice("物业类型", propertyTypes)),
  sale_status: field.optional(field.choice("销售状态", saleStatuses)),

  country_code: field.optionValue("国家/地区", "countries"),
  district_id: field.reference("区域", "districts").meta({ minLevel: 2 }),
  address: field.optional(field.text("地址", 200)),
  address_local: field.optional(field.text("原文地址", 200)),
  lat: field.optional(latitude()),
  lng: field.optional(longitude()),
  stations: stations(),
  mansion_ids: z
    .array(z.int().positive())
    .max(20, "所含楼栋最多选20项")
    .default([])
    .meta({ label: "所含楼栋", control: "multi-select", scene: "mansions" }),

  developer: name("开发商"),
  seller: name("売主"),
  constructor_name: name("施工"),
  manager_company: name("管理公司"),
  broker_id: field.optional(field.reference("房产经纪", "brokers")),
  tenure: field.optional(field.choice("产权", tenures)),
  tenure_years: field.optional(field.integer("产权年限", 1, 999).meta({ unit: "年" })),
  structure: field.optional(field.choice("结构", structures)),
  total_units: field.optional(field.integer("总户数", 1, 20_000)),
  sale_units: count("在售户数", 20_000),
  floors_above: count("地上层数", 200),
  floors_below: count("地下层数", 20),
  buildings: count("栋数", 500),
  parking_count: count("车位数", 20_000),
  land_area: field.optional(field.decimal("占地面积", 0, 99_999_999).meta({ unit: "㎡" })),
  floor_area: field.optional(field.decimal("建筑面积", 0, 99_999_999).meta({ unit: "㎡" })),
  completion_at: field.optional(month("竣工年月")),
  handover_at: field.optional(month("交房年月")),
  launch_at: field.optional(field.day("开盘日期")),

  currency: field.optionValue("币种", "currencies"),
  price_min: field.optional(field.money("总价下限")),
  price_max: field.optional(field.money("总价上限")),
  unit_price_avg: field.optional(field.money("均价").meta({ unit: "/㎡", figure: "unit_price_avg" })),
  management_fee: monthly("管理费"),
  repair_fund: monthly("修缮积立金"),
  repair_fund_initial: field.optional(field.money("修缮基金(一次性)")),
  property_tax: field.optional(field.money("年度房产税").meta({ unit: "/年" })),
  property_tax_note: field.optional(field.text("税费说明", 200)),
  expected_rent: monthly("预期租金"),
  gross_yield: percent("表面回报率", 30),
  net_yield: percent("实际回报率", 30),
  rent_guarantee_years: field.optional(field.integer("包租年限", 0, 30).meta({ unit: "年" })),
  down_payment_percent: percent("首付比例", 100),
  payment_plan: rows("付款计划", PaymentStage, 12),
  loan_available: z.boolean().default(false).meta({ label: "可贷款", control: "switch" }),
  loan_ltv: percent("贷款成数", 100),
  purchase_costs: rows("购房费用", PurchaseCost, 20),

  highlights: z.array(field.text("卖点", 30)).max(6, "卖点最多6条").default([]).meta({ control: "tags" }),
  features: z.array(field.text("特色", 20)).max(12, "特色最多12项").default([]).meta({ control: "tags" }),
  facilities: field.choices("配套", facilities),
  description: field.optional(richText("介绍", 0, 5000)),
  surroundings: field.optional(richText("周边", 0, 5000)),
  risks: field.optional(field.longText("风险提示", 500)),

  vr_url: field.optional(
    z
      .url({ protocol: /^https$/, error: "VR地址应以https://开头" })
      .max(500, "VR地址不能超过500个字")
      .meta({ label: "VR地址", control: "text" }),
  ),
  brochure_id: field.optional(field.id("楼书")).meta({ control: "media" }),

  slug: field
    .optional(
      z
        .string()
        .trim()
        .max(80, "网址别名不能超过80个字")
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "网址别名只能由小写字母、数字和连字符组成")
        .meta({ label: "网址别名", control: "text" }),
    )
    .meta({ help: "留空按名称拼音生成" }),
  seo_title: field.optional(field.text("SEO标题", 60)),
  seo_desc: field.optional(field.longText("SEO描述", 160)),
  seo_keywords: z.array(field.text("SEO关键词", 20)).max(10, "SEO关键词最多10个").default([]).meta({ control: "tags" }),
});

export const EstateFields = Facts.extend(Rules.shape);
export type EstateFields = z.output<typeof EstateFields>;
export type EstateField = keyof EstateFields;

/** What a submission demands of an estate's fields, and what one that was submitted keeps (domain B.5): the one place that says so. */
export const demandedFields = [
  ...(["property_type", "sale_status", "developer", "tenure", "total_units", "completion_at"] as const),
  ...(["address", "price_min", "price_max"] as const),
] as const satisfies readonly EstateField[];

type Demanded = Partial<Pick<EstateFields, (typeof demandedFields)[number] | "tenure_years">>;

/** Of what a submission demands, the fields that are empty; a leasehold has its years. */
export const missingFields = (value: Demanded): EstateField[] => [
  ...demandedFields.filter((name) => (value[name] ?? null) === null),
  ...(value.tenure === "leasehold" && (value.tenure_years ?? null) === null ? (["tenure_years"] as const) : []),
];

export const estateTexts = ["description", "surroundings"] as const satisfies readonly EstateField[];

export const ruleFields = Object.keys(Rules.shape) as (keyof typeof Rules.shape)[];
export const rulePermissions = ["clue:clue:view", "deal:deal:view", "house:estate:edit"] as const;

/** Price, address, tenure, licence, commission: on an approved estate they change by a review unless the editor may review. */
export const materialFields: readonly EstateField[] = [
  ...(["currency", "price_min", "price_max", "unit_price_avg", "management_fee", "repair_fund"] as const),
  ...(["repair_fund_initial", "down_payment_percent", "payment_plan", "purchase_costs"] as const),
  ...(["country_code", "district_id", "address", "address_local", "lat", "lng"] as const),
  ...(["tenure", "tenure_years", "developer", "seller", "broker_id"] as const),
  ...ruleFields,
];

export function checkEstate(value: EstateFields, context: z.RefinementCtx) {
  const wrong = (path: EstateField, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const sum = (parts: readonly { percent: number }[]) =>
    parts.reduce((all, part) => all + Math.round(part.percent * 100), 0);
  if ((value.lat === null) !== (value.lng === null)) wrong(value.lat === null ? "lat" : "lng", "经度和纬度应一起填写");
  const { sale_units, total_units, price_min, price_max } = value;
  if (sale_units !== null && total_units !== null && sale_units > total_units)
    wrong("sale_units", "在售户数不能大于总户数");
  if (price_max !== null && Number(price_min) > Number(price_max)) wrong("price_max", "总价上限不能小于总价下限");
  if (price_max !== null && Number(price_max) <= 0) wrong("price_max", "总价上限应大于0");
  if (value.payment_plan.length && sum(value.payment_plan) !== 100_00)
    wrong("payment_plan", "付款计划的比例合计应为100%");
  if (value.purchase_costs.some(({ rate, amount }) => (rate === null) === (amount === null)))
    wrong("purchase_costs", "每项费用填写费率或金额之一");
  if (value.settle_condition === "staged" && sum(value.settle_stages) !== 100_00)
    wrong("settle_stages", "结佣批次的比例合计应为100%");
  if (value.settle_condition !== "staged" && value.settle_stages.length > 0)
    wrong("settle_stages", "结佣条件为分批时才填写批次");
  for (const side of ["dev", "agent"] as const) {
    const [mode, amount, currency] = [
      value[`${side}_commission_mode`],
      value[`${side}_commission_value`],
      value[`${side}_commission_currency`],
    ];
    if (mode !== null && amount === null) wrong(`${side}_commission_value`, "请输入佣金");
    if (mode === null && amount !== null) wrong(`${side}_commission_mode`, "请选择佣金方式");
    if (mode === "percent" && Number(amount) > 100) wrong(`${side}_commission_value`, "佣金比例不能大于100%");
    if (mode === "fixed" && currency === null) wrong(`${side}_commission_currency`, "请选择币种");
  }
}

export const demandText = (name: EstateField): string => `请填写${field.labelOf(EstateFields.shape[name], name)}`;

/** Of an estate that was submitted, nothing that this demands may be emptied any more. */
function checkWhole(value: EstateFields, context: z.RefinementCtx) {
  for (const name of missingFields(value))
    context.addIssue({ code: "custom", path: [name], message: demandText(name) });
}

/** A new one's currency is its country's unless it is named. */
export const EstateCreate = EstateFields.extend({
  currency: field.optional(EstateFields.shape.currency).meta({ help: "留空按国家/地区" }),
}).superRefine((value, context) => checkEstate({ ...value, currency: value.currency ?? "" }, context));
export type EstateDraft = z.output<typeof EstateCreate>;

/** What a draft begins with; the rest is filled in once it is saved. */
export const EstateBegin = EstateFields.pick({ name: true, country_code: true, district_id: true });

export const EstateUpdate = EstateFields.extend({
  version: field.version(),
}).superRefine(checkEstate);
export const WholeEstateUpdate = EstateUpdate.superRefine(checkWhole);
