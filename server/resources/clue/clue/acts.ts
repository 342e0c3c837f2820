import type { z } from "zod";
import { appealDays, type ClueAppeal, type ClueCancel, type ClueExtend, type ClueVisit } from "~/contract/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { readSettings } from "~/server/lib/settings";
import { lastSheet, openSheet } from "../judgement/sheet";
import { rulingOf } from "./approve";
import { changeClue, checkProofs, checkStatus, lockClue, moveClue } from "./change";
import { collisionColumns } from "./collision";
import { customerOfClue, customerVisited } from "./customer";
import { checkUnbound, takersOf } from "./hindrances";
import { daysAfter, protectedAfterExtension, protectedAfterVisit, stateOf } from "./protection";
import { type ClueRecord, cluePhone } from "./scope";
import { described, namesOf, tellClue } from "./tell-clue";

/** The customer came. Their full number is known from here on, so that what a masked one might collide with is sure now. */
export async function visitClue(call: SignedCall, id: number, body: z.output<typeof ClueVisit>): Promise<void> {
  const { user, services } = call;
  const row = await lockClue(call, id);
  if (row.handler_id !== user.id && !user.permissions.has("clue:clue:audit")) return refuse(40300);
  checkStatus(row, "valid");
  const at = body.at ? isoInstant(body.at) : isoInstant(services.now());
  checkVisitTime(row, at, services.now());
  await checkProofs(call, body.media_ids, "到访凭证");
  const known = await fullyKnown(call, row, body.phone);
  const customer_id = row.customer_id ?? (await customerOfClue(call, known, row.handler_id ?? user.id));
  await moveClue(call, row, {
    action: "visit",
    to: "visited",
    values: {
      ...{ phone: known.phone, phone_cc: known.phone_cc, phone_e164: known.phone_e164 },
      ...{ customer_id, visited_at: at, visit_media_ids: body.media_ids, visit_note: body.note },
      handler_id: row.handler_id ?? user.id,
      protect_until: isoInstant(protectedAfterVisit(row, at)),
      warned_at: null,
    },
    note: body.note,
    media_ids: body.media_ids,
    audit: {
      action: "update",
      summary: `登记报备${row.clue_no}到访`,
      touches: [{ type: "customer", id: customer_id }],
    },
  });
  await customerVisited(call, row, customer_id);
  const { manager_id, estate } = await namesOf(call, row);
  await tellClue(call, row, [manager_id, row.handler_id], {
    title: "报备客户已到访",
    content: `报备${described(row)}已到访${estate}。`,
  });
}

function checkVisitTime(row: ClueRecord, given: string, now: Date): void {
  const wrong = (message: string) => refuseFields([{ field: "at", label: "到访时间", message }]);
  if (Date.parse(given) > now.getTime() + 5 * 60_000) wrong("到访时间不能晚于现在");
  if (Date.parse(given) < Date.parse(row.created_at)) wrong("到访时间不能早于报备时间");
}

/** A lead with its full number: the one that is known, or the one that is given now, whose ends must be those that were reported. */
async function fullyKnown(call: SignedCall, row: ClueRecord, given: string | null): Promise<ClueRecord> {
  if (row.phone_e164 !== null) return row;
  const wrong = (message: string) => refuseFields([{ field: "phone", label: "客户完整号码", message }]);
  if (!given) return wrong("请填写客户完整号码");
  const phone = cluePhone(given, row.phone_cc);
  if (!phone?.phone_e164) return wrong("手机号格式不正确");
  if (phone.phone_prefix !== row.phone_prefix || phone.phone_suffix !== row.phone_suffix)
    return wrong("与报备的前三位、后四位不一致");
  const { phone_mode: _, ...columns } = phone;
  const known: ClueRecord = { ...row, ...columns };
  const { collision, rule_result, certain } = await rulingOf(call, known);
  if (!collision || !certain || rule_result === "this") return known;
  const sheet = await lastSheet(call.db, row.id);
  if (sheet?.verdict === "this") return known;
  if (collision.type === "agent_dup") return refuse(40921, { state: stateOf(collision) }, { collision });
  throw new Refusal(40902, `完整号码存在撞单（${collision.text}），请先完成判定单`);
}

