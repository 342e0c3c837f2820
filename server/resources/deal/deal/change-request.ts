import type { z } from "zod";
import {
  type DealChange,
  type DealChangeEdits,
  DealFields,
  type DealPlain,
  type DealReason,
} from "~/contract/deal/deal-record";
import { isoInstant } from "~/server/database/tables/columns";
import type { deal } from "~/server/database/tables/deal/deal";
import { changesOf } from "~/server/lib/audit";
import { Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut } from "~/server/lib/dictionary";
import { seal } from "~/server/lib/seal";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { keepClueAmount, writeCommissions } from "../billing/commission-lines";
import { refreshTotals, totalsOf } from "../billing/totals";
import { coBuyersOf, identityPurpose, phoneOf, placeOf, sayField } from "./checked";
import { commissionColumns } from "./commission";
import { movedBy, priceHindrance } from "./hindrances";
import { movePlace } from "./place";
import {
  auditDeal,
  changeDeal,
  checkStatus,
  type DealRecord,
  type DealValues,
  deals,
  logDeal,
  takeDeal,
} from "./record";
import { describedDeal, reviewersOf, tellDeal } from "./tell";
import { readDeal } from "./view";
import { checkReviewer } from "./write";

type Edits = z.output<typeof DealChangeEdits>;
const changeable = ["subscribed", "contracted"] as const;
const placing = ["unit_id", "room_id", "building", "unit_no", "floor", "layout", "area_sqm", "list_price"] as const;

/** The columns that a wanted change means: those it names, and of another unit all that its row says. */
async function wantedColumns(call: SignedCall, row: DealRecord, edits: Edits): Promise<DealValues> {
  const { services } = call;
  const named = Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined)) as Partial<Edits>;
  const { co_buyers, buyer_id_no, ...plain } = named;
  const moves = placing.some((name) => name in named);
  const after = { ...row, ...plain } as DealRecord;
  const place = moves
    ? await placeOf(call, {
        ...after,
        // Of another unit its own price, unless one is named.
        list_price: "list_price" in named ? after.list_price : null,
      })
    : null;
  if (place && place.currency !== row.currency) return refuse(40924);
  const amounts = {
    ...("deal_price" in named ? { deal_price: decimalText(after.deal_price) } : {}),
    ...("deal_price_tax" in named ? { deal_price_tax: decimalText(after.deal_price_tax) ?? "0.00" } : {}),
    ...("loan_amount" in named ? { loan_amount: decimalText(after.loan_amount) } : {}),
  };
  const wrong = [
    ...(await deals.unknownChoices(call, plain, row)),
    ...(await centErrors(
      call.db,
      DealFields,
      { deal_price: after.deal_price, deal_price_tax: after.deal_price_tax, loan_amount: after.loan_amount },
      row.currency,
    )),
    ...(after.deal_price === null ? sayField("deal_price", "请输入成交价") : []),
    ...(after.unit_no === null && !place?.unit_no ? sayField("unit_no", "请输入房号") : []),
    ...(after.co_owner_id === row.owner_id ? sayField("co_owner_id", "协作顾问不能是成交顾问本人") : []),
    ...(after.payment_method === "loan" && !(after.loan_bank && after.loan_amount)
      ? sayField("loan_amount", "请填写贷款银行和贷款金额")
      : []),
  ];
  if (wrong.length) return refuseFields(wrong);
  return {
    ...plain,
    ...(place
      ? { ...Object.fromEntries(placing.map((name) => [name, place[name as keyof typeof place] ?? after[name]])) }
      : {}),
    ...amounts,
    ...(co_buyers ? { co_buyers: coBuyersOf(services, co_buyers, row.co_buyers) } : {}),
    ...("buyer_phone" in named ? phoneOf(after, row) : {}),
    // A number is that of one kind of paper.
    ...(buyer_id_no || after.buyer_id_type !== row.buyer_id_type
      ? { buyer_id_no: buyer_id_no ? seal(services, identityPurpose, buyer_id_no) : null }
      : {}),
  } as DealValues;
}

const hidden = new Set(["buyer_id_no", "buyer_phone", "buyer_phone_cc", "unit_id", "room_id"]);

