import type { z } from "zod";
import { baseCurrency, type CurrencyCreate, CurrencyFields, type CurrencyRow } from "~/contract/region/currency";
import { isoInstant } from "~/server/database/tables/columns";
import { currency, currencyRateLog } from "~/server/database/tables/region/geography";
import type { SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { Refusal, refuse, refuseFields } from "~/server/lib/refusal";
import { type Currency, currencyOf, toCurrencyRow } from "./currency-list";
import { usesOf } from "./usage";

export const currencies = entity({
  table: currency,
  module: "regionalManage",
  type: "currency",
  title: "币种",
  nameOf: ({ name_zh }) => name_zh,
  describe: ({ code, name_zh }) => `${code} ${name_zh}`,
  fields: CurrencyFields,
  unique: "代码",
  present: currencyOf,
});

/** A currency with its first rate. */
export async function addCurrency(call: SignedCall, body: z.output<typeof CurrencyCreate>): Promise<Currency> {
  const { db, user, services } = call;
  if (!(await isPaidWith(body.code)))
    return refuseFields([{ field: "code", label: "代码", message: "不是 ISO 4217 的流通货币代码" }]);
  const at = isoInstant(services.now());
  const is_base = body.code === baseCurrency;
  const row = await currencies.create(call, {
    ...body,
    rate_to_cny: is_base ? "1" : body.rate_to_cny,
    rate_at: at,
    is_base,
  });
  await db.insert(currencyRateLog).values({ code: row.code, rate: row.rate_to_cny, source: "manual", by: user.id, at });
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
  const row = await currencies.lock(call, id, version);
  if (row.is_base && body.rate_source === "auto")
    return refuseFields([{ field: "rate_source", label: "汇率来源", message: "本位币的汇率固定为1" }]);
  return toCurrencyRow(call.user, await currencies.edit(call, row, body));
}

export async function setStatus(
  call: SignedCall,
  id: number,
  status: "enabled" | "disabled",
  verb: string,
): Promise<CurrencyRow> {
  const row = await currencies.lock(call, id);
  if (row.is_base && status === "disabled") throw new Refusal(42200, "本位币不能停用");
  if (row.status === status) return refuse(40902);
  return toCurrencyRow(call.user, await currencies.change(call, row, { status }, { verb }));
}

/** What it was worth stays in the log: amounts of old records are converted by it. */
export async function removeCurrency(call: SignedCall, id: number): Promise<null> {
  const row = await currencies.lock(call, id);
  if (row.is_base) throw new Refusal(42200, "本位币不能删除");
  const uses = await usesOf(call, row.code);
  if (uses) return refuse(40904, { n: uses });
  await currencies.remove(call, row);
  return null;
}
