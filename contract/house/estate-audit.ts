import { z } from "zod";
import { bit, change, csv, inQueue, keyword, listQuery, oneOf, page, queryDays, queryId, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { chosenRequest, listRequest, request, screenData } from "../screen-data";
import { AlbumEntry, type AlbumItem } from "./album";
import { Completeness, EstateRow } from "./estate";
import { EstateFields } from "./estate-record";
import type { RoomFields } from "./room";

export const auditActions = { create: "新增", update: "变更", offline: "下架" } as const;
export type AuditAction = keyof typeof auditActions;

export const reviewStatuses = {
  pending: "待审核",
  approved: "已通过",
  rejected: "已驳回",
  withdrawn: "已撤回",
} as const;
export type ReviewStatus = keyof typeof reviewStatuses;

export const submitterTypes = { user: "员工", agent_account: "代理", broker: "房产经纪" } as const;
export type SubmitterType = keyof typeof submitterTypes;

export const rejectReasons = {
  info_missing: "信息缺失",
  price_error: "价格有误",
  no_license: "资质不全",
  image_bad: "图片不合规",
  duplicate: "重复房源",
  other: "其他",
} as const;
export type RejectReason = keyof typeof rejectReasons;

export interface EstateSnapshot {
  fields: Partial<EstateFields>;
  rooms: (Partial<RoomFields> & { id: number; name: string })[];
  album: AlbumItem[];
}

/** What a reviewer looks at, one by one (domain B.5). */
export const checkLabels = {
  info: "基本信息",
  place: "地址坐标",
  price: "价格与费用",
  license: "产权与资质",
  images: "图片清晰合规",
  commission: "佣金规则",
  duplicate: "重复检测",
} as const;
export type CheckKey = keyof typeof checkLabels;
export const checkKeys = Object.keys(checkLabels) as CheckKey[]; // the keys of the literal above

/** Whether one of them is in order; what is not, but may pass, has a note. */
export const CheckItem = z.object({
  key: field.choice("检查项", checkLabels),
  pass: z.boolean().nullable().default(null).meta({ label: "是否通过" }),
  note: field.optional(field.text("说明", 200)),
});
export type CheckItem = z.output<typeof CheckItem>;
const DecidedItem = CheckItem.extend({ label: z.string() });
export type DecidedItem = z.output<typeof DecidedItem>;

const check_items = z
  .array(CheckItem)
  .max(checkKeys.length, "检查项重复")
  .default([])
  .refine((items) => new Set(items.map(({ key }) => key)).size === items.length, "检查项重复")
  .meta({ label: "检查清单" });

/** What of the list keeps a review from being passed: the first complaint, or nothing. */
export function checkProblem(items: readonly CheckItem[]): string | undefined {
  const open = checkKeys.filter((key) => typeof items.find((item) => item.key === key)?.pass !== "boolean");
  if (open.length) return `请先完成检查：${open.map((key) => checkLabels[key]).join("、")}`;
  const silent = items.filter(({ pass, note }) => pass === false && note === null);
  if (silent.length) return `不通过的检查项请填写说明后再通过：${silent.map(({ key }) => checkLabels[key]).join("、")}`;
  return undefined;
}

export const ApproveFields = z.object({ note: field.optional(field.longText("审核意见", 300)) });

export const AuditApprove = ApproveFields.extend({ check_items, version: field.version() }).superRefine(
  (value, context) => {
    const message = checkProblem(value.check_items);
    if (message) context.addIssue({ code: "custom", path: ["check_items"], message });
  },
);

export const RejectFields = z.object({
  reject_reason: field.choice("驳回原因", rejectReasons),
  note: field.longText("驳回说明", 300, 5),
});

export const AuditReject = RejectFields.extend({ check_items, version: field.version() });

export const EstateAuditRow = z.object({
  id: field.id(),
  audit_no: z.string().meta({ label: "单号" }),
  estate: ref.extend({ estate_no: z.string(), cover: z.string().nullable() }).meta({ label: "房源" }),
  action: field.choice("动作", auditActions),
  country_code: field.read(EstateFields.shape.country_code),
  /** The country with its districts down to the estate's own. */
  place: z.string().meta({ label: "国家/城市" }),
  submitter: z.string().meta({ label: "提交人", isPerson: true }),
  submitter_type: field.choice("提交人类型", submitterTypes),
  submitted_at: field.instant("提交时间"),
  sla_due_at: field.instant("剩余时限"),
  /** Working days left for the review, negative when it is late; null once it is decided. */
  workdays_left: z.int().nullable(),
  is_overdue: z.boolean().meta({ label: "超时" }),
  status: field.choice("结果", reviewStatuses),
  reject_reason: field.read(RejectFields.shape.reject_reason).nullable(),
  reviewer: ref.nullable().meta({ label: "审核人", isPerson: true }),
  reviewed_at: field.instant("审核时间").nullable(),
});
export type EstateAuditRow = z.output<typeof EstateAuditRow>;

const Compared = change.extend({ is_changed: z.boolean() });
export type Compared = z.output<typeof Compared>;

const changeKinds = ["added", "changed", "removed", "same"] as const;

/** A picture of an album, or a plan. Without addresses: the file is gone. */
const AuditPicture = AlbumEntry.omit({ sort: true }).extend({
  url: z.string().nullable(),
  kind: z.enum(changeKinds),
});
export type AuditPicture = z.output<typeof AuditPicture>;

const AuditRoom = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(changeKinds),
  fields: z.array(Compared),
  plan_before: AuditPicture.nullable(),
  plan: AuditPicture.nullable(),
});
export type AuditRoom = z.output<typeof AuditRoom>;

