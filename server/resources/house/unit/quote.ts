import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { shanghaiDay } from "~/contract/day";
import { ratio } from "~/contract/decimal";
import { labelOf } from "~/contract/field";
import { purchaseOf, usualPlan } from "~/contract/house/purchase-cost";
import { quoteDays, type UnitQuote } from "~/contract/house/quote";
import { unit as contract, quotedStatuses, unitStatuses } from "~/contract/house/unit";
import { customer } from "~/server/database/tables/customer/customer";
import { estate, room, unit, unitLog } from "~/server/database/tables/house/estate";
import { currency } from "~/server/database/tables/region/geography";
import { media, user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { found, pick, Refusal, refuseFields, type SignedCall } from "~/server/lib/call";
import { dayOf, startOfDay } from "~/server/lib/list";
import { visibleTo } from "~/server/resources/customer/customer/row";
import { placeOf } from "~/server/resources/shared/districts";
import { mediaOf } from "~/server/resources/shared/upload";
import { keepUnitLog, stateOf, unitName } from "./state";

interface Asked {
  currency?: string | undefined;
  customer_id?: number | undefined;
}

/** The figures of a quotation of a flat, made anew each time and not kept. It has no internal facts. */
export async function quoteOf(call: SignedCall, id: number, asked: Asked): Promise<UnitQuote> {
  const { db, services } = call;
  const now = services.now().getTime();
  const { unit: flat, estate: about, room: layout } = await offered(call, id);
  const day = shanghaiDay(0, now);
  const price = flat.list_price;
  const place = await placeOf(db, about.district_id);
  return {
    estate: {
      id: about.id,
      name: about.name,
      name_local: about.name_local,
      place: addressOf(place, about.address ?? ""),
      is_online: about.publish_status === "online",
    },
    unit: {
      ...{ id: flat.id, building: flat.building, unit_no: flat.unit_no, floor: flat.floor },
      ...{ room: layout.name, layout: layout.layout, area_sqm: flat.area_sqm ?? layout.area_sqm },
      direction: flat.direction ?? layout.direction,
      plan: await planOf(call, layout.floor_plan_id),
    },
    ...{ currency: flat.currency, price },
    other: await otherOf(call, flat.currency, asked.currency),
    consultant: await consultantOf(call),
    customer: asked.customer_id === undefined ? null : await clientOf(call, asked.customer_id),
    ...{ day, valid_until: shanghaiDay(quoteDays, now) },
    cost: price === null ? null : costOf(usualPlan(about, layout, price, day)),
  };
}

/** A flat that may be quoted, with its estate and layout. */
async function offered({ db, services }: SignedCall, id: number) {
  const [row] = await db
    .select({ unit, estate, room })
    .from(unit)
    .innerJoin(room, eq(room.id, unit.room_id))
    .innerJoin(estate, and(eq(estate.id, unit.estate_id), isNull(estate.deleted_at)))
    .where(eq(unit.id, id));
  const flat = found(row);
  const status = stateOf(flat.unit, services.now());
  if (!quotedStatuses.includes(status)) throw new Refusal(40902, `该房号${unitStatuses[status]}，不能报价`);
  return flat;
}

export async function keepQuoted(call: SignedCall, id: number, customerId: number): Promise<void> {
  const { db, user: caller, services } = call;
  const { unit: flat, estate: about } = await offered(call, id);
  await clientOf(call, customerId);
  const line = { unit_id: id, act: "quote", customer_id: customerId, price_after: flat.list_price } as const;
  const today = gte(unitLog.at, startOfDay(dayOf(services.now())));
  const isSame = and(
    ...[eq(unitLog.unit_id, id), eq(unitLog.act, line.act), eq(unitLog.customer_id, customerId), today],
    ...[eq(unitLog.by, caller.id), sql`${unitLog.price_after} is not distinct from ${flat.list_price}::numeric`],
  );
  if (await db.$count(unitLog, isSame)) return;
  await keepUnitLog(call, [line]);
  const name = `${about.name} ${unitName(flat)}`;
  const target = { type: "unit", id, name };
  const touches = [{ type: "customer", id: customerId }];
  await audit(call, { module: "house", action: "update", target, touches, summary: `报价 ${name}` });
}

/** An address as people write it often begins with its districts. */
function addressOf(place: readonly { name: string }[], address: string): string {
  const names = place.map(({ name }) => name);
  return names.some((name) => address.includes(name)) ? address : [...names, address].filter(Boolean).join(" ");
}

/** A quotation shows the costs, not the income. */
function costOf(plan: Parameters<typeof purchaseOf>[0]): NonNullable<UnitQuote["cost"]> {
  const { grossYield: _gross, netYield: _net, ...cost } = purchaseOf(plan);
  return { ...cost, loanPercent: plan.loanPercent };
}

/** The rate of the day into the other currency; both are worth so much in CNY. */
export async function otherOf({ db }: Pick<SignedCall, "db">, own: string, wanted = "CNY") {
  if (wanted === own) return null;
  const rows = await db
    .select({ code: currency.code, rate: currency.rate_to_cny, at: currency.rate_at })
    .from(currency)
    .where(and(inArray(currency.code, [own, wanted]), eq(currency.status, "enabled")));
  const [from, to] = [own, wanted].map((code) => rows.find((row) => row.code === code));
  if (!to) {
    const label = labelOf(contract.quote.query.shape.currency, "币种");
    return refuseFields([{ field: "currency", label, message: `没有${wanted}的汇率` }]);
  }
  if (!from) return null;
  const at = from.code === "CNY" || (to.code !== "CNY" && to.at < from.at) ? to.at : from.at;
  return { currency: wanted, rate: ratio([from.rate], [to.rate], 8), at };
}

async function consultantOf({ db, user: caller }: SignedCall): Promise<UnitQuote["consultant"]> {
  const [row] = await db.select({ name: user.name, phone: user.phone }).from(user).where(eq(user.id, caller.id));
  return found(row);
}

/** The customer of a quote, as far as the caller may see them. */
async function clientOf({ db, user: caller }: SignedCall, id: number): Promise<UnitQuote["customer"]> {
  const [row] = await pick(
    db,
    customer,
    ["id", "name"],
    and(eq(customer.id, id), sql`coalesce(${visibleTo(caller)}, false)`),
  );
  if (row) return row;
  const label = labelOf(contract.quote.query.shape.customer_id, "客户");
  return refuseFields([{ field: "customer_id", label, message: "客户不存在，或不在您的权限范围内" }]);
}

async function planOf({ db, services }: SignedCall, id: number): Promise<string | null> {
  const { name, mime, size, scene } = media;
  const [row] = await db.select({ id: media.id, name, mime, size, scene }).from(media).where(eq(media.id, id));
  return row ? mediaOf(services, row).url : null;
}
