import { z } from "zod";
import { languages, ref } from "../common";
import * as field from "../field";
import { ClaimClock } from "./claim-clock";

const genders = { unknown: "未知", male: "男", female: "女" } as const;
export const levels = { A: "A 高意向", B: "B 中意向", C: "C 低意向", D: "D 暂无意向" } as const;
/** How soon they are expected to buy: shown next to the option. */
export const levelNotes: Readonly<Record<string, string>> = { A: "1个月内", B: "3个月内", C: "半年内" };
export const levelField = (label: string) => field.choice(label, levels).meta({ notes: levelNotes });
export const stages = {
  new: "新客户",
  contacted: "已联系",
  qualified: "需求明确",
  visited: "已看房",
  subscribed: "已认购",
  contracted: "已签约",
  completed: "已交割",
  lost: "已流失",
  invalid: "无效",
} as const;
export const purposes = {
  self_use: "自住",
  investment: "投资",
  education: "教育",
  retirement: "养老",
  immigration: "移民/签证",
  holiday: "度假",
} as const;
export const loanNeeds = { none: "全款", loan: "需贷款", unknown: "未定" } as const;
export const poolReasons = {
  new_unassigned: "新增未分配",
  auto_no_follow: "超时未跟进",
  auto_no_deal: "超时未成交",
  manual: "主动释放",
  owner_resigned: "员工离职",
  restored: "回收站恢复",
} as const;
export const ownerActions = {
  create: "新增",
  assign: "分配",
  transfer: "转移",
  takeover: "接管",
  claim: "领取",
  release: "释放",
  auto_release: "自动释放",
  restore: "恢复",
  resign: "离职交接",
  undo: "撤销",
} as const;
export const historyActions = {
  ...ownerActions,
  update: "修改",
  track: "跟进更新",
  recycle: "移入回收站",
  lock: "锁定",
  unlock: "解除锁定",
  tag: "打标签",
  merge: "合并",
  move: "移动公海",
  link: "关联注册用户",
  unlink: "取消关联",
} as const;

/** The stages a person may set by hand; the deal's stages are set by the deal. */
export const manualStages = ["new", "contacted", "qualified", "visited", "lost", "invalid"] as const;

/** The contacts of a customer: masked for everyone but the owner, and left unchanged by an edit that does not name them. */
const Contacts = z.object({
  phone_cc: field.optional(field.text("区号", 4)).meta({ scene: "phone_codes", control: "select" }),
  phone: field.optional(field.phone("手机号")),
  phone2: field.optional(field.phone("备用电话")),
  wechat: field.optional(field.text("微信", 50)),
  email: field.optional(field.email()),
  line_id: field.optional(field.text("LINE", 50)),
  whatsapp: field.optional(field.text("WhatsApp", 30)),
});
export const contactFields = Object.keys(Contacts.shape) as (keyof typeof Contacts.shape)[];

export const intentEstateLimit = 20;

const Facts = z.object({
  name: field.text("客户姓名", 50),
  gender: field.choice("性别", genders).default("unknown"),
  country_code: field.optional(field.optionValue("现居国家/地区", "countries")),
  district_id: field.optional(field.reference("现居区域", "districts")),
  birth_year: field.optional(field.integer("出生年份", 1900, 2100)),
  industry: field.optional(field.optionValue("行业", "customer_industry")),
  language: field.optional(field.choice("语言", languages)),
  level: levelField("客户等级").default("C"),
  stage: field.choice("客户阶段", stages).default("new"),
  lost_reason: field.optional(field.optionValue("流失原因", "lost_reason")),
  purposes: field.choices("购房目的", purposes),
  intent_country_codes: field.optionValues("意向国家/地区", "countries", 10),
  intent_district_ids: z
    .array(z.int().positive())
    .max(10, "意向区域最多选10项")
    .default([])
    .meta({ label: "意向区域", control: "multi-select", scene: "districts" }),
  intent_estate_ids: z
    .array(z.int().positive())
    .max(intentEstateLimit, `意向楼盘最多选${intentEstateLimit}项`)
    .default([])
    .meta({ label: "意向楼盘", control: "multi-select", scene: "estates" }),
  budget_min: field.optional(field.money("预算下限", "budget_currency")),
  budget_max: field.optional(field.money("预算上限", "budget_currency")),
  budget_currency: field.optional(field.optionValue("币种", "currencies")),
  loan_need: field.choice("付款方式", loanNeeds).default("unknown"),
  source: field.optionValue("客户来源", "customer_source"),
  source_detail: field.optional(field.text("来源说明", 100)),
  agent_id: field.optional(field.reference("来源代理", "agents")),
  referrer_customer_id: field.optional(field.reference("介绍人", "customers")),
  tags: field.optionValues("标签", "customer_tag", 10),
  remark: field.optional(field.longText("备注", 1000)),
});

/** The whole customer as forms know it: labels, limits and options of every field. */
export const Customer = Facts.extend(Contacts.shape);

