import type { z } from "zod";
import { appealDays, type ClueApprove, type ClueReject } from "~/contract/clue/clue";
import { clueInvalidReasons, verdicts } from "~/contract/clue/clue-kinds";
import { isoInstant } from "~/server/database/tables/columns";
import { byOf } from "~/server/lib/audit";
import { type Actor, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { tellAccount } from "~/server/resources/agent/account/tell-account";
import { decideSheet, lastSheet, openSheet } from "../judgement/sheet";
import { checkStatus, lockClue, moveClue } from "./change";
import { collisionColumns, findAround, type Ruling, ruledBy } from "./collision";
import { customerOfClue } from "./customer";
import { handlerOf } from "./handler";
import { protectedFrom, stateOf } from "./protection";
import { type ClueRecord, isSuper } from "./scope";
import { described, namesOf, tellClue, tellReviewed } from "./tell-clue";

type Approval = Pick<z.output<typeof ClueApprove>, "note" | "force_reason"> & { handler_id: number | null };

/** What a locked lead collides with now, and what the protection rule says about it. */
export async function rulingOf({ db, services }: Actor, row: ClueRecord): Promise<Ruling> {
  const settings = await readSettings(db);
  const now = services.now();
  return ruledBy(await findAround(db, row, settings, now), row, settings, now);
}

/** Approves a lead. A collision needs a verdict on its sheet (domain B.6); against another's protection a super_admin's reason (40921). */
export async function approveClue(call: SignedCall, id: number, asked: z.output<typeof ClueApprove>): Promise<void> {
  const row = await lockClue(call, id);
  checkStatus(row, "pending");
  const ruling = await rulingOf(call, row);
  const forced = await permitted(call, row, ruling, asked.force_reason);
  await passClue(call, { ...row, ...collisionColumns(ruling.collision) }, { ...asked, force_reason: forced });
}

/** Bulk approval: only of leads without a collision. */
export async function approveClear(call: SignedCall, id: number, asked: Omit<Approval, "force_reason">): Promise<void> {
  const row = await lockClue(call, id);
  checkStatus(row, "pending");
  const { collision } = await rulingOf(call, row);
  if (collision ?? row.collision) throw new Refusal(40902, "存在撞单，请单独判定");
  await passClue(call, row, { ...asked, force_reason: null });
}

/** Ends the request unless the lead may pass despite its collision; returns the reason given against the rule, if there is one. */
async function permitted(call: SignedCall, row: ClueRecord, ruling: Ruling, force: string | null) {
  const { collision } = ruling;
  const sheet = await lastSheet(call.db, row.id);
  // It collided when it came, but no longer does: a verdict is possible, not required.
  if (!collision) return null;
  if (sheet?.verdict === "this") return ruling.certain && ruling.rule_result !== "this" ? sheet.reason : null;
  const isOpen = !sheet?.verdict;
  if (isOpen && force && isSuper(call.user)) {
    const at = sheet ?? (await openSheet(call, row, 1, ruling));
    await decideSheet(call, row, at, ruling, { verdict: "this", reason: force, media_ids: [] });
    return force;
  }
  if (collision.type === "agent_dup" && ruling.certain && ruling.rule_result === "other" && isOpen)
    return refuse(40921, { state: stateOf(collision) }, { collision });
  throw new Refusal(
    40902,
    sheet?.verdict ? `判定单结论为“${verdicts[sheet.verdict]}”，不能通过` : "存在撞单，请先完成判定单",
  );
}

/** The lead becomes valid: protected by its estate's rule, with a handler, and, where the full number is known, with its customer. */
export async function passClue(actor: Actor, row: ClueRecord, { handler_id, note, force_reason }: Approval) {
  const now = actor.services.now();
  const handler = handler_id === null ? undefined : await handlerOf(actor, handler_id);
  const customer_id = row.phone_e164 === null ? null : await customerOfClue(actor, row, handler_id);
  const until = protectedFrom(row, now);
  const { collision, collision_ref_id, collision_at, collision_certain } = row;
  const isAuto = actor.user === "system";
  await moveClue(actor, row, {
    action: isAuto ? "auto_approve" : "approve",
    to: "valid",
    values: {
      ...{ collision, collision_ref_id, collision_at, collision_certain },
      ...{ handler_id, customer_id, review_note: note, force_reason },
      protect_until: until && isoInstant(until),
      warned_at: null,
      reviewed_by: byOf(actor),
      reviewed_at: isoInstant(now),
    },
    note:
      [handler?.name && `顾问：${handler.name}`, note, force_reason && `强制通过：${force_reason}`]
        .filter(Boolean)
        .join("；") || null,
    audit: {
      action: "audit",
      summary: `${isAuto ? "自动通过" : "通过"}报备${row.clue_no}`,
      reason: force_reason ?? note,
      ...(customer_id === null ? {} : { touches: [{ type: "customer", id: customer_id }] }),
    },
  });
  const { estate } = await namesOf(actor, row);
  await tellClue(actor, row, [handler_id], {
    title: "您有新的报备客户",
    content: `报备${described(row)}（${estate}）由您对接，请安排到访。`,
  });
  await tellReviewed(actor, row, "通过");
}

const grounds: readonly string[] = ["duplicate", "own_customer"];

export async function rejectClue(call: SignedCall, id: number, { invalid_reason, note }: z.output<typeof ClueReject>) {
  const row = await lockClue(call, id);
  checkStatus(row, "pending");
  const ruling = await rulingOf(call, row);
  const sheet = await lastSheet(call.db, row.id);
  const needsSheet = ruling.collision?.type === "agent_dup" || ruling.collision?.type === "own_customer";
  if (grounds.includes(invalid_reason) && needsSheet && !sheet?.verdict)
    throw new Refusal(40902, "存在撞单，请先完成判定单");
  if (grounds.includes(invalid_reason) && sheet?.verdict === "this")
    refuseFields([{ field: "invalid_reason", label: "无效原因", message: "判定单结论为归本报备" }]);
  const words = clueInvalidReasons[invalid_reason];
  await moveClue(call, row, {
    action: "reject",
    to: "invalid",
    values: {
      invalid_reason,
      invalid_note: note,
      reviewed_by: call.user.id,
      reviewed_at: isoInstant(call.services.now()),
      protect_until: null,
    },
    note: [words, note].filter(Boolean).join("："),
    audit: { action: "audit", summary: `驳回报备${row.clue_no}`, reason: [words, note].filter(Boolean).join("：") },
  });
  const { manager_id, estate } = await namesOf(call, row);
  await tellClue(call, row, [manager_id], {
    title: "报备审核未通过",
    content: `报备${described(row)}：${words}${note ? `，${note}` : ""}。`,
  });
  await tellReviewed(call, row, `无效（${words}）`);
  await tellAccount(call, row, {
    title: `报备未通过：${row.clue_no}`,
    text: `报备${row.clue_no}（${estate}）审核未通过：${words}。${row.appealed_at === null ? `${appealDays}天内可提交新的证据申诉一次。` : ""}`,
  });
}
