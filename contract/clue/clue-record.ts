import { z } from "zod";
import { layouts } from "~/contract/shared/property";
import { ref } from "../common";
import { purposes } from "../customer/customer-record";
import { genders } from "../customer/customer-user";
import * as field from "../field";
import { phoneModes, protectModes } from "../house/estate-record";
import { clueInvalidReasons, clueLogActions, clueSources, clueStatuses, collisionTypes } from "./clue-kinds";

/** The first three and the last four national digits, with stars for those between. */
const maskedPhone = /^[1-9]\d{2}\*{1,8}\d{4}$/;
/** How people write a number, without spaces and dashes. */
export const bareDigits = (phone: string) => phone.normalize("NFKC").replace(/[\s()\-·]/g, "");
export const isMaskedPhone = (phone: string) => maskedPhone.test(bareDigits(phone));

/** A phone as a lead gives it: full, or, where the estate's rule allows, with its middle digits hidden. */
const cluePhone = field
  .phone("客户手机号")
  .refine(
    (value) => !value.includes("*") || isMaskedPhone(value),
    "隐藏中间号码时应为前三位、星号与后四位，如138****5678",
  )
  .meta({ help: "楼盘按“前三后四”报备时，可填138****5678" });
const phone_cc = field.text("区号", 4).meta({ scene: "phone_codes", control: "select" });

/** Photos, pictures of papers: kept with the lead, read through it. */
export const proofs = (label: string, minimum = 0) =>
  z
    .array(z.int().positive())
    .min(minimum, `请上传${label}`)
    .max(9, `${label}最多9张`)
    .default([])
    .meta({ label, control: "media" });

const Facts = z.object({
  estate_id: field.reference("楼盘", "reportable_estates"),
  customer_name: field.text("客户姓名", 50),
  gender: field.choice("性别", genders).default("unknown"),
  phone_cc: phone_cc.default("86"),
  phone: cluePhone,
  layout: field.optional(field.choice("意向户型", layouts)),
  budget_min: field.optional(field.money("预算下限", "budget_currency")),
  budget_max: field.optional(field.money("预算上限", "budget_currency")),
  budget_currency: field.optional(field.optionValue("币种", "currencies")),
  purpose: field.optional(field.choice("购房目的", purposes)),
  note: field.optional(field.longText("说明", 500)),
  expected_visit_at: field.optional(field.instant("预计到访")),
});

function checkFacts(value: z.output<typeof Facts>, context: z.RefinementCtx) {
  const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  const { budget_min, budget_max, budget_currency } = value;
  if (budget_min && budget_max && Number(budget_min) > Number(budget_max)) wrong("budget_max", "预算上限不能小于下限");
  if ((budget_min || budget_max) && !budget_currency) wrong("budget_currency", "请选择币种");
}

/** A lead that staff enter for an agent (代录); its account where one of the agent's people brought it. */
export const ClueFields = z
  .object({ agent_id: field.reference("报备代理", "agents"), account_id: field.optional(field.id("报备人")) })
  .extend(Facts.shape);
export const ClueCreate = ClueFields.superRefine(checkFacts);
export type ClueCreate = z.output<typeof ClueCreate>;

export const ClueIntake = z
  .object({ account_id: field.id("报备人") })
  .extend(Facts.shape)
  .superRefine(checkFacts);

export const ClueCheck = z.object({
  agent_id: field.reference("报备代理", "agents"),
  estate_id: field.reference("楼盘", "reportable_estates"),
  phone_cc: phone_cc.default("86"),
  phone: cluePhone,
});

/** What a lead collides with (domain F.2). */
export const ClueCollision = z.object({
  type: field.choice("撞单提示", collisionTypes),
  /** False where a masked phone matched: evidence, never a refusal by itself. */
  certain: z.boolean().meta({ label: "确定撞单" }),
  text: z.string(),
  protect_until: field.instant("保护期至").nullable(),
  at: field.instant("时间").nullable(),
});
export type ClueCollision = z.output<typeof ClueCollision>;

const nullable = <T extends z.ZodType>(schema: T) => field.read(field.optional(schema));
const { shape } = Facts;

