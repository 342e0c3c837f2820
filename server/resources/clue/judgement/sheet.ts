import { and, desc, eq, sql } from "drizzle-orm";
import { type Verdict, verdicts } from "~/contract/clue/clue-kinds";
import { judgement } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { byOf } from "~/server/lib/audit";
import { type Actor, found, rowsOf, type SignedCall, setRows } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { changeClue } from "../clue/change";
import { collisionColumns, findAround, type Ruling } from "../clue/collision";
import { auditClue, type ClueRecord, logClue } from "../clue/scope";
import { collectParties } from "./evidence";

export type SheetRecord = typeof judgement.$inferSelect;

export async function lastSheet(db: Actor["db"], clueId: number): Promise<SheetRecord | undefined> {
  const [row] = await rowsOf(db, judgement, eq(judgement.clue_id, clueId), { order: desc(judgement.no), limit: 1 });
  return row;
}

type Ruled = Pick<Ruling, "certain" | "rule_result" | "rule_sentence" | "collision">;

export async function openSheet(actor: Actor, { id }: Pick<ClueRecord, "id">, no: number, ruled: Ruled) {
  const at = isoInstant(actor.services.now());
  const by = byOf(actor);
  const { certain, rule_result, rule_sentence } = ruled;
  const [row] = await actor.db
    .insert(judgement)
    .values({
      clue_id: id,
      no,
      certain,
      rule_result,
      rule_sentence,
      ...{ created_at: at, updated_at: at, created_by: by, updated_by: by },
    })
    .returning();
  return found(row);
}

interface Verdicted {
  verdict: Verdict;
  reason: string;
  media_ids: number[];
}

/** Decides an open sheet: what both sides have, and what the rule says of it, is kept as it is at this moment, and never changed again. */
export async function decideSheet(
  call: SignedCall,
  row: ClueRecord,
  { id, no }: Pick<SheetRecord, "id" | "no">,
  ruled: Ruled,
  { verdict, reason, media_ids }: Verdicted,
): Promise<void> {
  const now = call.services.now();
  const at = isoInstant(now);
  const around = await findAround(call.db, row, await readSettings(call.db), now);
  const { certain, rule_result, rule_sentence } = ruled;
  await setRows(call.db, judgement, and(eq(judgement.id, id), sql`${judgement.verdict} is null`), {
    ...{ certain, rule_result, rule_sentence, verdict, reason, media_ids },
    parties: await collectParties(call.db, row, around),
    ...{ decided_by: call.user.id, decided_at: at, updated_at: at, updated_by: call.user.id },
    version: sql`${judgement.version} + 1`,
  });
  // What it collides with now is what was judged.
  if (ruled.collision) await changeClue(call, row, collisionColumns(ruled.collision));
  const said = `判定单${no}：${verdicts[verdict]}，${reason}`;
  await logClue(call, row.id, { action: "judge", note: said, media_ids });
  const against = rule_result === verdict ? "" : `，与规则结果“${verdicts[rule_result]}”不同`;
  await auditClue(call, row, {
    action: "audit",
    summary: `判定报备${row.clue_no}撞单（判定单${no}）：${verdicts[verdict]}${against}`,
    reason,
  });
}
