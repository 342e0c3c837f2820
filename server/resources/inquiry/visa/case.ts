import type { z } from "zod";
import type { Change } from "~/contract/common";
import {
  type CaseStage,
  caseStages,
  type InquiryExt,
  VisaCase,
  VisaExt,
  visaStored,
} from "~/contract/inquiry/inquiry-kinds";
import type { CaseFacts, CaseStep, CheckNote } from "~/contract/inquiry/visa";
import { isClosedCase, nextStages } from "~/contract/inquiry/visa-case";
import { visaChecks } from "~/contract/inquiry/visa-check";
import { changesOf } from "~/server/lib/audit";
import { refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { checkVersion } from "~/server/lib/entity";
import { dayOf } from "~/server/lib/list";
import { auditInquiry, changeInquiry, checkStatus, type InquiryRecord, logStep } from "../inquiry/change";
import { described, tell } from "../inquiry/tell";
import { detailAfter } from "../inquiry/view";
import { lockCase, metOf } from "./met";

type Case = z.output<typeof visaStored>;

async function lock(call: SignedCall, id: number, version: number): Promise<{ row: InquiryRecord; before: Case }> {
  const row = await lockCase(call, id);
  await checkVersion(row, version, () => detailAfter(call, id));
  return { row, before: visaStored.parse(row.ext) };
}

/** Writes the case's fields, and counts its met conditions again. */
async function write(call: SignedCall, row: InquiryRecord, changed: Partial<Case>): Promise<void> {
  // What the schemas let through is JSON.
  const ext = { ...row.ext, ...changed } as InquiryExt;
  await changeInquiry(call, row, { ext, ...(await metOf(call.db, { kind: "visa", ext })) });
}

const factFields = {
  scrivener: VisaCase.shape.scrivener,
  fee_jpy: VisaCase.shape.fee_jpy,
  plan_confirmed: VisaCase.shape.plan_confirmed,
  staff_japanese_level: VisaExt.shape.staff_japanese_level,
};
const CaseFields = VisaCase.pick({ case_stage: true }).extend(factFields);

function factsIn(body: Partial<Pick<Case, keyof typeof factFields>>): Partial<Case> {
  const names = Object.keys(factFields) as (keyof typeof factFields)[];
  return Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));
}

/** Moves the case to the next stage, or out of the way (domain C.2); the present stage may get another day and note. */
export async function stepCase(
  call: SignedCall,
  id: number,
  { version, case_stage: to, date, note, ...body }: z.output<typeof CaseStep>,
): Promise<void> {
  const { row, before } = await lock(call, id, version);
  checkStatus(row, "processing", "converted");
  const from = before.case_stage;
  const isAmended = to === from;
  if (!isAmended) checkWay(from, to);
  const earlier = isAmended ? before.steps.filter(({ stage }) => stage !== to) : before.steps;
  checkDay(call, date, earlier.at(-1)?.at);
  const step = { stage: to, at: date, note, by: call.user.id };
  const facts = factsIn(body);
  const steps = [...earlier, step];
  await write(call, row, { ...facts, case_stage: to, steps });
  const [was, is] = [caseStages[from], caseStages[to]];
  const said = isAmended ? `更正「${is}」` : `${was} → ${is}`;
  await logStep(call, id, { action: "case", reason: [`${said}（${date}）`, note].filter(Boolean).join("：") });
  const stepChanges: Change[] = isAmended ? amended(before, step) : [];
  await auditInquiry(call, row, {
    action: "update",
    summary: `签证案件${row.inquiry_no}${isAmended ? `更正「${is}」的记录` : `由「${was}」到「${is}」`}`,
    reason: note,
    changes: [...changesOf(CaseFields, before, { ...before, ...facts, case_stage: to }), ...stepChanges],
  });
  if (!isAmended && row.assignee_id !== null && row.assignee_id !== call.user.id)
    await tell(call, row, row.assignee_id, {
      title: "您的签证案件有进展",
      ...{ link: `/inquiry/management/managementInfo/${id}`, link_id: id },
      content: `${call.user.name}将${described(row)}的办理阶段改为「${is}」${note ? `：${note}` : ""}。`,
    });
}

function amended({ steps }: Case, step: Case["steps"][number]): Change[] {
  const old = steps.find(({ stage }) => stage === step.stage);
  return [
    { field: "date", label: "办理日期", before: old?.at ?? null, after: step.at },
    { field: "note", label: "说明", before: old?.note ?? null, after: step.note },
  ].filter(({ before, after }) => before !== after);
}

const stageError = (message: string) => refuseFields([{ field: "case_stage", label: "办理阶段", message }]);

function checkWay(from: CaseStage, to: CaseStage): void {
  if (isClosedCase(from)) refuse(40902);
  if (!nextStages(from).includes(to)) stageError(`「${caseStages[from]}」之后不能直接到「${caseStages[to]}」`);
}

/** No future day, and none before the former stage's day. */
function checkDay({ services }: SignedCall, date: string, last: string | undefined): void {
  const wrong = (message: string) => refuseFields([{ field: "date", label: "办理日期", message }]);
  if (date > dayOf(services.now())) wrong("办理日期不能晚于今天");
  if (last && date < last) wrong(`办理日期不能早于上一阶段的${last}`);
}

/** Edits the scrivener, the fee, and the conditions that only staff know. */
export async function editCase(call: SignedCall, id: number, { version, ...body }: z.output<typeof CaseFacts>) {
  const { row, before } = await lock(call, id, version);
  const facts = factsIn(body);
  const changes = changesOf(CaseFields, before, { ...before, ...facts });
  if (changes.length === 0) return;
  await write(call, row, facts);
  await logStep(call, id, { action: "edit", reason: changes.map(({ label }) => label).join("、") });
  await auditInquiry(call, row, { action: "update", summary: `编辑签证案件${row.inquiry_no}的办理信息`, changes });
}

export async function noteCheck(call: SignedCall, id: number, { version, check, note }: z.output<typeof CheckNote>) {
  const { row, before } = await lock(call, id, version);
  const was = before.notes[check] ?? null;
  if (was === note) return;
  const { [check]: _, ...others } = before.notes;
  await write(call, row, { notes: note === null ? others : { ...others, [check]: note } });
  const label = visaChecks[check];
  await logStep(call, id, { action: "edit", reason: `条件说明：${label}` });
  await auditInquiry(call, row, {
    action: "update",
    summary: `备注签证案件${row.inquiry_no}的条件：${label}`,
    changes: [{ field: "note", label, before: was, after: note }],
  });
}