/** Rules across fields, the same in the form and on the server. */
export function checkCustomer(value: Partial<z.output<typeof Customer>>, context: z.RefinementCtx) {
  const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  if (value.budget_min && value.budget_max && Number(value.budget_min) > Number(value.budget_max))
    wrong("budget_max", "预算上限不能小于预算下限");
  if ((value.budget_min || value.budget_max) && !value.budget_currency) wrong("budget_currency", "请选择币种");
  if (value.stage === "lost" && !value.lost_reason) wrong("lost_reason", "请选择流失原因");
  if (value.phone && !value.phone_cc) wrong("phone_cc", "请选择区号");
}

/** A field without its default; it has the default's meta. */
function bare<S extends z.ZodType>(schema: z.ZodDefault<S>): S {
  return schema.removeDefault().meta({ ...field.metaOf(schema) });
}

const Edited = Facts.extend({
  ...Contacts.partial().shape,
  ...Facts.pick({ budget_min: true, budget_max: true, budget_currency: true }).partial().shape,
  purposes: bare(Facts.shape.purposes).optional(),
  intent_country_codes: bare(Facts.shape.intent_country_codes).optional(),
  intent_district_ids: bare(Facts.shape.intent_district_ids).optional(),
  loan_need: bare(Facts.shape.loan_need).optional(),
  version: z.int().meta({ label: "版本" }),
});
/** The body of an edit: every fact, the contacts and the wishes only where they are named, and the version that was read. */
export const CustomerUpdate = Edited.superRefine(checkCustomer);

/** What is edited of a customer without the rest of the form: of the body of an edit these fields, and the version. */
export function customerPart(names: readonly string[]) {
  const chosen = Object.entries(Edited.shape).filter(([name]) => name === "version" || names.includes(name));
  // Which of them there are is known only when the form is drawn.
  return z.object(Object.fromEntries(chosen) as typeof Edited.shape).superRefine(checkCustomer);
}

/** The facts that every edit sends, changed or not; contacts that are not named stay. */
export const factFields = Object.keys(Facts.shape) as (keyof typeof Facts.shape)[];

/** What the newest open requirement says for the customer (domain B.2); the estates in mind are the customer's own. */
export const wishFields = [
  ...(["purposes", "intent_country_codes", "intent_district_ids"] as const),
  ...(["budget_min", "budget_max", "budget_currency", "loan_need"] as const),
] satisfies (keyof typeof Facts.shape)[];

const manual = Object.fromEntries(manualStages.map((stage) => [stage, stages[stage]])) as Pick<
  typeof stages,
  (typeof manualStages)[number]
>;

/** A stage that a person sets; of the deal's it is said whose they are. */
const manualStage = z
  .enum(manualStages, {
    error: ({ input }) =>
      typeof input === "string" && input in stages ? "认购、签约、交割阶段由成交记录维护" : "请选择客户阶段",
  })
  .meta({ label: "客户阶段", control: "select", options: manual });
const lost_reason = field.optional(field.optionValue("流失原因", "lost_reason"));
/** An empty input of a form says nothing. */
const unlessBlank = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (value === null || value === "" || (Array.isArray(value) && value.length === 0) ? undefined : value),
    schema.optional(),
  );

/** What is changed without the whole form: what is absent stays. */
const FewFacts = z.object({
  level: levelField("客户等级").optional(),
  stage: manualStage.optional(),
  lost_reason,
  tags: bare(Facts.shape.tags).optional(),
});

const isLostWhy = ({ stage, lost_reason }: { stage?: string; lost_reason: string | null }) =>
  stage !== "lost" || lost_reason !== null;
const lostWhy = { path: ["lost_reason"], error: "请选择流失原因" };

/** The body of an edit in a list's row; `next_at` is the next follow-up, null for none. */
export const QuickEdit = FewFacts.extend({
  version: z.int().meta({ label: "版本" }),
  next_at: z
    .preprocess((value) => (value === "" ? null : value), field.instant("下次跟进时间").nullable())
    .optional()
    .meta({ isAhead: true }),
  /** Why nothing can come of the customer: kept in the history, with that stage alone. */
  invalid_reason: field.optional(field.reason("无效原因")),
}).refine(isLostWhy, lostWhy);

export const BulkFacts = z
  .object({
    level: unlessBlank(levelField("客户等级")),
    stage: unlessBlank(manualStage),
    lost_reason,
    source: unlessBlank(field.optionValue("客户来源", "customer_source")),
    tags: unlessBlank(bare(Facts.shape.tags)),
  })
  .refine(isLostWhy, lostWhy)
  .refine(({ level, stage, tags, source }) => level ?? stage ?? tags ?? source, {
    error: "请填写要修改的内容",
    path: ["level"],
  });

