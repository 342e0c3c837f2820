import { z } from "zod";
import { ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { evidenceKinds, partyKinds, verdicts } from "./clue-kinds";
import { ClueCollision, ClueMedia, proofs } from "./clue-record";

/** One side: a report, or our customer; without customer:info:view only a customer's owner, dates and kinds of contact are shown. */
const Party = z.object({
  kind: field.choice("来源", partyKinds),
  id: z.int().nullable(),
  is_this: z.boolean(),
  /** The lead's number; of our customer only for callers who see them. */
  no: z.string().nullable().meta({ label: "编号" }),
  who: z.string().meta({ label: "代理/跟进人" }),
  first_at: field.instant("首次时间").nullable(),
  last_activity_at: field.instant("最近活动").nullable(),
  protect_until: field.instant("保护期至").nullable(),
  visits: z.int().meta({ label: "到访次数" }),
});
export type Party = z.output<typeof Party>;

const Evidence = z.object({
  at: field.instant("时间"),
  party: z.int(),
  kind: field.choice("类型", evidenceKinds),
  text: z.string().meta({ label: "内容" }),
  /** What was said, for callers who may read the follow-up. */
  detail: z.string().nullable(),
  media: z.array(ClueMedia),
});
export type Evidence = z.output<typeof Evidence>;

/** The sheet on which a collision is decided (判定单). Frozen once decided; an appeal opens the next number. */
export const Sheet = z.object({
  no: z.int().meta({ label: "判定单号" }),
  version: field.version(),
  /** False where only a masked phone matched. */
  certain: z.boolean().meta({ label: "确定撞单" }),
  parties: z.array(Party),
  timeline: z.array(Evidence),
  rule_result: field.choice("规则结果", verdicts),
  /** The sentence of the rule that made it. */
  rule_sentence: z.string().meta({ label: "规则依据" }),
  verdict: z
    .enum(Object.keys(verdicts) as [keyof typeof verdicts])
    .nullable()
    .meta({ label: "判定", options: verdicts }),
  reason: z.string().nullable().meta({ label: "判定理由" }),
  media: z.array(ClueMedia).meta({ label: "证据" }),
  decided_by: ref.nullable().meta({ label: "判定人", isPerson: true }),
  decided_at: field.instant("判定时间").nullable(),
  /** `override`: to decide otherwise than the rule says. */
  can: field.can("decide", "override"),
});
export type Sheet = z.output<typeof Sheet>;

export const Decision = z.object({
  verdict: field.choice("判定", verdicts),
  reason: field.longText("判定理由", 500, 2),
  media_ids: proofs("证据"),
  version: field.version(),
});

const Judgement = z.object({
  clue: z.object({
    id: z.int(),
    clue_no: z.string(),
    customer_name: z.string(),
    phone_cc: z.string(),
    phone: z.string(),
    estate: ref,
    agent: ref,
    status: z.string(),
  }),
  collision: ClueCollision.nullable(),
  /** The one that counts; null where nothing collides and nothing ever did. */
  sheet: Sheet.nullable(),
  /** Those of before an appeal, the newest first. */
  earlier: z.array(Sheet),
});
export type Judgement = z.output<typeof Judgement>;

export const judgement = {
  get: endpoint("GET /api/clue/{id}/judgement", "撞单判定单", "clue:clue:view", { kind: "clue", reply: Judgement }),
  decide: endpoint("PUT /api/clue/{id}/judgement", "判定撞单", "clue:clue:audit", { body: Decision, reply: Judgement }),
};
