import { sql } from "drizzle-orm";
import type { z } from "zod";
import { clue as contract } from "~/contract/clue/clue";
import { verdicts } from "~/contract/clue/clue-kinds";
import { ClueRow } from "~/contract/clue/clue-record";
import { type Decision, judgement } from "~/contract/clue/judgement";
import { maskContact } from "~/contract/mask";
import { cellOf, columnsOf } from "~/contract/sheet";
import { clue } from "~/server/database/tables/clue/clue";
import { eachRow, replyOf } from "~/server/lib/batch";
import { type FileReply, Refusal, refuse, type SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { countContactSearch } from "~/server/lib/search";
import { serve, serveAct } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { whereRows } from "~/server/lib/where";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { reveal, revealsLeft } from "~/server/resources/shared/reveal";
import { appealClue, cancelClue, extendClue, visitClue } from "./clue/acts";
import { approveClear, approveClue, rejectClue, rulingOf } from "./clue/approve";
import { checkProofs, lockClue, peekClue } from "./clue/change";
import { staffCollision } from "./clue/collision";
import { clueOrder, cluePage, clueRows } from "./clue/list";
import { checkClue, receiveClue } from "./clue/receive";
import { type ClueRecord, isSuper, ownsClue } from "./clue/scope";
import { namesOf } from "./clue/tell-clue";
import { detailAfter, fresh, logsOf, readClue, selectClues, toClueRows } from "./clue/view";
import { decideSheet, lastSheet, openSheet } from "./judgement/sheet";
import { isJudged, judgementOf, readJudgement } from "./judgement/view";

export const clueHandlers = [
  serve(contract.list, cluePage),
  serve(contract.get, (call) => readClue(call, call.params.id)),
  serve(contract.logs, (call) => logsOf(call, call.params.id)),

  serve(contract.check, async (call) => {
    await countContactSearch(call.services, call.user);
    const collision = await checkClue(call, call.body);
    return { collision: collision && staffCollision(collision) };
  }),
  serve(contract.create, async (call) => {
    const { collision, ...receipt } = await receiveClue(call, { ...call.body, source: "manual" });
    return { ...receipt, collision: collision && staffCollision(collision) };
  }),

  serve(
    contract.phone,
    async (call) => {
      const row = await peekClue(call, call.params.id);
      const { manager_id } = await namesOf(call, row);
      const { id, clue_no, phone, phone_cc } = row;
      const target = { type: "clue", id, name: clue_no };
      const isShown = row.phone_e164 === null || ownsClue(call.user, row, manager_id);
      const left = isShown
        ? await revealsLeft(call)
        : await reveal(call, target, `查看报备${clue_no}的完整号码`, call.query.reason);
      return { phone_cc, phone, left };
    },
    { writes: true },
  ),

  serveAct(contract.approve, detailAfter, fresh(approveClue)),
  serveAct(contract.reject, detailAfter, fresh(rejectClue)),
  serveAct(contract.visit, detailAfter, fresh(visitClue)),
  serveAct(contract.cancel, detailAfter, fresh(cancelClue)),
  serveAct(contract.extend, detailAfter, fresh(extendClue)),
  serveAct(contract.appeal, detailAfter, fresh(appealClue)),

  serve(contract.approveBatch, async (call) => {
    const { ids, handler_id, note } = call.body;
    // Not to be undone: customers have been made, and people told.
    return replyOf(await eachRow(call, ids, (one, id) => approveClear(one, id, { handler_id, note })), null);
  }),

  serve(contract.export, (call) => exportClues(call, call.query)),

  serve(judgement.get, (call) => readJudgement(call, call.params.id)),
  serveAct(judgement.decide, readJudgement, decideCollision),
];

/** Decides a collision, once: an appeal opens the next sheet. Only a super_admin may go against the rule where the match is certain. */
async function decideCollision(call: SignedCall, id: number, body: z.output<typeof Decision>): Promise<void> {
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

const fields = [
  "clue_no",
  "customer_name",
  "phone",
  "agent",
  "account",
  "manager",
  "estate",
  "created_at",
  "expected_visit_at",
  "collision",
  "status",
  "protect_until",
  "handler",
  "reviewed_at",
  "visited_at",
] as const satisfies (keyof ClueRow)[];

/** The leads of a list as a file. */
async function exportClues(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const settings = await readSettings(call.db);
  const asked = [await clueRows(call, query), chosen(clue.id, query.ids), ...whereRows(query.where, clue)];
  const where = sql.join(asked, sql` and `);
  const isFull = !settings["export.mask_phone"];
  return sendList(call, settings, {
    ...{ endpoint: contract.export, module: "clue", name: "报备", query, reason },
    columns: columnsOf(ClueRow.shape, fields),
    ...{ table: clue, where, order: clueOrder(query) },
    async rows(ids) {
      const found = await selectClues(call).where(sql`${clue.id} = any(${sql.param(ids)}::bigint[]) and ${where}`);
      const list = inOrder(ids, await toClueRows(call, found), ({ id }) => id);
      const records = new Map(found.map((one) => [one.clue.id, one.clue]));
      return list.map((row) => {
        const shown = { ...row, phone: phoneIn(row, records.get(row.id), call, isFull) };
        return fields.map((field) => cellOf(ClueRow.shape[field], shown[field]));
      });
    },
  });
}

/** In full for holders of the code for full numbers, if the setting allows it. */
function phoneIn(row: ClueRow, record: ClueRecord | undefined, { user }: SignedCall, isFull: boolean): string | null {
  if (!record || record.phone_e164 === null) return row.phone;
  if (isFull && (!row.is_masked || user.permissions.has("customer:phone:view"))) return record.phone;
  return maskContact("phone", record.phone);
}
