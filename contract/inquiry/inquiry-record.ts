import { z } from "zod";
import { ref } from "../common";
import { platforms } from "../customer/customer-user";
import { trackingTypes } from "../customer/tracking";
import * as field from "../field";
import { EstateBrief } from "../house/estate";
import {
  type CaseStage,
  caseStages,
  contactTimes,
  devices,
  EntryChange,
  EntryExt,
  type EntryKind,
  entryFields,
  entryKinds,
  inquiryExt,
} from "./inquiry-kinds";
import { inquiryKinds, inquiryStatuses } from "./inquiry-words";
import { VisaView } from "./visa-case";
import { visaTotal } from "./visa-check";

/** The customer's contacts: masked for everyone but the assignee. */
const Contacts = z.object({
  name: field.optional(field.text("联系人", 50)),
  phone_cc: field.optional(field.text("区号", 4)).meta({ scene: "phone_codes", control: "select" }),
  phone: field.optional(field.phone("手机号")),
  wechat: field.optional(field.text("微信", 50)),
  email: field.optional(field.email()),
});
const Facts = z.object({
  contact_time: field.choice("方便联系时间", contactTimes).default("any"),
  content: field.optional(field.longText("询盘内容", 2000)),
  estate_id: field.optional(field.reference("意向房源", "estates")),
  mansion_id: field.optional(field.reference("意向楼栋", "mansions")),
});
const remark = field.optional(field.longText("内部备注", 500));

const entryPlatforms = {
  manual: platforms.manual,
  web: platforms.web,
  h5: platforms.h5,
  app_ios: platforms.app_ios,
  app_android: platforms.app_android,
  mini_program: platforms.mini_program,
  wecom: platforms.wecom,
} as const;

const EntryBase = Contacts.extend(Facts.shape).extend(EntryExt.shape).extend({ remark });

interface Typed {
  phone?: string | null | undefined;
  phone_cc?: string | null | undefined;
  wechat?: string | null | undefined;
  email?: string | null | undefined;
}

function checkContacts(value: Typed, context: z.RefinementCtx) {
  const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  if (!value.phone && !value.wechat && !value.email) wrong("phone", "手机号、微信、邮箱至少填写一项");
  if (value.phone && !value.phone_cc) wrong("phone_cc", "请选择区号");
}

function checkFacts(value: Partial<z.output<typeof EntryExt>> & { kind?: string }, context: z.RefinementCtx) {
  const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  const isAsked = (name: keyof typeof EntryExt.shape) =>
    entryFields[value.kind as EntryKind]?.includes(name) ?? value.kind === undefined;
  if (value.kind === "visa" && !value.nationality) wrong("nationality", "请选择国籍");
  for (const [min, max, currency, label] of ranges) {
    if (!isAsked(min)) continue;
    const [low, high] = [value[min], value[max]];
    if (low && high && Number(low) > Number(high)) wrong(max, `${label}上限不能小于下限`);
    if ((low || high) && !value[currency]) wrong(currency, `请选择${label}币种`);
  }
}
const ranges = [
  ["budget_min", "budget_max", "budget_currency", "预算"],
  ["rent_min", "rent_max", "currency", "月租"],
] as const;

/** An inquiry that somebody of the house records: the customer, the wish, and the fields of its kind. */
export const InquiryCreate = EntryBase.extend({
  kind: field.choice("询盘类型", entryKinds).default("estate"),
  platform: field.choice("来源平台", entryPlatforms).default("manual"),
  /** It becomes the caller's own at once. */
  to_me: z.boolean().default(true).meta({ label: "由我跟进", control: "switch" }),
})
  .superRefine(checkContacts)
  .superRefine(checkFacts);

/** An edit: the facts, the contacts only where they change, and the version that was read. The kind stays what it is. */
export const InquiryUpdate = Contacts.partial()
  .extend(Facts.shape)
  .extend(EntryChange.shape)
  .extend({ remark, version: field.version() })
  .superRefine(checkFacts);

