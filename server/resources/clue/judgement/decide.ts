import type { z } from "zod";
import { verdicts } from "~/contract/clue/clue-kinds";
import type { Decision } from "~/contract/clue/judgement";
import type { SignedCall } from "~/server/lib/call";
import { Refusal, refuse } from "~/server/lib/refusal";
import { rulingOf } from "../clue/approve";
import { checkProofs, lockClue } from "../clue/change";
import { isSuper } from "../clue/scope";
import { decideSheet, lastSheet, openSheet } from "./sheet";
import { isJudged, judgementOf } from "./view";

/** Decides a collision, once: an appeal opens the next sheet. Only a super_admin may go against the rule where the match is certain. */
export async function decideCollision(call: SignedCall, id: number, body: z.output<typeof Decision>): Promise<void> {
  const row = await lockClue(call, id);
  const last = await lastSheet(call.db, id);
  if (!isJudged(row) || last?.verdict) return refuse(40902);
  if ((last?.version ?? 0) !== body.version) return refuse(40901, {}, await judgementOf(call, row));
  const ruling = await rulingOf(call, row);
  // What it collided with may have expired meanwhile: an open sheet can still be closed.
  if (!ruling.collision && !last) throw new Refusal(40902, "没有需要判定的撞单");
  if (ruling.certain && body.verdict !== ruling.rule_result && !isSuper(call.user))
    throw new Refusal(40300, `规则结果为“${verdicts[ruling.rule_result]}”，改判须由超级管理员决定`);
  await checkProofs(call, body.media_ids, "证据");
  const sheet = last ?? (await openSheet(call, row, 1, ruling));
  await decideSheet(call, row, sheet, ruling, body);
}