const Can = z.object({
  view: z.boolean(),
  edit: z.boolean(),
  claim: z.boolean(),
  assign: z.boolean(),
  release: z.boolean(),
  lock: z.boolean(),
  recycle: z.boolean(),
  track: z.boolean(),
  reveal: z.boolean(),
  transfer: z.boolean(),
  merge: z.boolean(),
  move: z.boolean(),
});

export const CustomerRow = z.object({
  id: field.id(),
  version: z.int(),
  customer_no: z.string().meta({ label: "客户编号" }),
  name: z.string().meta({ label: "客户姓名" }),
  gender: z.string().meta({ label: "性别", options: genders }),
  /** The country code of `phone`, which the owner calls. */
  phone_cc: z.string().nullable(),
  phone: z.string().nullable().meta({ label: "手机号", control: "phone" }),
  /** In the pool: why the caller cannot claim it, although claiming is theirs. */
  claim_blocked: z.string().nullable(),
  level: z.string().meta({ label: "客户等级", options: levels }),
  stage: z.string().meta({ label: "客户阶段", options: stages }),
  source: z.string().meta({ label: "客户来源", scene: "customer_source" }),
  intent_country_codes: z.array(z.string()).meta({ label: "意向国家/地区", scene: "countries" }),
  intent_estate_ids: z.array(z.number()).meta({ label: "意向楼盘", scene: "estates" }),
  budget_min: field.read(Facts.shape.budget_min),
  budget_max: field.read(Facts.shape.budget_max),
  budget_currency: z.string().nullable().meta({ label: "币种" }),
  owner: ref.nullable().meta({ label: "跟进人", isPerson: true }),
  last_owner: ref.nullable().meta({ label: "原跟进人", isPerson: true }),
  pool_at: field.instant("进公海时间").nullable(),
  pool: ref.nullable().meta({ label: "公海" }),
  pool_reason: z.string().nullable().meta({ label: "进公海原因", options: poolReasons }),
  is_locked: z.boolean().meta({ label: "锁定" }),
  is_blacklisted: z.boolean().meta({ label: "黑名单" }),
  tracking_count: z.int().meta({ label: "跟进次数", figure: "tracking_count" }),
  inquiry_count: z.int().meta({ label: "询盘数" }),
  /** Those that came to a subscription and were not cancelled. */
  deal_count: z.int().meta({ label: "成交数" }),
  last_tracking_at: field.instant("最近跟进").nullable(),
  last_valid_tracking_at: field.instant("最近有效跟进").nullable(),
  next_tracking_at: field.instant("下次跟进").nullable(),
  /** Days since max(last valid follow-up, assignment); null in the pool. */
  idle_days: z.int().nullable().meta({ label: "未跟进天数", figure: "idle_days" }),
  /** Days until the pool takes it, 0 = with the next run; null where no rule ends it. */
  days_to_pool: z.int().nullable().meta({ label: "距进公海" }),
  /** The pool takes it within `pool.warn_days`. */
  is_warned: z.boolean().meta({ label: "即将进公海" }),
  /** What ends the holding, and when; the screen counts on from it. */
  clock: ClaimClock,
  tags: z.array(z.string()).meta({ label: "标签", scene: "tags" }),
  created_at: field.instant("创建时间"),
  can: Can,
});
export type CustomerRow = z.output<typeof CustomerRow>;

export const CustomerDetail = CustomerRow.extend({
  phone2: z.string().nullable(),
  wechat: z.string().nullable(),
  email: z.string().nullable(),
  line_id: z.string().nullable(),
  whatsapp: z.string().nullable(),
  /** The caller does not own it: contacts are masked. */
  is_masked: z.boolean(),
  country_code: z.string().nullable(),
  district_id: z.number().nullable(),
  birth_year: z.number().nullable(),
  industry: z.string().nullable(),
  language: z.string().nullable(),
  lost_reason: z.string().nullable(),
  purposes: z.array(z.string()),
  intent_district_ids: z.array(z.number()),
  loan_need: z.string(),
  source_detail: z.string().nullable(),
  agent_id: z.number().nullable(),
  agent: ref.nullable().meta({ label: "来源代理" }),
  referrer_customer_id: z.number().nullable(),
  /** Out of the caller's sight they are named by their number. */
  referrer: ref.nullable().meta({ label: "介绍人" }),
  customer_user: ref.nullable().meta({ label: "注册用户" }),
  /** What the blacklist forbids, such as `no_contact`. */
  forbidden: z.array(z.string()),
  remark: z.string().nullable(),
  locked_until: z.string().nullable(),
  assigned_at: z.string().nullable(),
  last_valid_tracking_at: z.string().nullable(),
  /** Open requirements: with several of them the wishes are edited there alone. */
  open_requirements: z.int().meta({ label: "进行中的需求" }),
  /** The layouts of the newest of them. */
  wanted_layouts: z.array(z.string()),
  districts: z.array(ref),
  estates: z.array(ref),
  updated_at: z.string(),
});
export type CustomerDetail = z.output<typeof CustomerDetail>;