const { shape: estateExt } = inquiryExt.estate;
const { shape: rentalExt } = inquiryExt.rental;
const { shape: visaExt } = inquiryExt.visa;
/** How many conditions of a visa are met: 4 is 4/6. */
export const visaMetOptions: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: visaTotal + 1 }, (_, met) => [String(met), `${met}/${visaTotal}`]),
);
/** A field of one kind, which the others do not have. */
const nullable = <T extends z.ZodType>(schema: T) => field.read(field.optional(schema));

export const InquiryRow = z.object({
  ...field.record(),
  inquiry_no: z.string().meta({ label: "询盘编号" }),
  kind: z.string().meta({ label: "询盘类型", options: inquiryKinds }),
  name: z.string().nullable().meta({ label: "联系人" }),
  phone_cc: z.string().nullable(),
  phone: z.string().nullable().meta({ label: "手机号", control: "phone" }),
  wechat: z.string().nullable().meta({ label: "微信" }),
  email: z.string().nullable().meta({ label: "邮箱" }),
  /** The caller does not handle it: contacts are masked. */
  is_masked: z.boolean(),
  contact_time: z.string().meta({ label: "方便联系时间", options: contactTimes }),
  content: z.string().nullable().meta({ label: "询盘内容" }),
  platform: z.string().meta({ label: "来源平台", options: platforms }),
  tracker: ref.nullable().meta({ label: "追踪点" }),
  estate: ref.nullable().meta({ label: "意向房源" }),
  mansion: ref.nullable().meta({ label: "意向楼栋" }),
  assignee: ref.nullable().meta({ label: "顾问", isPerson: true }),
  status: z.string().meta({ label: "状态", options: inquiryStatuses }),
  /** Until when somebody should have answered; given while nobody has. */
  due_at: field.instant("响应截止").nullable(),
  /** Nobody answered in time: for good, also once somebody has. */
  is_overdue: z.boolean().meta({ label: "超时" }),
  /** Working time left before `due_at`, in seconds, negative when it is late; null once somebody has answered. Counted when asked: a screen counts on only while the working hours run (`is_clock_running`). */
  seconds_left: z.int().nullable().meta({ label: "响应倒计时" }),
  is_clock_running: z.boolean(),
  first_response_at: field.instant("首次响应").nullable(),
  response_seconds: z.int().nullable().meta({ label: "响应用时" }),
  customer: z.object({ id: z.int(), name: z.string(), is_visible: z.boolean() }).nullable().meta({ label: "关联客户" }),
  remark: z.string().nullable().meta({ label: "内部备注" }),
  created_at: field.instant("创建时间"),
  layout: nullable(estateExt.layout),
  budget_min: nullable(estateExt.budget_min),
  budget_max: nullable(estateExt.budget_max),
  budget_currency: nullable(estateExt.budget_currency),
  purpose: nullable(estateExt.purpose),
  want_viewing: z.boolean().nullable().meta({ label: "想看房" }),
  rent_kind: nullable(rentalExt.rent_kind),
  rent_min: nullable(rentalExt.rent_min),
  rent_max: nullable(rentalExt.rent_max),
  currency: nullable(rentalExt.currency),
  move_in_date: nullable(rentalExt.move_in_date),
  visa_status: nullable(rentalExt.visa_status),
  /** The district, else the city as it was typed. */
  area: z.string().nullable().meta({ label: "区域" }),
  // Of a visa's, which only holders of its codes see at all.
  nationality: nullable(visaExt.nationality),
  company_stage: nullable(visaExt.company_stage),
  capital_jpy: nullable(visaExt.capital_jpy),
  japanese_level: nullable(visaExt.japanese_level),
  /** Conditions that are met, out of `visaTotal`. */
  visa_met: z.int().nullable().meta({ label: "评估结果", options: visaMetOptions }),
  case_stage: z
    .enum(Object.keys(caseStages) as [CaseStage])
    .nullable()
    .meta({ label: "办理阶段", options: caseStages }),
  scrivener: nullable(visaExt.scrivener),
  can: field.can(
    "claim",
    "assign",
    "reassign",
    "contacted",
    "track",
    "convert",
    "undo_convert",
    "invalid",
    "close",
    "reopen",
    "edit",
    "remark",
    "reveal",
    "call",
    "blacklist",
  ),
});
export type InquiryRow = z.output<typeof InquiryRow>;

