import { z } from "zod";
import { ref } from "../common";
import { AnnexFacts, AnnexRow, annexLimit } from "../customer/requirement";
import { trackingTypes } from "../customer/tracking";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { scheduleStatuses, scheduleTypes } from "../schedule/schedule";
import { type CaseStage, caseStages, VisaCase, VisaExt } from "./inquiry-kinds";
import { InquiryDetail } from "./inquiry-record";
import { caseEndings, isEnding } from "./visa-case";
import { visaChecks } from "./visa-check";

const facts = {
  scrivener: VisaCase.shape.scrivener.optional(),
  fee_jpy: VisaCase.shape.fee_jpy.optional(),
  plan_confirmed: VisaCase.shape.plan_confirmed.optional(),
  staff_japanese_level: VisaExt.shape.staff_japanese_level.optional(),
};

/** The form of a step: moves to a stage on its day, or changes the current stage's day or note. The scrivener engaged is named too. */
export const CaseStep = z
  .object({
    version: field.version(),
    case_stage: field.choice("办理阶段", caseStages),
    date: field.day("办理日期"),
    note: field.optional(field.longText("说明", 500)),
    ...facts,
  })
  .superRefine(({ case_stage, note }, context) => {
    const wrong = (message: string) => context.addIssue({ code: "custom", path: ["note"], message });
    if (!isEnding(case_stage)) return;
    if (note === null) wrong("请输入原因");
    else if (note.length < 2 || note.length > 200) wrong("原因应为2至200个字");
  });

export const CaseOut = z.object({
  version: field.version(),
  case_stage: z.enum(caseEndings),
  date: field.day("办理日期"),
  note: field.reason(),
});

export const CaseFacts = z.object({ version: field.version(), ...facts });

/** What the house knows of one condition; nothing takes the note away. */
export const CheckNote = z.object({
  version: field.version(),
  check: field.choice("条件", visaChecks),
  note: field.optional(field.longText("说明", 200)),
});

const path = "PATCH /api/inquiry/{id}/case";
const handled = "inquiry:visa:handle";
const names = (name: string) => ({
  select: ({ body }: { body: Record<string, unknown> }) => body[name] !== undefined,
});

export const dealEvents = {
  begun: "新增成交",
  subscribed: "认购",
  contracted: "签约",
  delivered: "交割",
  cancelled: "退订/退房",
} as const;

const told = {
  key: z.string(),
  /** A moment, or a day alone. */
  at: z.string(),
  by: z.string().nullable(),
};

const DossierEntry = z.discriminatedUnion("kind", [
  z.object({
    ...told,
    kind: z.literal("step"),
    stage: z.enum(Object.keys(caseStages) as [CaseStage]),
    note: z.string().nullable(),
  }),
  z.object({
    ...told,
    kind: z.literal("paper"),
    name: z.string(),
    category: z.string(),
    verified: z.string(),
    requirement: z.string().nullable(),
  }),
  z.object({
    ...told,
    kind: z.literal("follow"),
    type: z.enum(Object.keys(trackingTypes) as [keyof typeof trackingTypes]),
    result: z.string().nullable().meta({ label: "跟进结果", scene: "tracking_result" }),
    content: z.string(),
  }),
  z.object({
    ...told,
    kind: z.literal("schedule"),
    type: z.enum(Object.keys(scheduleTypes) as [keyof typeof scheduleTypes]),
    status: z.enum(Object.keys(scheduleStatuses) as [keyof typeof scheduleStatuses]),
    title: z.string(),
    text: z.string().nullable(),
  }),
  z.object({
    ...told,
    kind: z.literal("deal"),
    event: z.enum(Object.keys(dealEvents) as [keyof typeof dealEvents]),
    deal: ref,
    place: z.string(),
    price: z.string().nullable(),
    currency: z.string().nullable(),
  }),
]);
export type DossierEntry = z.output<typeof DossierEntry>;

export const dossierKinds = {
  step: "办理",
  paper: "材料",
  follow: "跟进",
  schedule: "日程",
  deal: "成交",
} as const satisfies Record<DossierEntry["kind"], string>;

/** Of each kind the newest. */
export const dossierLimit = 300;

/** A case of 经营管理签证 (domain C.2): its stage, its facts, its papers, and all of it in one line. */
export const visa = {
  step: endpoint(path, "推进签证办理阶段", handled, { ...names("case_stage"), body: CaseStep, reply: InquiryDetail }),
  note: endpoint(path, "备注签证条件", handled, { ...names("check"), body: CheckNote, reply: InquiryDetail }),
  facts: endpoint(path, "编辑签证办理信息", handled, { body: CaseFacts, reply: InquiryDetail }),
  papers: endpoint("GET /api/inquiry/{id}/annex", "签证材料清单", "inquiry:visa:view", {
    kind: "inquiry",
    reply: z.object({
      /** The case's own, and those of the customer's requirements if the caller may see them; the newest first. */
      list: z.array(AnnexRow),
      /** The customer's open requirements that the caller may give papers to. */
      requirements: z.array(ref),
      room: z.int(),
    }),
  }),
  addPaper: endpoint("POST /api/inquiry/{id}/annex", "新增签证材料", "inquiry:visa:handle", {
    body: AnnexFacts.extend({
      media_id: field.id("文件"),
      name: field.optional(AnnexFacts.shape.name),
      /** Kept with this requirement of the customer's, in place of the case. */
      requirement_id: field.optional(field.id("需求")),
    }),
    reply: z.object({ id: z.int() }),
  }),
  dossier: endpoint("GET /api/inquiry/{id}/dossier", "签证档案", "inquiry:visa:view", {
    kind: "inquiry",
    reply: z.object({
      list: z.array(DossierEntry),
      /** There are more of a kind than are listed. */
      is_cut: z.boolean(),
    }),
  }),
};

export const PaperFiles = AnnexFacts.pick({ category: true, expire_at: true, remark: true }).extend({
  media_ids: z
    .array(z.int().positive())
    .min(1, "请选择文件")
    .max(annexLimit, `材料最多${annexLimit}个`)
    .default([])
    .meta({ label: "文件", control: "media" }),
});
