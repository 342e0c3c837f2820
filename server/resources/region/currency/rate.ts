import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { compareDecimals, shortDecimal } from "~/contract/decimal";
import {
  type CurrencyRow,
  jumpSentence,
  type RateChange,
  type RateHistory,
  rateJump,
} from "~/contract/region/currency";

import { isoInstant } from "~/server/database/tables/columns";
import { currency, currencyRateLog } from "~/server/database/tables/region/geography";
import { user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { checkVersion } from "~/server/lib/entity";
import { dayOf, startOfDay } from "~/server/lib/list";
import { found, refuseFields } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { priceAtNewRate } from "~/server/resources/house/estate/prices";
import { type Currency, currencyOf, toCurrencyRow } from "./currency-list";
import { currencies } from "./write";

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
export async function setRate(
  call: SignedCall,
  id: number,
  { rate, confirm, version }: z.output<typeof RateChange>,
): Promise<CurrencyRow> {
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
  const [earlier] = await db
    .select({ rate: currencyRateLog.rate, at: currencyRateLog.at })
    .from(currencyRateLog)
    .where(and(ofCode, lt(currencyRateLog.at, since)))
    .orderBy(desc(currencyRateLog.at), desc(currencyRateLog.id))
    .limit(1);
  // An installation's first rate was never set by a user, so it has no line.
  const begun =
    lines.length === 0 && Date.parse(rate_at) < Date.parse(since) ? { rate: rate_to_cny, at: rate_at } : null;
  return { code, before: earlier ?? begun, list: lines.reverse() };
}
