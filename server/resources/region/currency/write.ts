import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { formatNumber } from "~/contract/decimal";
import { baseCurrency, type CurrencyCreate, CurrencyFields, type CurrencyRow } from "~/contract/region/currency";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { country, currency, currencyRateLog, district } from "~/server/database/tables/region/geography";
import type { SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { Refusal, refuse, refuseFields } from "~/server/lib/refusal";
import { type Currency, currencyOf, toCurrencyRow } from "./currency-list";

/** Records that name a currency, in words; empty where none does. */
async function usesOf({ db }: Pick<SignedCall, "db">, code: string): Promise<string> {
  const uses: readonly (readonly [label: string, table: PgTable, where: SQL | undefined])[] = [
    ["国家/地区", country, eq(country.currency_code, code)],
    ["区域", district, eq(district.avg_unit_currency, code)],
    ["楼栋", mansion, and(eq(mansion.currency, code), isNull(mansion.deleted_at))],
    ["房源", estate, and(usesCurrency(code), isNull(estate.deleted_at))],
    ["客户", customer, eq(customer.budget_currency, code)],
    ["需求", requirement, eq(requirement.currency, code)],
  ];
  const words: string[] = [];
  for (const [label, table, where] of uses) {
    const count = await db.$count(table, where);
    if (count > 0) words.push(`${label} ${formatNumber(count)}`);
  }
  return words.join("、");
}

/** As its own, as a commission's, or as the one that a waiting change would give it. */
const usesCurrency = (code: string): SQL | undefined =>
  or(
    eq(estate.currency, code),
    eq(estate.dev_commission_currency, code),
    eq(estate.agent_commission_currency, code),
    ...["currency", "dev_commission_currency", "agent_commission_currency"].map(
      (name) => sql`${estate.proposed} ->> ${name}::text = ${code}`,
    ),
  );

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
