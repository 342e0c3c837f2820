import { and, eq, isNotNull, sql } from "drizzle-orm";
import { baseCurrency } from "~/contract/region/rate";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { share, shareOpen } from "~/server/database/tables/share/share";
import { idsOf } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { estatesBy } from "~/server/resources/share/estates";
import { estatePrices } from "~/server/resources/share/snapshot";
import { day } from "../shared/calendar";
import { randomFrom, times } from "../shared/random";
import { momentSql, numbered, stamps } from "../shared/rows";
import type { Writing } from "../terms";

/** A share ends after so many days unless its sender says otherwise (`share.days`). */
const lasts = 30;

/** What sellers have sent to customers who know what they want, and how often it was looked at (domain B.2). Nobody has its address. */
export async function writeShares({ tx, calendar, isFull }: Writing): Promise<void> {
  const random = randomFrom(20_261_146);
  const { rows: clients } = await tx.execute<{ customer_id: number; owner: number; at: number }>(sql`
    select c.id::int as customer_id, owner_id::int as owner, floor(extract(epoch from since + (${momentSql(calendar.now)} - since) * (0.2 + abs(c.id % 7) / 10.0)) * 1000)::float as at
    from customer c cross join lateral (select greatest(assigned_at, ${momentSql(calendar.now - 60 * day)}) as since) s
    where owner_id is not null and stage in ('qualified', 'visited') order by hashint8(c.id * 17), c.id limit ${isFull ? 60 : 6}::int`);
  const offered = and(eq(estate.publish_status, "online"), isNotNull(estate.price_min));
  const online = await tx.select({ id: estate.id }).from(estate).where(offered).orderBy(estate.id);
  const estates = await estatesBy(tx, idsOf(online));
  const opens: (typeof shareOpen.$inferInsert)[] = [];
  const rows: (typeof share.$inferInsert)[] = [];
  for (const { id, no, at, customer_id, owner } of numbered(clients, "FX")) {
    const kind = random.weighted({ estate: 60, estates: 20, compare: 20 });
    const shown = random.some(estates, kind === "estate" ? 1 : 2, kind === "estate" ? 1 : 3);
    const estate_ids = idsOf(shown);
    const ends = at + lasts * day;
    const until = Math.min(ends, calendar.now);
    const isWithdrawn = random.chance(0.1);
    const looks = times(random.pick([0, 1, 1, 2, 4]), () => isoInstant(at + Math.floor((until - at) * random.value())));
    for (const [place, look] of looks.entries())
      opens.push({
        ...{ share_id: id, visit: `demo-${place}`, visitor_hash: `demo-${id}`, at: look, estate_ids },
        ...{ seconds: random.whole(4, 240), device: random.weighted({ mobile: 4, pc: 1 }) },
      });
    const [first = null, ...others] = looks.sort();
    rows.push({
      ...{ id, share_no: no, kind, title: shown.map(({ name }) => name).join("、"), customer_id, user_id: owner },
      ...{ estate_ids, language: "zh", currency: baseCurrency, note: "这套楼层和朝向都符合您的要求" },
      ...{ token_hash: `demo-${no}`, expires_at: isoInstant(ends) },
      snapshot: {
        ...{ day: dayOf(new Date(at)), quote: null },
        estates: await estatePrices({ db: tx }, shown, { currency: baseCurrency, day: dayOf(new Date(at)) }),
      },
      status: isWithdrawn ? "withdrawn" : ends <= calendar.now ? "expired" : "active",
      ...{ open_count: looks.length, visitor_count: new Set(looks.map((look) => dayOf(new Date(look)))).size },
      ...{ first_opened_at: first, last_opened_at: others.at(-1) ?? first },
      ...stamps(at, owner, isWithdrawn ? until : at),
    });
  }
  await insertRows(tx, share, rows);
  await insertRows(tx, shareOpen, opens);
}
