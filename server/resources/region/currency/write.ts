import { and, desc, eq, gte, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { compareDecimals, formatNumber, shortDecimal } from "~/contract/decimal";
import { mayCall } from "~/contract/endpoint";
import {
  type CurrencyCreate,
  CurrencyFields,
  CurrencyRow,
  currency as contract,
  jumpSentence,
  type RateChange,
  type RateHistory,
  rateJump,
} from "~/contract/region/currency";
import { baseCurrency } from "~/contract/region/rate";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { country, currency, currencyRateLog, district } from "~/server/database/tables/region/geography";
import { user } from "~/server/database/tables/system/system";
import { found, pick, Refusal, refuse, refuseFields, rowOf, type SignedCall, setRow } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { checkVersion, entity } from "~/server/lib/entity";
import { dayOf, orderOf, startOfDay } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { priceAtNewRate } from "~/server/resources/house/estate/prices";

type Query = z.output<typeof contract.list.query>;
export type Currency = typeof currency.$inferSelect;

/** A currency as its reader sees it: a user who may only set rates is offered nothing else. The base is always worth one of itself. */
export function toCurrencyRow(caller: Caller, row: Currency): CurrencyRow {
  const { is_base, status } = row;
  const mayEdit = mayCall(caller, contract.update);
  const isEnabled = status === "enabled";
  return rowOf(CurrencyRow, row, {
    can: {
      edit: mayEdit,
      rate: !is_base,
      enable: mayEdit && !isEnabled,
      disable: mayEdit && isEnabled && !is_base,
      delete: mayEdit && !is_base,
    },
  });
}

async function currencyOf({ db, user }: SignedCall, id: number): Promise<CurrencyRow> {
  const [row] = await db.select().from(currency).where(eq(currency.id, id));
  return toCurrencyRow(user, found(row));
}

export function currencyRows({ keyword, common }: Query): SQL {
  const isNamed = keyword
    ? or(...[currency.code, currency.name_zh, currency.symbol].map((column) => includesText(column, keyword)))
    : undefined;
  return sql`${and(sql`true`, isNamed, common === undefined ? undefined : eq(currency.is_common, common))}`;
}

export const currencyOrder = (sort: Query["sort"]): SQL => orderOf(currency, sort, sql`${currency.code} asc`);

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

const currencies = entity({
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

export async function setStatus(call: SignedCall, id: number, status: "enabled" | "disabled", verb: string) {
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

interface RateSet {
  rate: string;
  source: "manual" | "auto";
  /** Null where the automatic source has set it. */
  by: number | null;
  now: Date;
}

/** Sets what a currency is worth, with its line in the log, and what estates cost by it. The row has been locked for the change. */
export async function keepRate(
  db: SignedCall["db"],
  { id, code, version }: Currency,
  { rate, source, by, now }: RateSet,
): Promise<void> {
  const at = isoInstant(now);
  await setRow(db, currency, id, {
    rate_to_cny: rate,
    rate_at: at,
    version: version + 1,
    updated_at: at,
    updated_by: by,
  });
  await db.insert(currencyRateLog).values({ code, rate, source, by, at });
  await priceAtNewRate(db, code);
}

/** A rate set by hand. One that changes by much is refused until it is said a second time. */
export async function setRate(call: SignedCall, id: number, { rate, confirm, version }: z.output<typeof RateChange>) {
  const { db, user: caller, services } = call;
  const row = await currencies.lock(call, id);
  const before = row.rate_to_cny;
  const complain = (message: string) => refuseFields([{ field: "rate", label: "新汇率", message }]);
  if (row.is_base) return complain("本位币的汇率固定为1");
  // The form shows the present rate under the name under which it sends.
  await checkVersion(row, version, async () => ({ ...toCurrencyRow(caller, row), rate: shortDecimal(before) }));
  if (compareDecimals(before, rate) === 0) return toCurrencyRow(caller, row);
  if (rateJump(before, rate).isLarge && !confirm) return complain(jumpSentence(before, rate));
  await keepRate(db, row, { rate, source: "manual", by: caller.id, now: services.now() });
  const changes = [{ field: "rate_to_cny", label: "汇率", before: shortDecimal(before), after: shortDecimal(rate) }];
  await currencies.log(call, row, { summary: `修改汇率 ${row.code} ${row.name_zh}`, changes });
  return currencyOf(call, id);
}

/** Enough for a line an hour over the longest span; a chart shows no more. */
const mostLines = 9_000;

export async function historyOf({ db, services }: SignedCall, id: number, days: number): Promise<RateHistory> {
  const [kept] = await db.select().from(currency).where(eq(currency.id, id));
  const { code, rate_to_cny, rate_at } = found(kept);
  const since = isoInstant(startOfDay(dayOf(services.now()), 1 - days));
  const ofCode = eq(currencyRateLog.code, code);
  const lines = await db
    .select({
      id: currencyRateLog.id,
      rate: currencyRateLog.rate,
      source: currencyRateLog.source,
      at: currencyRateLog.at,
      by: sql<{ id: number; name: string } | null>`case when ${user.id} is null then null
        else json_build_object('id', ${user.id}, 'name', ${user.name}) end`,
    })
    .from(currencyRateLog)
    .leftJoin(user, eq(user.id, currencyRateLog.by))
    .where(and(ofCode, gte(currencyRateLog.at, since)))
    .orderBy(desc(currencyRateLog.at), desc(currencyRateLog.id))
    .limit(mostLines);
  const [earlier] = await pick(db, currencyRateLog, ["rate", "at"], and(ofCode, lt(currencyRateLog.at, since)), {
    order: [desc(currencyRateLog.at), desc(currencyRateLog.id)],
    limit: 1,
  });
  // An installation's first rate was never set by a user, so it has no line.
  const begun =
    lines.length === 0 && Date.parse(rate_at) < Date.parse(since) ? { rate: rate_to_cny, at: rate_at } : null;
  return { code, before: earlier ?? begun, list: lines.reverse() };
}
