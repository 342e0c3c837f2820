import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import type { SimilarMansion } from "~/contract/house/mansion";
import { type ApplicationDetail, mansionApplication } from "~/contract/house/mansion-application";

export const rejecting = actDialog({
  endpoint: mansionApplication.reject,
  title: () => t("驳回申请"),
  about: ({ application_no: no, mansion_name: name }: ApplicationDetail) => t("{no} {name}", { no, name }),
  fields: ["reason"],
  draft: ({ id }) => `mansion-application-reject:${id}`,
  submitLabel: "驳回",
  isDanger: true,
  success: () => t("已驳回"),
});

/** What is asked before a claim is confirmed. */
export const confirmingClaim = ({ mansion_name, applicant_name, payload, room_owners }: ApplicationDetail) => ({
  title: t("确认认领"),
  text: t("确认 {applicant} 为 {name} {room} 的业主？{known}", {
    name: mansion_name,
    applicant: applicant_name,
    room: String(payload.room_no ?? ""),
    known: room_owners ? t("该房号已有 {n} 位已认领业主。", { n: room_owners }) : "",
  }),
  confirmLabel: t("确认认领"),
  isDanger: false,
  success: t("已确认认领"),
  closesOnError: true,
});

/** What is asked before an application becomes part of a building. */
export const merging = ({ application_no: no, mansion_name: name }: ApplicationDetail, target: SimilarMansion) => ({
  title: t("并入已有楼栋"),
  text: t("申请 {no}「{name}」将并入 {target}。已有楼栋的资料不会改变。", {
    no,
    name,
    target: `${target.mansion_no} ${target.name}`,
  }),
  confirmLabel: t("并入"),
  isDanger: false,
  success: t("已并入"),
  closesOnError: true,
});
