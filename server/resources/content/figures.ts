import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { Db } from "~/server/database/database";
import { contentDaily } from "~/server/database/tables/content/content";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { readKinds, readTables } from "~/server/resources/shared/content-visits";

interface Figures {
  inquiries: number;
  deals: number;
}

const none: Figures = { inquiries: 0, deals: 0 };
/** For so long after a customer's first inquiry a deal counts for what that came from. */
const dealDays = 365;

const day = sql`(i.created_at at time zone 'Asia/Shanghai')::date`;

/** Inquiries with what they came from; and deals of customers whose first inquiry of all came from it, subscribed within a year of that. */
const inquiriesFrom = (which: SQL) => sql`from ${inquiry} i where i.deleted_at is null and ${which}`;
const dealsFrom = (which: SQL) => sql`from ${inquiry} i join ${deal} d on d.customer_id = i.customer_id
  where i.deleted_at is null and d.deleted_at is null and d.subscribed_at is not null
    and d.subscribed_at >= ${day} and d.subscribed_at < ${day} + ${dealDays}::int
    and not exists (select 1 from ${inquiry} o where o.customer_id = i.customer_id and o.deleted_at is null
      and (o.created_at, o.id) < (i.created_at, i.id)) and ${which}`;

export async function figuresOf(db: Db, kind: ContentKind, ids: readonly number[]): Promise<(id: number) => Figures> {
  if (ids.length === 0) return () => none;
  const ofThese = sql`i.content_kind = ${kind} and i.content_id = any(${sql.param([...ids])}::bigint[])`;
  const { rows } = await db.execute<{ id: string; inquiries: number; deals: number }>(sql`
    select id, sum(inquiries)::int as inquiries, sum(deals)::int as deals from (
      select i.content_id as id, 1 as inquiries, 0 as deals ${inquiriesFrom(ofThese)}
      union all select i.content_id, 0, 1 ${dealsFrom(ofThese)}) counted group by id`);
  const byId = new Map(rows.map(({ id, ...figures }) => [Number(id), figures]));
  return (id) => byId.get(id) ?? none;
}

/** What one piece has brought in these days, as of now, day by day of Asia/Shanghai. */
export async function dailyFiguresOf(
  db: Db,
  kind: ContentKind,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<(date: string) => Figures> {
  const ofThis = sql`i.content_kind = ${kind} and i.content_id = ${id}`;
  const { rows } = await db.execute<{ date: string; inquiries: number; deals: number }>(sql`
    select date::text as date, sum(inquiries)::int as inquiries, sum(deals)::int as deals from (
      select ${day} as date, 1 as inquiries, 0 as deals ${inquiriesFrom(ofThis)}
      union all select d.subscribed_at, 0, 1 ${dealsFrom(ofThis)}) counted
    where date between ${from}::date and ${to}::date group by date`);
  const byDay = new Map(rows.map(({ date, inquiries, deals }) => [date, { inquiries, deals }]));
  return (date) => byDay.get(date) ?? none;
}

/** What an inquiry is from: the piece of content that it names, and the estate that it asks about. */
const sources = sql`lateral (values (i.content_kind, i.content_id), ('estate', i.estate_id)) as source(kind, target_id)`;
const isNamed = sql`source.kind is not null and source.target_id is not null`;

/** Writes down, day by day, what pieces and estates have brought since a day: from the beginning each time, so that it may run again. Answers how many days have changed. */
export async function rollUpFigures(db: Db, since: string): Promise<number> {
  // A day of Asia/Shanghai, so that an index of moments finds it.
  const asked = sql`i.created_at >= (${since}::date::timestamp at time zone 'Asia/Shanghai')`;
  const { rows } = await db.execute(sql`
    with told as (
      select source.kind, source.target_id, date, sum(inquiries)::int as inquiries, sum(deals)::int as deals from (
        select i.content_kind, i.content_id, i.estate_id, ${day} as date, 1 as inquiries, 0 as deals ${inquiriesFrom(asked)}
        union all
        select i.content_kind, i.content_id, i.estate_id, d.subscribed_at, 0, 1 ${dealsFrom(sql`d.subscribed_at >= ${since}::date`)}
      ) i, ${sources} where ${isNamed} group by source.kind, source.target_id, date
    ), emptied as (
      update ${contentDaily} as daily set inquiries = 0, deals = 0
      where daily.date >= ${since}::date and (daily.inquiries, daily.deals) <> (0, 0)
        and not exists (select 1 from told where (told.kind, told.target_id, told.date) = (daily.kind, daily.target_id, daily.date))
      returning 1
    ), written as (
      insert into ${contentDaily} as daily (kind, target_id, date, inquiries, deals)
      select kind, target_id, date, inquiries, deals from told order by kind, target_id, date
      on conflict (kind, target_id, date) do update set inquiries = excluded.inquiries, deals = excluded.deals
      where (daily.inquiries, daily.deals) is distinct from (excluded.inquiries, excluded.deals)
      returning 1
    ) select 1 from emptied union all select 1 from written`);
  if (rows.length > 0) await sumInquiries(db);
  return rows.length;
}

/** Kinds that are put in order by their inquiries keep the sums of their days. */
async function sumInquiries(db: Db): Promise<void> {
  for (const kind of readKinds) {
    const { id, inquiry_count } = readTables[kind];
    if (!inquiry_count) continue;
    await db.execute(sql`update ${readTables[kind] as PgTable} set ${sql.identifier(inquiry_count.name)} = total.count from (
        select target_id, sum(inquiries)::int as count from ${contentDaily} where kind = ${kind} group by target_id) total
      where ${id} = total.target_id and ${inquiry_count} <> total.count`);
  }
}
