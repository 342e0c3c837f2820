import { z } from "zod";
import { layouts } from "~/contract/shared/property";
import { purposes } from "../customer/customer-record";
import * as field from "../field";
import { type InquiryKind, inquiryKinds } from "./inquiry-words";

export const contactTimes = { any: "随时", morning: "上午", afternoon: "下午", evening: "晚上" } as const;
export const devices = { pc: "电脑", mobile: "手机" } as const;

export const rentKinds = { find_rent: "求租", entrust: "出租托管" } as const;
export const visaStatuses = {
  none: "无",
  tourist: "短期滞在",
  student: "留学",
  work: "就劳",
  business_manager: "经营·管理",
  permanent: "永住",
} as const;
export const companyStages = { none: "未设立", setting_up: "设立中", established: "已设立" } as const;
export const japaneseLevels = { none: "无", N5: "N5", N4: "N4", N3: "N3", N2: "N2", N1: "N1" } as const;
export const caseStages = {
  consulting: "咨询中",
  evaluating: "条件评估",
  engaged: "已委托",
  preparing: "材料准备",
  submitted: "已递交",
  coe_issued: "认定证明下发",
  visa_issued: "已获签",
  refused: "不许可",
  withdrawn: "已放弃",
} as const;
export const closedCaseStages = ["visa_issued", "refused", "withdrawn"] as const satisfies (keyof typeof caseStages)[];
export type CaseStage = keyof typeof caseStages;
export const chatStatuses = { waiting: "待接入", open: "会话中", ended: "已结束" } as const;

const maybe = field.optional;
const flag = (label: string) => z.boolean({ error: `请选择${label}` }).meta({ label, control: "switch" });
/** Yes, no, or nobody has asked yet: a choice and no switch, which could not say the last. A form sends the choice's text. */
const answer = (label: string) =>
  maybe(
    z
      .preprocess(
        (value) => (value === "true" ? true : value === "false" ? false : value),
        z.boolean({ error: `请选择${label}` }),
      )
      .meta({ label, control: "select", options: { true: "是", false: "否" } }),
  );

const EstateExt = z.object({
  layout: maybe(field.choice("户型", layouts)),
  budget_min: maybe(field.money("预算下限", "budget_currency")),
  budget_max: maybe(field.money("预算上限", "budget_currency")),
  budget_currency: maybe(field.optionValue("币种", "currencies")),
  purpose: maybe(field.choice("购房目的", purposes)),
  want_viewing: flag("想看房").default(false),
  viewing_date: maybe(field.day("看房日期")),
});

const RentalExt = z.object({
  rent_kind: field.choice("租赁类型", rentKinds).default("find_rent"),
  city: maybe(field.text("城市", 50)),
  district_id: maybe(field.reference("区域", "districts")),
  layout: maybe(field.choice("户型", layouts)),
  rent_min: maybe(field.money("月租下限", "currency")),
  rent_max: maybe(field.money("月租上限", "currency")),
  currency: maybe(field.optionValue("租金币种", "currencies")),
  move_in_date: maybe(field.day("入住日")),
  lease_months: maybe(field.integer("租期", 1, 120)).meta({ unit: "个月" }),
  occupants: maybe(field.integer("入住人数", 1, 50)).meta({ unit: "人" }),
  nationality: maybe(field.optionValue("国籍", "countries")),
  visa_status: maybe(field.choice("在留资格", visaStatuses)),
  guarantor: flag("有保证人").default(false),
  pet: flag("养宠物").default(false),
  address: maybe(field.text("房屋地址", 200)),
  area_sqm: maybe(field.decimal("面积", 1, 99_999)).meta({ unit: "㎡" }),
  expected_rent: maybe(field.money("期望租金", "currency")),
});

