import type { z } from "zod";
import { draftStatuses } from "~/contract/deal/deal-kinds";
import type { DealCreate, DealPlain, DealReason, DealUpdate } from "~/contract/deal/deal-record";
import { formatExact } from "~/contract/format";
import { isoInstant } from "~/server/database/tables/columns";
import { deal } from "~/server/database/tables/deal/deal";
import { Refusal, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { dayOf } from "~/server/lib/list";
import { readSettings } from "~/server/lib/settings";
import { nextNumber } from "~/server/resources/shared/numbers";
import { addLines, isOver } from "../billing/lines";
import { linesIn, refreshTotals, totalsOf, voidPending } from "../billing/totals";
import { addAttachments, attachTo } from "./attachments";
import { checkedDeal, sayField } from "./checked";
import { rateOn } from "./commission";
import { checkClue, clueSubscribed, customerForward } from "./effects";
import { formHindrances, standingsOf } from "./hindrances";
import { shareBehind } from "./origin";
import { movePlace } from "./place";
import { checkStatus, type DealRecord, deals, logDeal, moveDeal, takeDeal } from "./record";
import { describedDeal, reviewersOf, tellDeal } from "./tell";
import { readDeal } from "./view";

type Plain = z.output<typeof DealPlain>;
type Reason = z.output<ReturnType<typeof DealReason>>;

/** Hands a deal in for its review: all that is asked is there, its unit is had by nobody else, and is kept for it from now on. */
export async function submitDeal(call: SignedCall, id: number, { version }: Plain): Promise<void> {
  const { db, services, user } = call;
  const { row, estate } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, ...draftStatuses);
  const wrong = (await formHindrances(call, [row], await standingsOf(db, [row]))).get(id) ?? [];
  if (wrong.length > 0) return refuseFields(wrong);
  const today = dayOf(services.now());
  const rate = row.fx_rate_to_cny ?? (row.currency === null ? null : await rateOn(db, row.currency, today));
  if (rate === null) return refuseFields(sayField("fx_rate_to_cny", "请输入汇率"));
  await movePlace(call, row, "reserve");
  await moveDeal(call, row, {
    action: "submit",
    to: "reviewing",
    values: {
      fx_rate_to_cny: rate,
      submitted_at: isoInstant(services.now()),
      submitted_by: user.id,
      reject_reason: null,
      ...{ reviewed_by: null, reviewed_at: null },
    },
    audit: { action: "update", summary: `提交成交${row.deal_no}`, touches: [{ type: "estate", id: estate.id }] },
  });
  await tellDeal(call, row, await reviewersOf(call, row.owner_id), {
    title: "有新的成交待审核",
    content: `${user.name}提交成交${await describedDeal(call, row)}，请审核。`,
  });
}

export async function withdrawDeal(call: SignedCall, id: number, { version }: Plain): Promise<void> {
  const { row } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, "reviewing");
  await movePlace(call, row, { free: "reserved" });
  await moveDeal(call, row, {
    action: "withdraw",
    to: "draft",
    values: { submitted_at: null, submitted_by: null },
    audit: { action: "update", summary: `撤回成交${row.deal_no}` },
  });
}

/** Nobody reviews what they sell or have handed in. */
export function checkReviewer({ user }: SignedCall, row: DealRecord, handedInBy: number | null): void {
  if (row.owner_id === user.id || row.co_owner_id === user.id || handedInBy === user.id)
    throw new Refusal(40300, "不能审核自己的成交");
}

/** Passes a deal: it is a subscription from now on, and all that hangs on it follows. */
export async function approveDeal(call: SignedCall, id: number, { version }: Plain): Promise<void> {
  const { services, user } = call;
  const { row, customer, clue } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, "reviewing");
  checkReviewer(call, row, row.submitted_by);
  if (clue) checkClue(clue, row);
  const now = services.now();
  await movePlace(call, row, "sell");
  const moved = await moveDeal(call, row, {
    action: "approve",
    to: "subscribed",
    values: {
      subscribed_at: row.subscribed_at ?? dayOf(now),
      reviewed_by: user.id,
      reviewed_at: isoInstant(now),
    },
    audit: { action: "audit", summary: `通过成交${row.deal_no}` },
  });
  await refreshTotals(call, id);
  await customerForward(call, customer, moved, "subscribed");
  if (clue) await clueSubscribed(call, clue, moved);
  await tellDeal(call, row, [row.owner_id, row.co_owner_id], {
    title: "成交已通过",
    content: `成交${await describedDeal(call, row)}已通过，状态为已认购。`,
  });
}

