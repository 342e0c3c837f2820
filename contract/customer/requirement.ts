import { z } from "zod";
import { layouts, propertyTypes } from "~/contract/shared/property";
import { contactKeyword, csv, listQuery, page, queryDays, queryId, ref } from "../common";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { listRequest, recordRequest, request, rowNumber, screenData } from "../screen-data";
import { loanNeeds, purposes } from "./customer-record";

const timelines = {
  "1m": "1个月内",
  "3m": "3个月内",
  "6m": "6个月内",
  "12m": "12个月内",
  later: "12个月以后",
} as const;
const floorPreferences = { low: "低楼层", mid: "中楼层", high: "高楼层", any: "不限" } as const;
/** A requirement is matched as long as estates are marked as fit for it. */
const statuses = { open: "进行中", matched: "已匹配", closed: "已关闭" } as const;
export const annexCategories = {
  passport: "护照",
  id_card: "身份证",
  asset: "资产证明",
  income: "收入证明",
  visa: "在留卡/签证",
  contract: "合同",
  floor_plan: "户型图",
  other: "其他",
} as const;
export const verifiedStates = { unverified: "未核验", verified: "已核验", rejected: "不合格" } as const;

const matchLimit = 20;

export const annexLimit = 20;

const area = (label: string) =>
  field.optional(field.decimal(label, 1, 99_999).meta({ label, control: "number", unit: "㎡" }));

export const Requirement = z.object({
  purposes: field.choices("购房目的", purposes),
  timeline: field.optional(field.choice("购房时间", timelines)),
  completion_from: field.optional(field.day("交房时间从")),
  completion_to: field.optional(field.day("交房时间至")),
  country_code: field.optionValue("国家/地区", "countries"),
  district_ids: z
    .array(z.int().positive())
    .max(10, "区域最多选10项")
    .default([])
    .meta({ label: "区域", control: "multi-select", scene: "districts" }),
  property_types: field.choices("物业类型", propertyTypes),
  layouts: field.choices("户型", layouts),
  floor_pref: field.choice("楼层偏好", floorPreferences).default("any"),
  station_walk_max: field.optional(field.integer("步行至车站", 1, 120).meta({ unit: "分钟内" })),
  area_min: area("面积下限"),
  area_max: area("面积上限"),
  price_min: field.optional(field.money("预算下限")),
  price_max: field.optional(field.money("预算上限")),
  currency: field.optional(field.optionValue("币种", "currencies")),
  yield_min: field.optional(field.decimal("最低回报率", 0, 30).meta({ unit: "%" })),
  loan: field.choice("付款方式", loanNeeds).default("unknown"),
  down_payment: field.optional(field.money("首付预算")),
  must_have: field.optional(field.longText("必须满足", 500)),
  extra: field.optional(field.longText("其他要求", 1000)),
});

