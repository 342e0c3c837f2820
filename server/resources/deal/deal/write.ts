import type { z } from "zod";
import { draftStatuses } from "~/contract/deal/deal-kinds";
import type { DealCreate, DealUpdate } from "~/contract/deal/deal-record";
import { formatExact } from "~/contract/format";
import { deal } from "~/server/database/tables/deal/deal";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { dayOf } from "~/server/lib/list";
import { refuse, refuseFields } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { readSettings } from "~/server/lib/settings";
import { nextNumber } from "~/server/resources/shared/numbers";
import { addLines, isOver } from "../billing/lines";
import { linesIn, refreshTotals, totalsOf, voidPending } from "../billing/totals";
import { addAttachments, attachTo } from "./attachments";
import { checkedDeal, sayField } from "./checked";
import { deals } from "./entity";
import { rateOn } from "./rates";
import { checkStatus, logDeal, takeDeal } from "./record";
import { readDeal } from "./view";

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
