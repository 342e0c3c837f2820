import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { type CaseStage, caseStages } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryDetail, InquiryRow } from "~/contract/inquiry/inquiry-record";
import { CaseOut, visa } from "~/contract/inquiry/visa";
import { isEnding, type VisaView } from "~/contract/inquiry/visa-case";
import { visaChecks } from "~/contract/inquiry/visa-check";

interface ListedCase {
  record: InquiryRow;
}
export interface CaseOf extends ListedCase {
  record: InquiryDetail;
  view: VisaView;
}

const about = ({ record }: ListedCase) => t("签证案件：{name}", { name: `${nameOf(record)}（${record.inquiry_no}）` });
const recordOfCase = ({ record }: ListedCase) => ({
  name: nameOf(record),
  to: `/inquiry/management/managementInfo/${record.id}`,
});
const at = ({ record }: ListedCase, body: object = {}) => ({
  params: { id: record.id },
  body: { version: record.version, ...body },
});
const facts = ["scrivener", "fee_jpy"] as const;

export const onward = ({ next }: VisaView): CaseStage[] => next.filter((stage) => !isEnding(stage));
const isBeforeEngaged = ({ next }: VisaView) => next.includes("engaged");

export const stepping = actDialog({
  endpoint: visa.step,
  submitLabel: "推进",
  about,
  // The scrivener and the fee are agreed on with the engagement.
  fields: ({ view }: CaseOf) => [
    { name: "case_stage", only: onward(view), inSight: true } as const,
    "date",
    ...(isBeforeEngaged(view) ? facts : []),
    "note",
  ],
  input: (of) => at(of),
  value: ({ record, view }) => ({ ...record.ext, case_stage: onward(view)[0], date: shanghaiDay(), note: "" }),
  record: recordOfCase,
  success: () => t("办理阶段已更新"),
  draft: ({ record }) => `visa-step:${record.id}`,
});

export const steppingTo = actDialog({
  endpoint: visa.step,
  submitLabel: "推进",
  title: ({ to }) => t("推进到「{stage}」", { stage: t(caseStages[to]) }),
  about,
  fields: ({ to }: ListedCase & { to: CaseStage }) => [
    "date",
    ...(to === "engaged" ? (["scrivener"] as const) : []),
    "note",
  ],
  input: (of) => at(of, { case_stage: of.to }),
  value: ({ record }) => ({ date: shanghaiDay(), scrivener: record.scrivener }),
  record: recordOfCase,
  success: () => t("办理阶段已更新"),
});

export const amending = actDialog({
  endpoint: visa.step,
  submitLabel: "保存",
  title: ({ view }) => t("更正「{stage}」", { stage: t(caseStages[view.stage]) }),
  about,
  fields: ["date", "note"],
  input: (of: CaseOf) => at(of, { case_stage: of.view.stage }),
  value: ({ view }) => {
    const step = view.steps.find(({ stage }) => stage === view.stage);
    return { date: step?.at ?? shanghaiDay(), note: step?.note };
  },
  record: recordOfCase,
  success: () => t("已保存"),
});

const out = (stage: "refused" | "withdrawn", submitLabel: string) =>
  actDialog({
    endpoint: { ...visa.step, body: CaseOut },
    submitLabel,
    isDanger: true,
    title: () => t("案件结束：{stage}", { stage: t(caseStages[stage]) }),
    about,
    fields: ["date", "note"],
    // The stage is sent as a hidden value.
    input: (of: ListedCase) => at(of, { case_stage: stage }),
    value: () => ({ date: shanghaiDay() }),
    record: recordOfCase,
    success: () => t("案件已结束"),
  });
export const refusing = out("refused", "记为不许可");
export const withdrawing = out("withdrawn", "记为已放弃");

export const factsEditing = actDialog({
  endpoint: visa.facts,
  submitLabel: "保存",
  title: () => t("编辑办理信息"),
  about,
  fields: [...facts, "plan_confirmed", "staff_japanese_level"],
  input: (of: CaseOf) => at(of),
  value: ({ record }) => record.ext,
  record: recordOfCase,
  success: () => t("已保存"),
});

type Check = VisaView["checks"][number];
export const noting = actDialog({
  endpoint: visa.note,
  submitLabel: "保存",
  title: ({ check }) => t("说明：{check}", { check: t(visaChecks[check.key]) }),
  about,
  fields: ["note"],
  input: (of: CaseOf & { check: Check }) => at(of, { check: of.check.key }),
  value: ({ check }) => ({ note: check.note }),
  record: recordOfCase,
  success: () => t("说明已保存"),
});