export async function rejectDeal(call: SignedCall, id: number, { version, reason }: Reason): Promise<void> {
  const { services, user } = call;
  const { row } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, "reviewing");
  checkReviewer(call, row, row.submitted_by);
  await movePlace(call, row, { free: "reserved" });
  await moveDeal(call, row, {
    action: "reject",
    to: "rejected",
    values: { reject_reason: reason, reviewed_by: user.id, reviewed_at: isoInstant(services.now()) },
    note: reason,
    audit: { action: "audit", summary: `驳回成交${row.deal_no}`, reason },
  });
  await tellDeal(call, row, [row.owner_id, row.co_owner_id], {
    level: "warning",
    title: "成交被驳回",
    content: `成交${await describedDeal(call, row)}被驳回，原因：${reason}。`,
  });
}

type Columns = Awaited<ReturnType<typeof checkedDeal>>;

/** The rate until the contract: the day's of the subscription or of today; typed where the setting says so. */
async function rateColumn({ db, services }: SignedCall, { currency, subscribed_at, fx_rate_to_cny }: Columns) {
  if (currency === null) return null;
  const { "deal.fx_auto": isAuto } = await readSettings(db);
  if (!isAuto && currency !== "CNY") return fx_rate_to_cny;
  const today = dayOf(services.now());
  return rateOn(db, currency, subscribed_at && subscribed_at < today ? subscribed_at : today);
}

export async function createDeal(call: SignedCall, { attachments, bills, ...body }: z.output<typeof DealCreate>) {
  const { db, services } = call;
  const columns = await checkedDeal(call, body);
  const row = await deals.create(call, {
    ...columns,
    fx_rate_to_cny: await rateColumn(call, columns),
    share_id: await shareBehind(db, columns),
    deal_no: await nextNumber(db, "CJ", services.now()),
  });
  await logDeal(call, row.id, { action: "create", to: "draft" });
  await addAttachments(call, row, attachments);
  if (bills.length > 0) await addLines(call, row, bills);
  return { id: row.id, deal_no: row.deal_no };
}

export async function updateDeal(
  call: SignedCall,
  id: number,
  { version, attachments, ...body }: z.output<typeof DealUpdate>,
) {
  const { db } = call;
  const { row } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, ...draftStatuses);
  const columns = await checkedDeal(call, body, row);
  const { price, price_back } = await totalsOf(db, id);
  const isPlanned = price !== "0.00";
  if (isPlanned && columns.currency !== null && (await linesIn(db, id, columns.currency)) > 0)
    return refuseFields(sayField("currency", "已有其他币种的账单，请先作废"));
  if (isPlanned && (columns.deal_price === null || isOver(price, price_back, columns.deal_price)))
    return refuseFields(sayField("deal_price", `成交价不能小于账单合计${formatExact(price, columns.currency)}`));
  const edited = await deals.edit(call, row, columns);
  // Commissions and papers are no part of what the log tells: written also where nothing else has changed.
  const rate = await rateColumn(call, columns);
  await setRow(db, deal, id, {
    ...columns,
    fx_rate_to_cny: rate,
    version: edited.version > row.version ? edited.version : row.version + 1,
    ...changedBy(call),
  });
  await logDeal(call, id, { action: "edit" });
  await attachTo(call, row, attachments);
}

/** Deletes a draft; what somebody has paid for is not deleted. */
export async function removeDeal(call: SignedCall, id: number): Promise<null> {
  const { row } = await takeDeal(call, id, undefined, () => readDeal(call, id));
  checkStatus(row, ...draftStatuses);
  const { paid } = await totalsOf(call.db, id);
  if (paid > 0) return refuse(40904, { n: paid });
  await voidPending(call, id, "成交已删除");
  await refreshTotals(call, id);
  await deals.remove(call, row);
  return null;
}