const position = z.object({ lat: z.number(), lng: z.number() });

export const duplicateSignals = {
  name: "名称相似",
  address: "地址相同",
  near: "距离很近",
  scale: "开发商与户数相同",
} as const;

const Duplicate = z.object({
  id: z.int(),
  estate_no: z.string(),
  name: z.string(),
  district: z.string(),
  address: z.string().nullable(),
  developer: z.string().nullable(),
  total_units: z.int().nullable(),
  cover: z.string().nullable(),
  audit_status: EstateRow.shape.audit_status,
  publish_status: EstateRow.shape.publish_status,
  signals: z.array(z.enum(Object.keys(duplicateSignals) as [keyof typeof duplicateSignals])),
  similarity: z.number(),
  distance: z.int().nullable(),
});
export type Duplicate = z.output<typeof Duplicate>;

export const EstateAuditDetail = EstateAuditRow.extend({
  version: field.version(),
  /** What a filing is compared to: the live version, or, for a new estate that is filed again, what was refused. */
  compared_to: z.enum(["live", "refused"]).nullable(),
  diff: z.array(change),
  sections: z.array(z.object({ key: z.string(), title: z.string(), fields: z.array(Compared) })),
  rooms: z.array(AuditRoom),
  /** As it would be; with it those pictures that would go. */
  album: z.array(AuditPicture),
  position: position.nullable(),
  position_before: position.nullable(),
  duplicates: z.array(Duplicate),
  completeness: z.array(Completeness),
  reason: z.string().nullable(),
  check_items: z.array(DecidedItem),
  note: field.read(ApproveFields.shape.note),
  reject_note: field.read(RejectFields.shape.note).nullable(),
  /** The user who filed it does not decide it, except a super admin. */
  is_own: z.boolean(),
  can: field.can("approve", "reject"),
  ...inQueue,
});
export type EstateAuditDetail = z.output<typeof EstateAuditDetail>;

export const EstateAuditEntry = EstateAuditDetail.pick({
  id: true,
  audit_no: true,
  action: true,
  status: true,
  submitter: true,
  submitted_at: true,
  reviewed_at: true,
  reject_reason: true,
  reject_note: true,
  note: true,
}).extend({
  reviewer: z.string().nullable(),
  /** What it changed, in words; commission rules only for those who may read them. */
  diff: z.array(change),
  /** For those who edit, of the last review if it was a change that was refused: the fields that it would have given the estate. */
  refused: EstateFields.partial().nullable(),
});
export type EstateAuditEntry = z.output<typeof EstateAuditEntry>;

const permission = "house:estate:audit";

export const estateAudit = {
  list: endpoint("GET /api/estate/audit", "新房审核列表", permission, {
    query: listQuery(
      {
        status: z.enum(Object.keys(reviewStatuses) as [keyof typeof reviewStatuses]).default("pending"),
        keyword: keyword(),
        action: oneOf(auditActions),
        country: csv(z.string().length(2)).meta({ label: "国家/地区", scene: "countries" }),
        submitter_id: queryId().meta({ label: "提交人", scene: "users" }),
        overdue: bit().meta({ label: "超时" }),
        ...queryDays("submitted"),
      },
      // `due`: what waits by its time, what is decided the newest first.
      ["due", "submitted_at", "sla_due_at"],
      "due",
    ),
    reply: page(EstateAuditRow),
  }),
  count: endpoint("GET /api/estate/audit/count", "新房审核数量", permission, {
    reply: field.counts("pending", "approved", "rejected", "withdrawn", "overdue"),
  }),
  get: endpoint("GET /api/estate/audit/{id}", "新房审核详情", permission, {
    kind: "estate_audit",
    reply: EstateAuditDetail,
  }),
  approve: endpoint("PATCH /api/estate/audit/{id}/approve", "通过新房审核", permission, {
    body: AuditApprove,
    reply: EstateAuditDetail,
  }),
  reject: endpoint("PATCH /api/estate/audit/{id}/reject", "驳回新房审核", permission, {
    body: AuditReject,
    reply: EstateAuditDetail,
  }),
  /** The estate's own reviews, the newest first; twenty at most. */
  history: endpoint("GET /api/estate/{id}/audit", "房源审核记录", "house:estate:view", {
    reply: z.array(EstateAuditEntry),
  }),
};

export const estateAuditScreens = {
  "/house/audit": screenData("list", (address) => ({
    page: listRequest(estateAudit.list, address),
    counts: request(estateAudit.count),
    record: chosenRequest(estateAudit.get, address.search.get("id")),
  })),
};