function checkRequirement(value: z.output<typeof Requirement>, context: z.RefinementCtx) {
  const wrong = (name: keyof typeof value, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const isAbove = (low: string | number | null, high: string | number | null) =>
    low !== null && high !== null && Number(low) > Number(high);
  if (isAbove(value.area_min, value.area_max)) wrong("area_max", "面积上限不能小于面积下限");
  if (isAbove(value.price_min, value.price_max)) wrong("price_max", "预算上限不能小于预算下限");
  if ((value.price_min || value.price_max || value.down_payment) && !value.currency) wrong("currency", "请选择币种");
  if (value.completion_from && value.completion_to && value.completion_from > value.completion_to)
    wrong("completion_to", "交房时间的结束不能早于开始");
}

export const RequirementCreate = Requirement.extend({
  customer_id: field.reference("客户", "customers"),
}).superRefine(checkRequirement);
export const RequirementUpdate = Requirement.extend({
  version: z.int().meta({ label: "版本" }),
}).superRefine(checkRequirement);

const number = (label: string) => z.number().nullable().meta({ label });
const amount = (label: string) => z.string().nullable().meta({ label });

export const RequirementRow = z.object({
  id: field.id(),
  version: z.int(),
  requirement_no: z.string().meta({ label: "编号" }),
  /** Country, districts, layouts and budget in words. */
  title: z.string().meta({ label: "标题" }),
  customer: ref.meta({ label: "客户" }),
  purposes: z.array(z.string()).meta({ label: "购房目的", options: purposes }),
  timeline: z.string().nullable().meta({ label: "购房时间", options: timelines }),
  completion_from: z.string().nullable(),
  completion_to: z.string().nullable(),
  country_code: z.string().meta({ label: "国家/地区", scene: "countries" }),
  district_ids: z.array(z.number()),
  /** The districts by name. */
  districts: z.array(ref).meta({ label: "区域" }),
  property_types: z.array(z.string()).meta({ label: "物业类型", options: propertyTypes }),
  layouts: z.array(z.string()).meta({ label: "户型", options: layouts }),
  floor_pref: z.string().meta({ label: "楼层偏好", options: floorPreferences }),
  station_walk_max: number("步行至车站"),
  area_min: number("面积下限"),
  area_max: number("面积上限"),
  price_min: amount("预算下限"),
  price_max: amount("预算上限"),
  currency: z.string().nullable().meta({ label: "币种" }),
  yield_min: number("最低回报率"),
  loan: z.string().meta({ label: "付款方式", options: loanNeeds }),
  down_payment: amount("首付预算"),
  must_have: z.string().nullable().meta({ label: "必须满足" }),
  extra: z.string().nullable().meta({ label: "其他要求" }),
  annex_count: z.int().meta({ label: "附件数" }),
  /** Estates that were found fit by hand. */
  matched: z.array(ref).meta({ label: "匹配房源" }),
  status: z.string().meta({ label: "状态", options: statuses }),
  platform: z.string(),
  created_at: field.instant("创建时间"),
  updated_at: field.instant("更新时间"),
  can: field.can("edit", "close", "reopen"),
});
export type RequirementRow = z.output<typeof RequirementRow>;

type Asked = { body: Record<string, unknown> };
const asks =
  (action: string) =>
  ({ body }: Asked) =>
    body.action === action;

export const requirement = {
  list: endpoint("GET /api/customer/requirement", "需求列表", "customer:requirement:view", {
    query: listQuery(
      {
        keyword: contactKeyword(),
        customer_id: queryId(),
        status: csv(z.enum(Object.keys(statuses) as [keyof typeof statuses])),
        country: csv(z.string().length(2)),
        purpose: csv(z.enum(Object.keys(purposes) as [keyof typeof purposes])),
        ...queryDays("updated"),
      },
      ["updated_at", "created_at", "requirement_no"],
      "-updated_at",
    ),
    where: {
      more: {
        ...Requirement.pick({
          ...{ purposes: true, timeline: true, country_code: true, property_types: true, layouts: true, loan: true },
          ...{ price_min: true, price_max: true, area_min: true, area_max: true, floor_pref: true, must_have: true },
        }).shape,
      },
    },
    reply: page(RequirementRow),
  }),
  get: endpoint("GET /api/customer/requirement/{id}", "需求详情", "customer:requirement:view", {
    kind: "requirement",
    reply: RequirementRow,
  }),
  create: endpoint("POST /api/customer/requirement", "新增需求", "customer:requirement:edit", {
    body: RequirementCreate,
    reply: z.object({ id: z.int(), requirement_no: z.string() }),
  }),
  update: endpoint("PUT /crm/customer/requirement/{id}", "编辑需求", "customer:requirement:edit", {
    body: RequirementUpdate,
    reply: RequirementRow,
  }),
  close: endpoint("PUT /crm/customer/requirement/{id}", "关闭需求", "customer:requirement:edit", {
    select: asks("close"),
    body: z.object({ action: z.literal("close") }),
    reply: RequirementRow,
  }),
  reopen: endpoint("PUT /crm/customer/requirement/{id}", "重新打开需求", "customer:requirement:edit", {
    select: asks("reopen"),
    body: z.object({ action: z.literal("reopen") }),
    reply: RequirementRow,
  }),
  /** Names every estate that is fit; without any the requirement is open again. */
  match: endpoint("PUT /crm/customer/requirement/{id}", "标记匹配房源", "customer:requirement:edit", {
    select: asks("match"),
    body: z.object({
      action: z.literal("match"),
      estate_ids: z
        .array(z.int().positive())
        .max(matchLimit, `匹配房源最多${matchLimit}项`)
        .meta({ label: "匹配房源", scene: "estates" }),
      version: z.int().meta({ label: "版本" }),
    }),
    reply: RequirementRow,
  }),
};

export const AnnexFacts = z.object({
  category: field.choice("附件类型", annexCategories),
  name: field.text("附件名称", 80),
  expire_at: field.optional(field.day("有效期至")),
  remark: field.optional(field.text("备注", 200)),
});
export const AnnexUpdate = AnnexFacts.extend({
  /** Another file in place of the present one: it is not verified any more. */
  media_id: field.optional(field.id("文件")),
});
export const AnnexVerify = z
  .object({
    action: z.literal("verify").default("verify"),
    verified: field.choice("核验结果", verifiedStates),
    verify_note: field.optional(field.text("核验说明", 200)),
  })
  .superRefine(({ verified, verify_note }, context) => {
    if (verified === "rejected" && !verify_note)
      context.addIssue({ code: "custom", path: ["verify_note"], message: "请输入核验说明" });
  });

/** The form that adds several files at once: each becomes an annex with the name of its file. */
export const AnnexFiles = AnnexFacts.pick({ category: true, expire_at: true, remark: true }).extend({
  media_ids: z
    .array(z.int().positive())
    .min(1, "请选择文件")
    .max(annexLimit, `附件最多${annexLimit}个`)
    .default([])
    .meta({ label: "文件", control: "media" }),
});

export const AnnexRow = z.object({
  id: field.id(),
  /** Of a requirement, or of a visa's inquiry. */
  requirement: ref.nullable().meta({ label: "需求" }),
  inquiry: ref.nullable().meta({ label: "询盘" }),
  customer: ref.nullable().meta({ label: "客户" }),
  category: z.string().meta({ label: "附件类型", options: annexCategories }),
  name: z.string().meta({ label: "附件名称" }),
  remark: z.string().nullable().meta({ label: "备注" }),
  verified: z.string().meta({ label: "核验", options: verifiedStates }),
  verify_note: z.string().nullable().meta({ label: "核验说明" }),
  verified_by: ref.nullable().meta({ label: "核验人" }),
  verified_at: field.instant("核验时间").nullable(),
  expire_at: z.string().nullable().meta({ label: "有效期至" }),
  is_expired: z.boolean().meta({ label: "已过期" }),
  mime: z.string().meta({ label: "格式" }),
  size: z.int().meta({ label: "大小" }),
  /** Opens the file for ten minutes, for this reader's session alone; every opening is logged. */
  url: z.string(),
  created_by: ref.nullable().meta({ label: "上传人" }),
  created_at: field.instant("上传时间"),
  can: field.can("edit", "delete"),
});
export type AnnexRow = z.output<typeof AnnexRow>;

/** A requirement's by its code, a visa's by its own: which of them, the annex says. */
const worked = ["customer:requirement:edit", "inquiry:visa:handle"] as const;

export const annex = {
  list: endpoint("GET /api/customer/requirement/annex", "需求附件列表", "customer:requirement:view", {
    query: listQuery(
      {
        requirement_id: queryId(),
        customer_id: queryId(),
        category: csv(z.enum(Object.keys(annexCategories) as [keyof typeof annexCategories])),
        verified: csv(z.enum(Object.keys(verifiedStates) as [keyof typeof verifiedStates])),
      },
      ["created_at", "expire_at"],
      "-created_at",
    ),
    where: { more: { expire_at: field.day("有效期至") } },
    reply: page(AnnexRow),
  }),
  create: endpoint("POST /api/customer/requirement/annex", "新增需求附件", "customer:requirement:edit", {
    body: AnnexFacts.extend({
      requirement_id: field.id("需求"),
      media_id: field.id("文件"),
      name: field.optional(AnnexFacts.shape.name),
    }),
    reply: z.object({ id: z.int() }),
  }),
  update: endpoint("PUT /api/customer/requirement/annex/{id}", "编辑需求附件", worked, {
    body: AnnexUpdate,
    reply: AnnexRow,
  }),
  verify: endpoint("PUT /api/customer/requirement/annex/{id}", "核验需求附件", worked, {
    select: asks("verify"),
    body: AnnexVerify,
    reply: AnnexRow,
  }),
  remove: endpoint("DELETE /api/customer/requirement/annex/{id}", "删除需求附件", worked, { reply: z.null() }),
  open: endpoint("GET /api/customer/requirement/annex/{id}/file/{token}", "查看需求附件", "public", { reply: file }),
};

export const requirementScreens = {
  /** `?edit=new` or `?edit=7` shows the form instead of the list, `?annexes=7` also the files of a requirement. */
  "/customer/requirementInput": screenData("list", (address) => {
    const { search } = address;
    const edit = search.get("edit");
    const requirement_id = edit ? undefined : rowNumber(search.get("annexes"));
    return {
      edited: edit && edit !== "new" ? recordRequest(requirement.get, edit) : undefined,
      page: edit ? undefined : listRequest(requirement.list, address),
      shown: requirement_id ? request(requirement.get, { params: { id: requirement_id } }) : undefined,
      annexes: requirement_id ? request(annex.list, { query: { requirement_id, page_size: 20 } }) : undefined,
    };
  }),
};