/** A longer protection, once; an expired one is back where it was, unless another's report has taken the customer (domain C.6). */
export async function extendClue(call: SignedCall, id: number, { days, reason }: z.output<typeof ClueExtend>) {
  const { db, services } = call;
  const row = await lockClue(call, id);
  checkStatus(row, "valid", "visited", "expired");
  if (row.extended_at !== null) throw new Refusal(40902, "该报备已延期过一次");
  if (row.protect_until === null) throw new Refusal(40902, "到访前没有保护期，无需延期");
  const now = services.now();
  const settings = await readSettings(db);
  const most = settings["clue.extend_days"];
  if (days > most) return refuseFields([{ field: "days", label: "延期天数", message: `最多延期${most}天` }]);
  const isBack = row.status === "expired";
  if (isBack) {
    const taker = (await takersOf(db, [row], now)).get(id);
    if (taker) return refuse(40921, { state: stateOf(taker) });
  }
  const until = isoInstant(protectedAfterExtension(row.protect_until, days, now));
  const to = isBack ? (row.visited_at === null ? "valid" : "visited") : row.status;
  const note = `延期${days}天至${dayOf(until)}：${reason}`;
  await moveClue(call, row, {
    action: isBack ? "renew" : "extend",
    to,
    values: {
      protect_until: until,
      warned_at: null,
      extended_at: isoInstant(now),
      extended_by: call.user.id,
      extend_reason: reason,
    },
    note,
    audit: { action: "update", summary: `${isBack ? "恢复" : "延长"}报备${row.clue_no}保护期${days}天`, reason },
  });
  await tellClue(call, row, [row.handler_id], {
    title: isBack ? "报备已恢复有效" : "报备保护期已延长",
    content: `报备${described(row)}保护期至${dayOf(until)}。`,
  });
}

/** The customer withdraws. Of a lead with a deal the deal is cancelled, which takes it along. */
export async function cancelClue(call: SignedCall, id: number, { reason }: z.output<typeof ClueCancel>): Promise<void> {
  const row = await lockClue(call, id);
  checkStatus(row, "valid", "visited", "subscribed", "contracted");
  await checkUnbound(call, id);
  await moveClue(call, row, {
    action: "cancel",
    to: "cancelled",
    values: { cancelled_at: isoInstant(call.services.now()), cancel_reason: reason },
    note: reason,
    audit: { action: "update", summary: `取消报备${row.clue_no}`, reason },
  });
  const { manager_id } = await namesOf(call, row);
  await tellClue(call, row, [row.handler_id, manager_id], {
    title: "报备已取消",
    content: `报备${described(row)}已取消，原因：${reason}。`,
  });
}

/** Until when an invalid report may be appealed against; null where it may not. */
export const appealUntil = ({ status, reviewed_at, appealed_at }: ClueRecord): Date | null =>
  status === "invalid" && appealed_at === null && reviewed_at !== null ? daysAfter(reviewed_at, appealDays) : null;

/** Against an invalid report, once, within its days, with something new. What was judged stays frozen; the next sheet is opened. */
export async function appealClue(call: SignedCall, id: number, { note, media_ids }: z.output<typeof ClueAppeal>) {
  const now = call.services.now();
  const row = await lockClue(call, id);
  checkStatus(row, "invalid");
  if (row.appealed_at !== null) throw new Refusal(40902, "该报备已申诉过一次");
  const until = appealUntil(row);
  if (!until || until < now) throw new Refusal(40902, `已超过申诉期限（${appealDays}天）`);
  const earlier = await lastSheet(call.db, id);
  const used = new Set([...(earlier?.media_ids ?? []), ...row.visit_media_ids]);
  if (media_ids.every((one) => used.has(one)))
    return refuseFields([{ field: "media_ids", label: "申诉证据", message: "请提交新的证据" }]);
  await checkProofs(call, media_ids, "申诉证据");
  await moveClue(call, row, {
    action: "appeal",
    to: "pending",
    values: {
      ...{ appealed_at: isoInstant(now), appeal_note: note, appeal_media_ids: media_ids },
      ...{ invalid_reason: null, invalid_note: null, reviewed_at: null, reviewed_by: null, review_note: null },
    },
    note,
    media_ids,
    audit: { action: "update", summary: `报备${row.clue_no}申诉`, reason: note },
  });
  const ruling = await rulingOf(call, { ...row, status: "pending" });
  if (earlier?.verdict || (ruling.collision && !earlier)) await openSheet(call, row, (earlier?.no ?? 0) + 1, ruling);
  if (ruling.collision) await changeClue(call, row, collisionColumns(ruling.collision));
  const { manager_id } = await namesOf(call, row);
  await tellClue(call, row, [manager_id], {
    title: "报备申诉待审核",
    content: `报备${described(row)}申诉：${note}。`,
  });
}