export const ClueRow = z.object({
  ...field.record(),
  clue_no: z.string().meta({ label: "报备编号" }),
  customer_name: z.string().meta({ label: "客户" }),
  gender: z.string().meta({ label: "性别", options: genders }),
  phone_cc: z.string(),
  phone: z.string().meta({ label: "手机号", control: "phone" }),
  /** The agent gave the phone with its middle digits hidden: nobody knows them until the visit. */
  phone_mode: z.string().meta({ label: "报备号码", options: phoneModes }),
  /** The full phone is known, but not shown to the caller, who neither handles the lead nor its agent. */
  is_masked: z.boolean(),
  agent: ref.meta({ label: "代理" }),
  account: ref.nullable().meta({ label: "报备人" }),
  manager: ref.nullable().meta({ label: "渠道经理", isPerson: true }),
  estate: ref.meta({ label: "楼盘" }),
  layout: nullable(shape.layout),
  budget_min: nullable(shape.budget_min),
  budget_max: nullable(shape.budget_max),
  budget_currency: nullable(shape.budget_currency),
  purpose: nullable(shape.purpose),
  source: z.string().meta({ label: "来源", options: clueSources }),
  created_at: field.instant("报备时间"),
  expected_visit_at: field.instant("预计到访").nullable(),
  collision: z
    .enum(Object.keys(collisionTypes) as [keyof typeof collisionTypes])
    .nullable()
    .meta({ label: "撞单提示", options: collisionTypes }),
  collision_certain: z.boolean().nullable().meta({ label: "确定撞单" }),
  /** What the last judgement says, where one is decided. */
  verdict: z.string().nullable(),
  protect_until: field.instant("保护期至").nullable(),
  /** Whole days left of the protection while it runs; 0 on its last day. */
  protect_days: z.int().nullable().meta({ label: "保护期剩余", unit: "天" }),
  handler: ref.nullable().meta({ label: "顾问", isPerson: true }),
  status: z.string().meta({ label: "状态", options: clueStatuses }),
  /** Until when a waiting one is to be reviewed. */
  review_due_at: field.instant("审核截止").nullable(),
  is_overdue: z.boolean().meta({ label: "审核超时" }),
  customer: z.object({ id: z.int(), name: z.string(), is_visible: z.boolean() }).nullable().meta({ label: "关联客户" }),
  reviewed_at: field.instant("审核时间").nullable(),
  visited_at: field.instant("到访时间").nullable(),
  /** The consultant that a review would assign (domain C.6); null when no review is waiting. */
  suggested_handler: ref.nullable(),
  /** Why an act that `can` allows would be refused now; `deal`: to begin one. */
  blocked: z.object({ cancel: z.string(), renew: z.string(), deal: z.string() }).partial(),
  can: field.can("approve", "reject", "judge", "visit", "extend", "renew", "appeal", "cancel", "reveal", "call"),
});
export type ClueRow = z.output<typeof ClueRow>;

export const ClueMedia = z.object({ id: z.int(), name: z.string(), url: z.string() });

export const ClueDetail = ClueRow.extend({
  estate_id: z.int(),
  agent_id: z.int(),
  handler_id: z.int().nullable(),
  note: z.string().nullable().meta({ label: "说明" }),
  collision_detail: ClueCollision.nullable(),
  invalid_reason: z.string().nullable().meta({ label: "无效原因", options: clueInvalidReasons }),
  invalid_note: z.string().nullable().meta({ label: "无效说明" }),
  /** The estate's rule, else the settings', as it was at the report. */
  protect_mode: z.string().meta({ label: "保护模式", options: protectModes }),
  protect_report_days: z.int().meta({ label: "报备-到访保护", unit: "天" }),
  protect_visit_days: z.int().meta({ label: "到访-成交保护", unit: "天" }),
  reviewed_by: ref.nullable().meta({ label: "审核人", isPerson: true }),
  review_note: z.string().nullable().meta({ label: "审核说明" }),
  force_reason: z.string().nullable().meta({ label: "强制通过原因" }),
  extended_at: field.instant("延期时间").nullable(),
  extend_reason: z.string().nullable().meta({ label: "延期原因" }),
  appealed_at: field.instant("申诉时间").nullable(),
  appeal_note: z.string().nullable().meta({ label: "申诉说明" }),
  appeal_media: z.array(ClueMedia).meta({ label: "申诉证据" }),
  appeal_until: field.instant("申诉截止").nullable(),
  visit_media: z.array(ClueMedia).meta({ label: "到访凭证" }),
  visit_note: z.string().nullable().meta({ label: "到访说明" }),
  cancelled_at: field.instant("取消时间").nullable(),
  cancel_reason: z.string().nullable().meta({ label: "取消原因" }),
  updated_at: z.string(),
});
export type ClueDetail = z.output<typeof ClueDetail>;

export const ClueLog = z.object({
  id: z.int(),
  action: z.string().meta({ label: "操作", options: clueLogActions }),
  from_status: z.string().nullable().meta({ label: "原状态", options: clueStatuses }),
  to_status: z.string().nullable().meta({ label: "状态", options: clueStatuses }),
  by: z.string().meta({ label: "操作人" }),
  note: z.string().nullable().meta({ label: "说明" }),
  media: z.array(ClueMedia).meta({ label: "凭证" }),
  at: z.string(),
});
export type ClueLog = z.output<typeof ClueLog>;
