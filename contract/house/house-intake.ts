import { z } from "zod";
import * as field from "../field";
import { externalId, signedEndpoint, TakenIn } from "../signed";
import { submitterTypes } from "./estate-audit";
import { applicantTypes, applicationTypes } from "./mansion-application";

const { user: _user, ...outsiders } = submitterTypes;
const { staff: _staff, ...applicants } = applicantTypes;

/** The wish that an estate goes offline, from those whose estate it is. */
const AuditIntake = z.object({
  external_id: externalId(),
  action: z.literal("offline", { error: "目前只接入下架申请（offline）" }).meta({ label: "动作" }),
  estate_no: field.text("房源编号", 20),
  reason: field.reason("下架原因"),
  submitter_type: field.choice("提交人类型", outsiders),
  submitter_name: field.text("提交人", 50),
});
export type AuditIntake = z.output<typeof AuditIntake>;

/** A wish about a building; what it must have is asked for when it becomes one. */
const ApplicationIntake = z.object({
  external_id: externalId(),
  type: field.choice("类型", applicationTypes),
  mansion_id: field.optional(field.id("楼栋")),
  payload: z.record(z.string(), z.unknown(), { error: "内容须为对象" }).default({}).meta({ label: "内容" }),
  applicant_type: field.choice("申请人类型", applicants),
  /** The applicant as the sender knows them: a registered user whom it has sent before. */
  applicant: field.optional(externalId("申请人的外部编号")),
  applicant_name: field.text("申请人", 50),
  contact: field.optional(field.text("联系方式", 120)),
  evidence_ids: z.array(field.id("证明材料")).max(9, "证明材料最多9张").default([]).meta({ label: "证明材料" }),
});
export type ApplicationIntake = z.output<typeof ApplicationIntake>;

export const houseIntake = {
  audit: signedEndpoint("POST /api/estate/audit/intake", {
    summary: "接入新房审核",
    body: AuditIntake,
    reply: TakenIn.extend({ audit_no: z.string() }),
  }),
  application: signedEndpoint("POST /api/estate/mansion-application/intake", {
    summary: "接入楼栋申请",
    body: ApplicationIntake,
    reply: TakenIn.extend({ application_no: z.string() }),
  }),
};