/** Somebody who wants to come to Japan as a manager; the case's own progress is written by the visa screens. */
export const VisaExt = z.object({
  nationality: field.optionValue("国籍", "countries"),
  current_location: maybe(field.text("现居地", 50)),
  current_visa: maybe(field.choice("现有在留资格", visaStatuses)),
  company_stage: maybe(field.choice("公司阶段", companyStages)),
  capital_jpy: maybe(field.integer("资本金", 0, 1_000_000_000_000, "日元")),
  has_3y_experience: answer("3年以上经营管理经验"),
  has_master: answer("相关硕士以上学历"),
  has_fulltime_staff: answer("有常勤员工"),
  japanese_level: maybe(field.choice("日语水平", japaneseLevels)),
  staff_japanese_level: maybe(field.choice("员工日语水平", japaneseLevels)),
  office_ready: answer("已有实体办公室"),
  planned_industry: maybe(field.text("计划行业", 50)),
  family_count: maybe(field.integer("随行家属", 0, 50)).meta({ unit: "人" }),
  expected_entry_date: maybe(field.day("期望入境日")),
  /** 买房+签证: the estate that goes with it. */
  property_id: maybe(field.reference("关联房源", "estates")),
});

/** What the server keeps of a visa case in addition to the questions asked. */
export const VisaCase = z.object({
  case_stage: field.choice("办理阶段", caseStages).default("consulting"),
  plan_confirmed: answer("事业计划经专家确认"),
  scrivener: maybe(field.text("行政书士", 50)),
  fee_jpy: maybe(field.integer("办理费用", 0, 1_000_000_000_000, "日元")),
  steps: z
    .array(
      z.object({
        stage: z.enum(Object.keys(caseStages) as [CaseStage]),
        at: z.string(),
        note: z.string().nullable(),
        by: z.number().nullable(),
      }),
    )
    .default([]),
  notes: z.record(z.string(), z.string()).default({}),
});

const ReportExt = z.object({ report_id: maybe(field.id("报告")), report_title: maybe(field.text("报告", 100)) });

/** The fields of each kind of inquiry apart from contact and content, as stored in `ext`; an intake is checked against them. */
export const inquiryExt = {
  estate: EstateExt,
  rental: RentalExt,
  visa: VisaExt.extend(VisaCase.shape),
  /** The messages have their own tables. */
  chat: z.object({}),
  report: ReportExt,
  general: z.object({}),
} as const satisfies Record<InquiryKind, z.ZodObject>;

/** A visa's `ext` as stored: nothing is left for a person who has been forgotten. */
export const visaStored = inquiryExt.visa.extend({ nationality: maybe(field.optionValue("国籍", "countries")) });

export type InquiryExt = Readonly<Record<string, z.core.util.JSONType>>;

/** Kinds that people of the house record by hand: chats and downloads come from the site alone. */
export const entryKinds = {
  estate: inquiryKinds.estate,
  rental: inquiryKinds.rental,
  visa: inquiryKinds.visa,
  general: inquiryKinds.general,
} as const;
export type EntryKind = keyof typeof entryKinds;

/** The fields of these kinds that people fill in, in one form: those of the chosen kind count. A kind's `*` is asked where it is the chosen one. */
const entryShape = {
  ...RentalExt.shape,
  ...EstateExt.shape,
  ...VisaExt.shape,
  nationality: maybe(field.optionValue("国籍", "countries")),
};
type EntryShape = typeof entryShape;
const mapped = (change: (schema: z.ZodType) => z.ZodType) =>
  Object.fromEntries(Object.entries<z.ZodType>(entryShape).map(([name, schema]) => [name, change(schema)]));

/** A form sends null for a field that it hides: the default replaces it. */
const orDefault = (schema: z.ZodType) =>
  schema instanceof z.ZodDefault ? z.preprocess((value) => (value === null ? undefined : value), schema) : schema;
// The fields of the literal, which the same values fit.
export const EntryExt = z.object(mapped(orDefault) as unknown as EntryShape);

/** In an edit, absent fields keep their values: no default replaces them. */
export const EntryChange = z.object(
  // As `partial` types them.
  mapped((schema) =>
    (schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema).optional(),
  ) as unknown as ReturnType<z.ZodObject<EntryShape>["partial"]>["shape"],
);
export const entryFields: Readonly<Record<EntryKind, readonly (keyof typeof EntryExt.shape)[]>> = {
  // The keys of the literals above.
  estate: Object.keys(EstateExt.shape) as (keyof typeof EstateExt.shape)[],
  rental: Object.keys(RentalExt.shape) as (keyof typeof RentalExt.shape)[],
  visa: Object.keys(VisaExt.shape) as (keyof typeof VisaExt.shape)[],
  general: [],
};
