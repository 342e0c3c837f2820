import { eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { BatchReply } from "~/contract/common";
import { compareDecimals, distance, ratio, sum } from "~/contract/decimal";
import { errors } from "~/contract/errors";
import { type unit as contract, UnitFields } from "~/contract/house/unit";
import { isoInstant } from "~/server/database/tables/columns";
import { unit } from "~/server/database/tables/house/estate";
import { currency } from "~/server/database/tables/region/geography";
import { auditAll, changesOf } from "~/server/lib/audit";
import { keepBatch, replyOf } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { decimalText } from "~/server/resources/shared/amounts";
import { mayBring, moveUnits } from "./move";
import { notifyBoards } from "./notify";
import { keepUnitLog, lockUnits, stateOf, type Unit, unitName } from "./state";
import { doneTo } from "./undo";

const kind = { act: "unit", targetType: "unit", permission: "house:estate:edit" } as const;

type Failed = BatchReply["failed"];

/** Those of the chosen units that are of the estate, locked; the others are complained about. */
async function choose({ db }: SignedCall, estateId: number, given: readonly number[]) {
  const ids = [...new Set(given)];
  const locked = await lockUnits(db, estateId, inArray(unit.id, ids));
  const there = new Set(locked.units.map(({ id }) => id));
  const failed: Failed = ids
    .filter((id) => !there.has(id))
    .map((id) => ({ id, code: 40400, message: errors[40400].message }));
  return { locked, failed };
}

async function reply(call: SignedCall, units: readonly Unit[], failed: Failed): Promise<BatchReply> {
  const rows = { done: units.map(doneTo), failed };
  return replyOf(rows, await keepBatch(call, kind, rows));
}

/** Puts units on the market or takes them off, as far as their state allows it. */
export async function setStatuses(
  call: SignedCall,
  estateId: number,
  { ids, status }: z.output<typeof contract.statusBatch.body>,
): Promise<BatchReply> {
  const { locked, failed } = await choose(call, estateId, ids);
  const way = status === "off" ? "close" : "open";
  const now = call.services.now();
  const units = locked.units.filter((row) => mayBring(row, way, now));
  const barred = locked.units
    .filter((row) => !units.includes(row))
    .map(({ id }) => ({ id, code: 40902, message: errors[40902].message }));
  if (units.length) await moveUnits(call, { ...locked, units }, { way });
  return reply(call, units, [...failed, ...barred]);
}

type By = Pick<z.output<typeof contract.priceBatch.body>, "amount" | "percent">;

/** Raises or lowers the prices of units by an amount or a share; in whole units where the currency has no smaller one. Prices agreed in deals stay. */
export async function changePrices(
  call: SignedCall,
  estateId: number,
  { ids, ...by }: z.output<typeof contract.priceBatch.body>,
): Promise<BatchReply> {
  const { db, user, services } = call;
  const { locked, failed } = await choose(call, estateId, ids);
  const { estate } = locked;
  const places = await placesOf(call, estate.currency);
  const now = services.now();
  const changed: { row: Unit; price: string }[] = [];
  for (const row of locked.units) {
    const next = priced(row, by, places, now);
    if ("price" in next) changed.push({ row, price: next.price });
    else failed.push({ id: row.id, code: 42200, message: next.message });
  }
  if (changed.length === 0) return reply(call, [], failed);
  const prices = JSON.stringify(changed.map(({ row: { id }, price }) => ({ id, list_price: price })));
  await db.execute(sql`update ${unit} u set list_price = given.list_price, version = u.version + 1,
      updated_at = ${isoInstant(now)}, updated_by = ${user.id}
    from json_populate_recordset(null::unit, ${prices}::json) given where u.id = given.id`);
  await keepUnitLog(
    call,
    changed.map(({ row, price }) => ({
      ...{ unit_id: row.id, act: "price" as const },
      ...{ price_before: row.list_price, price_after: price },
    })),
  );
  await auditAll(
    call,
    changed.map(({ row, price }) => {
      const name = `${estate.name} ${unitName(row)}`;
      const changes = changesOf(UnitFields, { ...row }, { currency: estate.currency, list_price: price });
      const target = { type: "unit", id: row.id, name };
      return { module: "house", action: "update" as const, target, summary: `批量改价 ${name}`, changes };
    }),
  );
  await notifyBoards(db, estate.id);
  const allRows = changed.map(({ row }) => row);
  return reply(call, allRows, failed);
}

/** How many decimals amounts of a currency have; money has two at most. */
async function placesOf({ db }: SignedCall, code: string): Promise<number> {
  const [row] = await db.select({ digits: currency.digits }).from(currency).where(eq(currency.code, code));
  return Math.min(row?.digits ?? 2, 2);
}

/** The most that a price's column takes. */
const mostDigits = 16;

/** The new price of a unit, or why there is none. */
function priced(
  row: Unit,
  { amount, percent }: By,
  places: number,
  now: Date,
): { price: string } | { message: string } {
  const state = stateOf(row, now);
  if (state === "reserved" || state === "sold") return { message: "已预留或已售的房号不能改价" };
  if (row.list_price === null) return { message: "没有挂牌价，不能调整" };
  const isDown = amount === null ? (percent ?? 0) < 0 : amount.startsWith("-");
  const by =
    amount === null
      ? ratio([row.list_price, String(Math.abs(percent ?? 0))], ["100"], places + 4)
      : amount.replace(/^[+-]/, "");
  if (isDown && compareDecimals(by, row.list_price) >= 0) return { message: "降价后不足0" };
  const exact = isDown ? distance(row.list_price, by) : sum(row.list_price, by);
  const price = decimalText(ratio([exact], ["1"], places));
  if (price === null || !/[1-9]/.test(price)) return { message: "降价后不足0" };
  return price.length > mostDigits + 3 ? { message: "调整后的价格过大" } : { price };
}
