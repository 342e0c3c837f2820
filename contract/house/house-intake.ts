import { z } from "zod";
import * as field from "../field";
import { externalId, signedEndpoint, TakenIn } from "../signed";
import { AlbumItem, albumLimits } from "./album";
import { auditActions, submitterTypes } from "./estate-audit";
import { applicantTypes, applicationTypes } from "./mansion-application";

const { user: _user, ...outsiders } = submitterTypes;
const { staff: _staff, ...applicants } = applicantTypes;

const record = (label: string) => z.record(z.string(), z.unknown(), { error: `${label}须为对象` });

/** A new estate, a change of one, or the wish that it goes offline, from those whose estate it is. What the estate must have is asked for when it is submitted. */
const AuditIntake = z
  .object({
    external_id: externalId(),
    action: field.choice("动作", auditActions),
    /** Of the estate that is to change or to go offline. */
    estate_no: field.optional(field.text("房源编号", 20)),
    /** Its fields; of a change those alone that change. */
    estate: record("房源").default({}).meta({ label: "房源" }),
    /** Its layouts; of a change those alone that change, known by their names. */
    rooms: z.array(record("户型")).max(100, "户型最多100个").default([]).meta({ label: "户型" }),
    /** Pictures for its album, sent before (`POST /api/upload/intake`); in a change they are added to those it has. */
    album: z
      .array(AlbumItem)
      .max(albumLimits.images, `图片最多${albumLimits.images}张`)
      .default([])
      .meta({ label: "相册" }),
    reason: field.optional(field.reason("下架原因")),
    submitter_type: field.choice("提交人类型", outsiders),
    submitter_name: field.text("提交人", 50),
  })
  .superRefine(({ action, estate_no, estate, rooms, album, reason }, context) => {
    const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    if (action === "create" && estate_no) wrong("estate_no", "新增房源时没有房源编号");
    if (action !== "create" && !estate_no) wrong("estate_no", "请输入房源编号");
    if (action === "offline" && !reason) wrong("reason", "请输入下架原因");
    if (action === "update" && Object.keys(estate).length + rooms.length + album.length === 0)
      wrong("estate", "请填写要变更的内容");
  });
export type AuditIntake = z.output<typeof AuditIntake>;

/** A wish about a building; what it must have is asked for when it becomes one. */
const ApplicationIntake = z.object({
  external_id: externalId(),
  type: field.choice("类型", applicationTypes),
  mansion_id: field.optional(field.id("楼栋")),
  payload: record("内容").default({}).meta({ label: "内容" }),
  applicant_type: field.choice("申请人类型", applicants),
  /** The applicant in the sender's system: a registered user that it has sent before. */
  applicant: field.optional(externalId("申请人的外部编号")),
  applicant_name: field.text("申请人", 50),
  contact: field.optional(field.text("联系方式", 120)),
  evidence_ids: z.array(field.id("证明材料")).max(9, "证明材料最多9张").default([]).meta({ label: "证明材料" }),
});
export type ApplicationIntake = z.output<typeof ApplicationIntake>;

export const houseIntake = {
  audit: signedEndpoint("POST /api/estate/audit/intake", "接入新房审核", {
    body: AuditIntake,
    reply: TakenIn.extend({ audit_no: z.string() }),
  }),
  application: signedEndpoint("POST /api/estate/mansion-application/intake", "接入楼栋申请", {
    body: ApplicationIntake,
    reply: TakenIn.extend({ application_no: z.string() }),
  }),
};
