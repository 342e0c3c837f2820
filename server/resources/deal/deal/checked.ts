import { and, eq, isNull, sql } from "drizzle-orm";
import { DealFields } from "~/contract/deal/deal-record";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import { currencyName } from "~/contract/format";
import { maskContact } from "~/contract/mask";
import { clue } from "~/server/database/tables/clue/clue";
import { customer } from "~/server/database/tables/customer/customer";
import type { CoBuyer } from "~/server/database/tables/deal/deal";
import { estate, room, unit } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { holds, holdsCode } from "~/server/identity/scope";
import { pick, refuseFields, rowsOf, type SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { readPhone } from "~/server/lib/phone";
import { seal } from "~/server/lib/seal";
import { visibleClues } from "~/server/resources/clue/clue/scope";
import { takeCustomer } from "~/server/resources/house/unit/queue";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { commissionColumns, digitsOf } from "./commission";
import { type DealRecord, deals, seesCommission } from "./record";

/** Identity papers are encrypted for this purpose. */
export const identityPurpose = { kind: "identity", name: "deal" } as const;

export const sayField = (field: keyof DealFields, message: string): FieldError[] => [
  { field, label: labelOf(DealFields.shape[field], field), message },
];

type Before = DealRecord | undefined;

export async function checkedDeal(call: SignedCall, body: DealFields, before?: DealRecord) {
  const { db, services } = call;
  if (body.customer_id !== before?.customer_id) await takeCustomer(call, body.customer_id);
  const about = await customerOf(call, body.customer_id);
  const place = await placeOf(call, body);
  const from = await sourceOf(call, body, before);
  const owner_id = await ownerOf(call, body, before, about.owner_id);
  const { commission_receivable, commission_payable, buyer_id_no, co_buyers, ...facts } = body;
  const priced = { ...facts, ...place };
  const wrong = [
    ...(await deals.unknownChoices(call, facts, before)),
    ...(await centErrors(
      db,
      DealFields,
      {
        ...{ deal_price: priced.deal_price, deal_price_tax: priced.deal_price_tax, list_price: priced.list_price },
        loan_amount: priced.loan_amount,
      },
      priced.currency,
    )),
    ...(body.co_owner_id === owner_id ? sayField("co_owner_id", "协作顾问不能是成交顾问本人") : []),
    ...(body.co_owner_id === null
      ? []
      : await sellerErrors(call, "co_owner_id", body.co_owner_id, before?.co_owner_id)),
  ];
  if (wrong.length) return refuseFields(wrong);
  const isLoan = body.payment_method === "loan";
  // For another customer, or other papers, the former values no longer apply.
  const same = before?.customer_id === body.customer_id ? before : undefined;
  const isSamePaper = body.buyer_id_no === null && body.buyer_id_type === (same?.buyer_id_type ?? null);
  const columns = {
    ...priced,
    ...from,
    owner_id,
    buyer_name: body.buyer_name ?? about.name,
    ...phoneOf(body, same?.buyer_phone ? same : { buyer_phone_cc: about.phone_cc, buyer_phone: about.phone }),
    buyer_id_no: isSamePaper ? (same?.buyer_id_no ?? null) : sealed(services, buyer_id_no),
    co_buyers: coBuyersOf(services, co_buyers, before?.co_buyers ?? []),
    list_price: decimalText(priced.list_price),
    deal_price: decimalText(priced.deal_price),
    deal_price_tax: decimalText(priced.deal_price_tax) ?? "0.00",
    loan_bank: isLoan ? body.loan_bank : null,
    loan_amount: isLoan ? decimalText(body.loan_amount) : null,
    co_owner_share: body.co_owner_id === null ? null : (body.co_owner_share ?? 0),
    ...(seesCommission(call.user)
      ? { receivable_manual: decimalText(commission_receivable), payable_manual: decimalText(commission_payable) }
      : { receivable_manual: before?.receivable_manual ?? null, payable_manual: before?.payable_manual ?? null }),
  };
  return { ...columns, ...(await commissionColumns(call, columns)) };
}

type Services = SignedCall["services"];
const sealed = (services: Services, plain: string | null) =>
  plain === null ? null : seal(services, identityPurpose, plain);

type Phone = Pick<DealRecord, "buyer_phone_cc" | "buyer_phone">;

/** The buyer's phone as typed; where it is empty or still masked, the known one stays. */
export function phoneOf(typed: Phone, known: Phone): Phone {
  const kept = { buyer_phone_cc: known.buyer_phone_cc, buyer_phone: known.buyer_phone };
  if (!typed.buyer_phone || typed.buyer_phone === maskContact("phone", known.buyer_phone)) return kept;
  if (typed.buyer_phone.includes("*")) return refuseFields(sayField("buyer_phone", "请输入完整的手机号"));
  if (typed.buyer_phone === known.buyer_phone && typed.buyer_phone_cc === known.buyer_phone_cc) return kept;
  const number = readPhone(typed.buyer_phone, typed.buyer_phone_cc);
  return number
    ? { buyer_phone_cc: number.phone_cc, buyer_phone: number.phone }
    : refuseFields(sayField("buyer_phone", "买方手机号格式不正确"));
}

/** A known person keeps their papers where none are typed; two people with one name keep theirs in their order. */
export function coBuyersOf(services: Services, typed: readonly CoBuyer[], before: readonly CoBuyer[]): CoBuyer[] {
  const left = [...before];
  return typed.map(({ name, id_type, id_no, share }) => {
    const at = left.findIndex((one) => one.name === name && one.id_type === id_type);
    const [own] = at < 0 ? [] : left.splice(at, 1);
    return { name, id_type, id_no: id_no === null ? (own?.id_no ?? null) : sealed(services, id_no), share };
  });
}

async function customerOf({ db }: SignedCall, id: number) {
  const [row] = await db.select().from(customer).where(eq(customer.id, id));
  return row ?? refuseFields(sayField("customer_id", "客户不存在"));
}

/** The place of the flat: of a unit from its row, never typed. */
export async function placeOf(
  { db }: Pick<SignedCall, "db">,
  body: Pick<
    DealFields,
    "estate_id" | "unit_id" | "room_id" | "building" | "unit_no" | "floor" | "layout" | "area_sqm"
  > &
    Pick<DealFields, "list_price" | "currency" | "deal_price" | "deal_price_tax" | "loan_amount">,
) {
  const [at] = await db.select({ currency: estate.currency }).from(estate).where(isPresent(estate, body.estate_id));
  if (!at) return refuseFields(sayField("estate_id", "楼盘不存在"));
  const { deal_price, deal_price_tax, loan_amount } = body;
  const amounts = { deal_price, deal_price_tax, loan_amount };
  const currency = body.currency ?? at.currency;
  if (body.unit_id !== null) {
    const [found] = await db
      .select({ unit, room })
      .from(unit)
      .innerJoin(room, eq(room.id, unit.room_id))
      .where(and(eq(unit.id, body.unit_id), eq(unit.estate_id, body.estate_id)));
    if (!found) return refuseFields(sayField("unit_no", "该房号不在这个楼盘"));
    const { unit: one, room: of } = found;
    return {
      ...amounts,
      currency: body.currency ?? one.currency,
      ...{ building: one.building, unit_no: one.unit_no, floor: one.floor, room_id: one.room_id },
      ...{ layout: of.layout, area_sqm: one.area_sqm ?? of.area_sqm },
      list_price: body.list_price ?? one.list_price,
    };
  }
  const { building, unit_no, floor, room_id, layout, area_sqm, list_price } = body;
  if (room_id === null)
    return { ...amounts, currency, building, unit_no, floor, room_id, layout, area_sqm, list_price };
  const [of] = await rowsOf(db, room, and(eq(room.id, room_id), eq(room.estate_id, body.estate_id)));
  if (!of) return refuseFields(sayField("room_id", "该户型不在这个楼盘"));
  return {
    ...{ ...amounts, currency, building, unit_no, floor, room_id, list_price },
    ...{ layout: layout ?? of.layout, area_sqm: area_sqm ?? of.area_sqm },
  };
}

/** The deal's source: an agent's report names its agent; other typed values are dropped. */
async function sourceOf({ db, user: caller }: SignedCall, body: DealFields, before: Before) {
  const none = { clue_id: null, agent_id: null, agent_account_id: null };
  const from = { source_type: body.source_type, inquiry_id: body.inquiry_id };
  if (body.inquiry_id !== null && body.inquiry_id !== before?.inquiry_id) {
    const [asked] = await pick(db, inquiry, ["customer_id"], eq(inquiry.id, body.inquiry_id));
    if (asked?.customer_id !== body.customer_id) return refuseFields(sayField("inquiry_id", "该询盘不是这位客户的"));
  }
  if (body.source_type !== "agent" || body.clue_id === null) return { ...from, ...none };
  const [row] = await db
    .select({ clue, sees: sql<boolean>`coalesce(${visibleClues(caller)}, false)` })
    .from(clue)
    .where(eq(clue.id, body.clue_id));
  if (!row || (!row.sees && before?.clue_id !== body.clue_id))
    return refuseFields(sayField("clue_id", "报备不存在，或不在您的权限范围内"));
  const { clue: reported } = row;
  if (reported.estate_id !== body.estate_id) return refuseFields(sayField("clue_id", "该报备不是这个楼盘的"));
  if (reported.customer_id !== null && reported.customer_id !== body.customer_id)
    return refuseFields(sayField("clue_id", "该报备不是这位客户的"));
  return { ...from, clue_id: reported.id, agent_id: reported.agent_id, agent_account_id: reported.account_id };
}

/** The deal's owner: the seller who writes it, or, if a user who does not sell writes it, the customer's owner. */
async function ownerOf(call: SignedCall, body: DealFields, before: Before, customerOwner: number | null) {
  const { user: caller } = call;
  const own = caller.permissions.has("customer:pool:claim") ? caller.id : (customerOwner ?? caller.id);
  const owner_id = body.owner_id ?? before?.owner_id ?? own;
  const wrong = await sellerErrors(call, "owner_id", owner_id, before?.owner_id);
  if (wrong.length) return refuseFields(wrong);
  if (owner_id === before?.owner_id || (await holds(call.db, caller, "deal", owner_id))) return owner_id;
  return refuseFields(sayField("owner_id", "成交顾问不在您的数据权限范围内"));
}

/** A seller is active and may create deals; a seller who is already in the deal stays. */
async function sellerErrors(
  { db }: SignedCall,
  field: "owner_id" | "co_owner_id",
  id: number,
  before: number | null | undefined,
): Promise<FieldError[]> {
  if (id === before) return [];
  const isSeller = and(
    eq(user.id, id),
    eq(user.status, "enabled"),
    isNull(user.deleted_at),
    holdsCode(user.id, "deal:deal:create"),
  );
  return (await db.$count(user, isSeller)) > 0 ? [] : sayField(field, "该员工不能成交");
}

/** Errors for amounts with more decimal places than their currency has. */
export async function placesErrors(
  db: SignedCall["db"],
  amounts: readonly { field: string; label: string; amount: string; currency: string }[],
): Promise<FieldError[]> {
  const digits = await digitsOf(db);
  return amounts.flatMap(({ field, label, amount, currency }) =>
    digits(currency) === 0 && /\.\d*[1-9]/.test(amount)
      ? [{ field, label, message: `${currencyName(currency)}金额不能有小数` }]
      : [],
  );
}
