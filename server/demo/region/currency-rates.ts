import { isoInstant } from "~/server/database/tables/columns";
import type { currency, currencyRateLog } from "~/server/database/tables/region/geography";
import { type Calendar, day } from "../shared/calendar";
import { type Random, randomFrom } from "../shared/random";

type Currency = typeof currency.$inferSelect;
type Row = typeof currencyRateLog.$inferInsert;

const seed = 20_261_122;
/** A year's longest chart has something to show, and the usual one all of its days. */
const daysBack = 400;
/** What a rate moves in a day, as a share of itself. */
const dailyMove = 0.003;

/** What the common currencies were worth on each working day: a walk by chance that ends with the present rate, and is called a demonstration. */
export function makeCurrencyRates(calendar: Calendar, currencies: readonly Currency[]): Row[] {
  const random = randomFrom(seed);
  return currencies
    .filter(({ is_common, is_base }) => is_common && !is_base)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .flatMap((one) => walkOf(random, calendar, one));
}

/** Backwards from the present, oldest first. */
function walkOf(
  random: Random,
  calendar: Calendar,
  { code, rate_to_cny, rate_at }: Pick<Currency, "code" | "rate_to_cny" | "rate_at">,
): Row[] {
  const last = Math.min(Date.parse(rate_at), calendar.now);
  const rows: Row[] = [{ code, rate: rate_to_cny, source: "demo", by: null, at: isoInstant(last) }];
  let rate = Number(rate_to_cny);
  for (let ago = 0; ago < daysBack; ago++) {
    const at = calendar.at(ago, 8, 30);
    // A normal chance has no limit, a change of more than a tenth would have asked for a second answer.
    const move = Math.max(-3, Math.min(3, random.normal())) * dailyMove;
    if (at > last - day / 2 || isWeekend(at)) continue;
    rate *= 1 - move;
    rows.push({ code, rate: rate.toFixed(8), source: "demo", by: null, at: isoInstant(at) });
  }
  return rows.reverse();
}

/** Of Asia/Shanghai, when no bank quotes. */
const isWeekend = (at: number) => [0, 6].includes(new Date(at + day / 3).getUTCDay());
