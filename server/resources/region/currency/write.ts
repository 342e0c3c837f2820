import { eq } from "drizzle-orm";
import type { z } from "zod";
import { baseCurrency, type CurrencyCreate, CurrencyFields, type CurrencyRow } from "~/contract/region/currency";
import { isoInstant } from "~/server/database/tables/columns";
import { currency, currencyRateLog } from "~/server/database/tables/region/geography";
import { audit, changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { Refusal, refuse, refuseFields } from "~/server/lib/refusal";
import { type Currency, currencyOf, toCurrencyRow } from "./currency-list";
import { holdCurrency } from "./rate";
import { usesOf } from "./usage";

const targetOf = ({ id, name_zh }: Currency) => ({ type: "currency", id, name: name_zh });

/** A currency with its first rate. */
export async function addCurrency(call: SignedCall, body: z.output<typeof CurrencyCreate>): Promise<Currency> {
  const { db, user, services } = call;
  if (!(await isPaidWith(body.code)))
    return refuseFields([{ field: "code", label: "代码", message: "不是 ISO 4217 的流通货币代码" }]);
  const at = isoInstant(services.now());
  const stamp = { created_at: at, updated_at: at, created_by: user.id, updated_by: user.id };
  const isBase = body.code === baseCurrency;
  const [created] = await db
    .insert(currency)
    .values({ ...body, ...stamp, rate_to_cny: isBase ? "1" : body.rate_to_cny, rate_at: at, is_base: isBase })
    .onConflictDoNothing()
    .returning();
  const row = created ?? refuse(40900, { label: "代码" });
  await db.insert(currencyRateLog).values({ code: row.code, rate: row.rate_to_cny, source: "manual", by: user.id, at });
  await audit(call, {
    module: "regionalManage",
    action: "create",
    target: targetOf(row),
    summary: `新增货币 ${row.code} ${row.name_zh}`,
  });
  return row;
}

/** Loaded only here: the data packages behind it take memory, and a currency is hardly ever added. */
async function isPaidWith(code: string): Promise<boolean> {
  const { currencyRows } = await import("~/server/database/baseline/currencies");
  return currencyRows().some((row) => row.code === code);
}

/** Changes a currency that was read at that version; its rate has an act of its own. */
export async function changeCurrency(
  call: SignedCall,
  id: number,
  { version, ...body }: CurrencyFields & { version: number },
): Promise<CurrencyRow> {
  const { db, user, services } = call;
  const row = await holdCurrency(call, id);
  if (row.version !== version) return refuse(40901, {}, toCurrencyRow(user, row));
  if (row.is_base && body.rate_source === "auto")
    return refuseFields([{ field: "rate_source", label: "汇率来源", message: "本位币的汇率固定为1" }]);
  const changes = changesOf(CurrencyFields, row, body);
  if (changes.length === 0) return toCurrencyRow(user, row);
  await db
    .update(currency)
    .set({ ...body, version: version + 1, updated_at: isoInstant(services.now()), updated_by: user.id })
    .where(eq(currency.id, id));
  const summary = `编辑货币 ${row.code} ${body.name_zh}`;
  await audit(call, {
    module: "regionalManage",
    action: "update",
    target: { ...targetOf(row), name: body.name_zh },
    summary,
    changes,
  });
  return currencyOf(call, id);
}

export async function setStatus(
  call: SignedCall,
  id: number,
  status: "enabled" | "disabled",
  verb: string,
): Promise<CurrencyRow> {
  const { db, user, services } = call;
  const row = await holdCurrency(call, id);
  if (row.is_base && status === "disabled") throw new Refusal(42200, "本位币不能停用");
  if (row.status === status) return refuse(40902);
  await db
    .update(currency)
    .set({ status, version: row.version + 1, updated_at: isoInstant(services.now()), updated_by: user.id })
    .where(eq(currency.id, id));
  const summary = `${verb}货币 ${row.code} ${row.name_zh}`;
  await audit(call, { module: "regionalManage", action: "update", target: targetOf(row), summary });
  return currencyOf(call, id);
}

/** What it was worth stays in the log: amounts of old records are told by it. */
export async function removeCurrency(call: SignedCall, id: number): Promise<null> {
  const { db } = call;
  const row = await holdCurrency(call, id);
  if (row.is_base) throw new Refusal(42200, "本位币不能删除");
  const uses = await usesOf(call, row.code);
  if (uses) return refuse(40904, { n: uses });
  await db.delete(currency).where(eq(currency.id, id));
  const summary = `删除货币 ${row.code} ${row.name_zh}`;
  await audit(call, { module: "regionalManage", action: "delete", target: targetOf(row), summary });
  return null;
}