const Trace = z.object({
  page_url: z.string().nullable().meta({ label: "来源页面" }),
  referrer: z.string().nullable().meta({ label: "来路" }),
  utm_source: z.string().nullable().meta({ label: "UTM来源" }),
  utm_medium: z.string().nullable().meta({ label: "UTM媒介" }),
  utm_campaign: z.string().nullable().meta({ label: "UTM活动" }),
  utm_term: z.string().nullable().meta({ label: "UTM关键词" }),
  utm_content: z.string().nullable().meta({ label: "UTM内容" }),
  ip: z.string().nullable().meta({ label: "IP" }),
  ip_region: z.string().nullable().meta({ label: "IP地区" }),
  device: z.string().nullable().meta({ label: "设备", options: devices }),
});

export const InquiryDetail = InquiryRow.extend(Trace.shape).extend({
  estate_id: z.int().nullable(),
  mansion_id: z.int().nullable(),
  ext: z.record(z.string(), z.json()),
  visa: VisaView.nullable(),
  customer_user: ref.nullable().meta({ label: "注册用户" }),
  /** The shared page that it was asked on, by its number; null where the caller sees no shares. */
  share: ref.nullable().meta({ label: "来自分享" }),
  /** Whom that page was sent to: links are forwarded, so that it may be somebody else who asks. */
  candidate: InquiryRow.shape.customer.meta({ label: "可能是客户" }),
  invalid_reason: z.string().nullable().meta({ label: "无效原因", scene: "invalid_reason" }),
  close_reason: z.string().nullable().meta({ label: "关闭原因" }),
  converted_at: field.instant("转客户时间").nullable(),
  converted_created: z.boolean(),
  updated_at: z.string(),
  estate_card: EstateBrief.nullable(),
  /** What the registered user looked at last. */
  behaviors: z.array(z.object({ id: z.int(), type: z.string(), target_name: z.string().nullable(), at: z.string() })),
  /** The first values of a new customer made from it; contacts only for callers who may see them. */
  customer_draft: z.record(z.string(), z.json()),
});
export type InquiryDetail = z.output<typeof InquiryDetail>;

export const logActions = {
  create: "新增",
  repeat: "再次咨询",
  match: "匹配客户",
  auto_assign: "自动分配",
  claim: "领取",
  assign: "分配",
  reassign: "改派",
  contacted: "已联系",
  follow: "跟进",
  convert: "转客户",
  undo_convert: "撤销转客户",
  invalid: "标记无效",
  close: "关闭",
  reopen: "重新打开",
  edit: "编辑",
  remark: "备注",
  handover: "交接",
  transfer: "随客户转移",
  chat_answer: "接入会话",
  chat_transfer: "转接会话",
  chat_contact: "留资",
  chat_end: "结束会话",
  chat_reopen: "继续咨询",
  overdue: "超时未响应",
  case: "签证办理",
  undo: "撤销",
} as const;
export type LogAction = keyof typeof logActions;

export const InquiryLog = z.object({
  id: z.int(),
  action: z.string().meta({ label: "操作", options: logActions }),
  from_status: z.string().nullable().meta({ label: "原状态", options: inquiryStatuses }),
  to_status: z.string().nullable().meta({ label: "状态", options: inquiryStatuses }),
  by: z.string().meta({ label: "操作人" }),
  reason: z.string().nullable().meta({ label: "说明" }),
  at: z.string(),
});
export type InquiryLog = z.output<typeof InquiryLog>;

/** A call to somebody, with what was said, where that is written: a follow-up of the inquiry's own until the person is a customer. */
export const InquiryContacted = z
  .object({
    action: z.literal("contacted"),
    type: field.choice("跟进方式", trackingTypes).default("call"),
    result: field.optional(field.optionValue("跟进结果", "tracking_result")),
    content: field.optional(field.longText("跟进内容", 2000, 5)),
    next_at: field.optional(field.instant("下次跟进时间")).meta({ isAhead: true }),
  })
  .refine(({ content, result, next_at }) => content !== null || (result === null && next_at === null), {
    path: ["content"],
    error: "请输入跟进内容",
  });
export interface InquiryNote {
  type: keyof typeof trackingTypes;
  result: string | null;
  content: string;
  next_at: string | null;
}
