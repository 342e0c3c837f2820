import { z } from "zod";
import { csv, inQueue, keyword, listQuery, oneOf, page, queryDays, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { listRequest, recordRequest, request, screenData } from "../screen-data";
import { checkMansion, MansionFields, MansionRow, SimilarMansion } from "./mansion";

export const applicationTypes = { create: "新增楼栋", correct: "信息纠错", claim: "房产认领" } as const;
export type ApplicationType = keyof typeof applicationTypes;

export const applicantTypes = { user: "注册用户", agent: "代理", staff: "员工" } as const;
export type ApplicantType = keyof typeof applicantTypes;

export const applicationStatuses = {
  pending: "待确认",
  confirmed: "已确认",
  merged: "已并入",
  rejected: "已驳回",
} as const;
export type ApplicationStatus = keyof typeof applicationStatuses;

export const applicationViews = { ...applicationStatuses, all: "全部" } as const;

export const ClaimFields = z.object({
  room_no: field.text("房号", 20),
  note: field.optional(field.longText("产权说明", 500)),
});

export const ApplicationReject = z.object({ reason: field.reason("驳回原因") });

export const ApplicationRow = z.object({
  id: field.id(),
  application_no: z.string().meta({ label: "单号" }),
  type: field.choice("类型", applicationTypes),
  mansion_name: field.read(MansionFields.shape.name),
  district: MansionRow.shape.district.nullable(),
  applicant_type: field.choice("申请人类型", applicantTypes),
  applicant_name: z.string().meta({ label: "申请人" }),
  similar_count: z.int().meta({ label: "相似候选数", figure: "similar_count" }),
  created_at: field.instant("申请时间"),
  status: field.choice("状态", applicationStatuses),
  can: field.can("create", "merge", "apply", "reject"),
});
export type ApplicationRow = z.output<typeof ApplicationRow>;

/** One field that was asked for, in words, next to what the building says now. */
const RequestedField = z.object({
  field: z.string(),
  label: z.string(),
  /** Of a new building, and of a claim, null. */
  present: z.string().nullable(),
  asked: z.string().nullable(),
  is_changed: z.boolean(),
  /** A value that the field takes; else it is shown as it came, and not put into the form. */
  is_valid: z.boolean(),
  /** Of a correction that was handled: whether it went into the building. */
  is_taken: z.boolean(),
});
export type RequestedField = z.output<typeof RequestedField>;

/** The building that a correction or a claim is about, or that came out of an application: as it is now, and where it went when it was merged. */
export const AboutMansion = SimilarMansion.omit({ similarity: true, distance: true }).extend({
  status: MansionRow.shape.status,
  version: field.version(),
});
export type AboutMansion = z.output<typeof AboutMansion>;

export const ApplicationDetail = ApplicationRow.extend({
  contact: z.string().nullable().meta({ label: "联系方式" }),
  /** What was asked for, as far as it fits its fields: what the form of a new building begins with. */
  payload: z.record(z.string(), z.unknown()),
  fields: z.array(RequestedField),
  evidence: z.array(z.object({ id: z.int(), name: z.string(), url: z.string() })).meta({ label: "证明材料" }),
  /** Null for a new building, and when it has been deleted since. */
  mansion: AboutMansion.nullable(),
  candidates: z.array(SimilarMansion).meta({ label: "相似楼栋" }),
  /** Of a claim: how many are known already as owners of that room. */
  room_owners: z.int().meta({ label: "该房号已认领" }),
  result: AboutMansion.nullable().meta({ label: "结果楼栋" }),
  reject_reason: field.read(ApplicationReject.shape.reason).nullable(),
  handler: ref.nullable().meta({ label: "处理人" }),
  handled_at: field.instant("处理时间").nullable(),
  ...inQueue,
});
export type ApplicationDetail = z.output<typeof ApplicationDetail>;

export const ApplicationCreate = MansionFields.superRefine(checkMansion);

const permission = "house:mansion:apply_confirm";

export const mansionApplication = {
  list: endpoint("GET /api/estate/mansion-application", "楼栋申请列表", permission, {
    query: listQuery(
      {
        status: z.enum(Object.keys(applicationViews) as [keyof typeof applicationViews]).default("pending"),
        keyword: keyword(),
        type: oneOf(applicationTypes),
        applicant_type: oneOf(applicantTypes),
        country: csv(z.string().length(2)).meta({ label: "国家/地区", scene: "countries" }),
        ...queryDays("created"),
      },
      // `due`: what waits by its age, what is decided the newest first.
      ["due", "created_at", "similar_count"],
      "due",
    ),
    reply: page(ApplicationRow),
  }),
  count: endpoint("GET /api/estate/mansion-application/count", "楼栋申请数量", permission, {
    reply: field.counts("pending", "confirmed", "merged", "rejected"),
  }),
  get: endpoint("GET /api/estate/mansion-application/{id}", "楼栋申请详情", permission, {
    kind: "mansion_application",
    reply: ApplicationDetail,
  }),
  create: endpoint("PATCH /api/estate/mansion-application/{id}/create", "按申请新增楼栋", permission, {
    body: ApplicationCreate,
    reply: ApplicationDetail,
  }),
  merge: endpoint("PATCH /api/estate/mansion-application/{id}/merge", "申请并入已有楼栋", permission, {
    body: z.object({ mansion_id: field.id("并入的楼栋") }),
    reply: ApplicationDetail,
  }),
  apply: endpoint("PATCH /api/estate/mansion-application/{id}/apply", "采纳楼栋申请", permission, {
    body: z.object({
      fields: z
        .array(z.string().max(40))
        .max(Object.keys(MansionFields.shape).length)
        .default([])
        .meta({ label: "采纳的字段" }),
      /** The version of the building that was read; another one is refused as changed in the meantime. */
      mansion_version: z.int().optional(),
    }),
    reply: ApplicationDetail,
  }),
  reject: endpoint("PATCH /api/estate/mansion-application/{id}/reject", "驳回楼栋申请", permission, {
    body: ApplicationReject,
    reply: ApplicationDetail,
  }),
};

export const mansionApplicationScreens = {
  "/house/mansion": screenData("list", (address) => ({
    page: listRequest(mansionApplication.list, address),
    counts: request(mansionApplication.count),
  })),
  "/house/mansion/mansion-confirm": screenData("page", ({ search }) => ({
    record: recordRequest(mansionApplication.get, search.get("id")),
  })),
};
