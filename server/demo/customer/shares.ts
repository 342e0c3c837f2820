import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { baseCurrency } from "~/contract/region/currency";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { share, shareOpen } from "~/server/database/tables/share/share";
import { idsOf } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { estatesBy } from "~/server/resources/share/estates";
import { estatePrices } from "~/server/resources/share/snapshot";
import { day, minute } from "../shared/calendar";
import { randomFrom, times } from "../shared/random";
import { instantOrNull, numbered, stamps } from "../shared/rows";
import { staffOf, type Writing } from "../terms";

const notes = ["这套楼层和朝向都符合您的要求", "价格为开发商最新报价，可以约周末看房", null, null];
/** A share ends after so many days unless its sender says otherwise (`share.days`). */
const lasts = 30;

/** What sellers have sent to customers who know what they want, and how often it was looked at (domain B.2). Nobody has its address. */
export async function writeShares({ tx, calendar, staff, isFull }: Writing): Promise<void> {
  const random = randomFrom(20_261_146);
  const senders = idsOf([...staffOf(staff, "sales"), ...staffOf(staff, "sales_manager")]);
  const clients = await tx
    .select({ id: customer.id, owner: customer.owner_id, since: customer.assigned_at })
    .from(customer)
    .where(
      and(
        isNull(customer.deleted_at),
        inArray(customer.owner_id, senders),
        inArray(customer.stage, ["qualified", "visited"]),
      ),
    )
    .orderBy(sql`hashint8(${customer.id} * 17)`, customer.id)
    .limit(isFull ? 60 : 6);
  const offered = and(eq(estate.publish_status, "online"), isNotNull(estate.price_min));
  const estates = await estatesBy(
    tx,
    idsOf(await tx.select({ id: estate.id }).from(estate).where(offered).orderBy(estate.id)),
  );
  const drafts = clients.flatMap(({ id, owner, since }) => {
    if (owner === null || since === null) return [];
    const earliest = Math.max(Date.parse(since), calendar.now - 60 * day);
    return {
      at: earliest + Math.floor((calendar.now - earliest) * (0.2 + random.value() * 0.7)),
      customer_id: id,
      owner,
    };
  });
  const opens: (typeof shareOpen.$inferInsert)[] = [];
  const rows: (typeof share.$inferInsert)[] = [];
  for (const { id, no, at, customer_id, owner } of numbered(drafts, "FX")) {
    const kind = random.weighted({ estate: 60, estates: 20, compare: 20 });
    const shown = random.some(estates, kind === "estate" ? 1 : 2, kind === "estate" ? 1 : 3);
    const ends = at + lasts * day;
    const isWithdrawn = random.chance(0.1);
    const until = Math.min(ends, calendar.now);
    const looks = times(random.pick([0, 1, 1, 2, 4]), () => at + Math.floor((until - at) * random.value())).sort(
      (a, b) => a - b,
    );
    const withdrawnAt = isWithdrawn ? Math.min(until, (looks.at(-1) ?? at) + 5 * minute) : null;
    for (const [place, look] of looks.entries())
      opens.push({
        ...{ share_id: id, visit: `demo-${place}`, visitor_hash: `demo-${id}`, at: isoInstant(look) },
        ...{
          seconds: random.whole(4, 240),
          estate_ids: idsOf(shown),
          device: random.weighted({ mobile: 4, pc: 1 }),
        },
      });
    const names = shown.map(({ name }) => name).join("、");
    rows.push({
      ...{
        id,
        share_no: no,
        kind,
        title: names,
        customer_id,
        user_id: owner,
        estate_ids: idsOf(shown),
        language: "zh" as const,
      },
      ...{ currency: baseCurrency, note: random.pick(notes), token_hash: `demo-${no}`, expires_at: isoInstant(ends) },
      snapshot: {
        ...{ day: dayOf(new Date(at)), quote: null },
        estates: await estatePrices({ db: tx }, shown, { currency: baseCurrency, day: dayOf(new Date(at)) }),
      },
      status: isWithdrawn ? "withdrawn" : ends < calendar.now ? "expired" : "active",
      ...{ open_count: looks.length, visitor_count: new Set(looks.map((look) => dayOf(new Date(look)))).size },
      ...{ first_opened_at: instantOrNull(looks[0]), last_opened_at: instantOrNull(looks.at(-1)) },
      ...stamps(at, owner, withdrawnAt ?? at),
    });
  }
  await insertRows(tx, share, rows);
  await insertRows(tx, shareOpen, opens);
}