/** What a change is, before and after, in words. Papers are told of, not told. */
async function wordsOf(call: SignedCall, row: DealRecord, columns: DealValues) {
  const fields = DealFields.omit({ commission_receivable: true, commission_payable: true, co_buyers: true });
  const wanted = { ...row, ...columns };
  const dictionary = await lookUp(call, fields, row, wanted);
  const changes = changesOf(
    fields,
    spelledOut(dictionary, fields, row),
    spelledOut(dictionary, fields, wanted),
    hidden,
  );
  const people = ({ co_buyers }: Pick<DealRecord, "co_buyers">) =>
    co_buyers.map(({ name, share }) => `${name} ${share}%`).join("、") || null;
  const are = columns.co_buyers ?? row.co_buyers;
  if (JSON.stringify(are) === JSON.stringify(row.co_buyers)) return changes;
  const [before, after] = [people(row), people({ co_buyers: are })];
  const told = before === after ? `${after ?? ""}（证件更新）` : after;
  return [...changes, { field: "co_buyers", label: "共有人", before, after: told }];
}

export async function requestChange(
  call: SignedCall,
  id: number,
  { edits, reason, version }: z.output<typeof DealChange>,
): Promise<void> {
  const { services, user } = call;
  const { row } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, ...changeable);
  if (row.change_request) throw new Refusal(40902, "已有待审核的变更");
  const columns = await wantedColumns(call, row, edits);
  await checkPrice(call, row, columns);
  const changes = await wordsOf(call, row, columns);
  if (changes.length === 0) return refuseFields([{ field: "edits", label: "变更内容", message: "没有需要变更的内容" }]);
  const at = isoInstant(services.now());
  await changeDeal(call, row, { change_request: { edits: columns, changes, reason, by: user.id, at } });
  await logDeal(call, id, { action: "change", note: reason, changes });
  await auditDeal(call, row, { action: "update", summary: `申请变更成交${row.deal_no}`, reason });
  await tellDeal(call, row, await reviewersOf(call, row.owner_id), {
    title: "有成交变更待审核",
    content: `${user.name}申请变更成交${await describedDeal(call, row)}：${reason}。`,
  });
}

/** A lower price leaves room for the lines that are there. */
async function checkPrice({ db }: SignedCall, row: DealRecord, wanted: DealValues): Promise<void> {
  const message = priceHindrance(await totalsOf(db, row.id), row, wanted);
  if (message) refuseFields(sayField("deal_price", message));
}

/** Makes a wanted change: the unit moves, and commissions are worked out anew. */
export async function approveChange(call: SignedCall, id: number, { version }: z.output<typeof DealPlain>) {
  const { row } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, ...changeable);
  const wanted = row.change_request;
  if (!wanted) return refuse(40902);
  checkReviewer(call, row, wanted.by);
  const edits = wanted.edits as DealValues;
  await checkPrice(call, row, edits);
  const after = { ...row, ...edits } as typeof deal.$inferSelect;
  const moved = movedBy(row, edits);
  if (moved) {
    await movePlace(call, row, { free: "sold" });
    await movePlace(call, moved, "reserve");
    await movePlace(call, moved, "sell");
  }
  const changed = await changeDeal(call, row, {
    ...edits,
    ...(await commissionColumns(call, after)),
    change_request: null,
  });
  if (changed.status === "contracted") {
    await writeCommissions(call, changed);
    await keepClueAmount(call, changed);
  }
  await refreshTotals(call, id);
  await logDeal(call, id, { action: "change_approve", changes: wanted.changes });
  await auditDeal(call, row, { action: "audit", summary: `通过成交${row.deal_no}的变更` });
  await tellDeal(call, row, [row.owner_id, row.co_owner_id, wanted.by], {
    title: "成交变更已通过",
    content: `成交${await describedDeal(call, changed)}的变更已通过。`,
  });
}

export async function rejectChange(
  call: SignedCall,
  id: number,
  { version, reason }: z.output<ReturnType<typeof DealReason>>,
): Promise<void> {
  const { row } = await takeDeal(call, id, version, () => readDeal(call, id));
  const wanted = row.change_request;
  if (!wanted) return refuse(40902);
  checkReviewer(call, row, wanted.by);
  await changeDeal(call, row, { change_request: null });
  await logDeal(call, id, { action: "change_reject", note: reason, changes: wanted.changes });
  await auditDeal(call, row, { action: "audit", summary: `驳回成交${row.deal_no}的变更`, reason });
  await tellDeal(call, row, [row.owner_id, row.co_owner_id, wanted.by], {
    level: "warning",
    title: "成交变更被驳回",
    content: `成交${await describedDeal(call, row)}的变更被驳回，原因：${reason}。`,
  });
}
