import { asc, eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { PublishStatus } from "~/contract/content/publishing";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { contentDaily, revision } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { dayOf } from "~/server/lib/list";
import { day, hour } from "../shared/calendar";
import { type Random, randomFrom, spread } from "../shared/random";
import { drawn, instantOrNull, stamps, sumDays } from "../shared/rows";
import type { Writing } from "../terms";

export interface Making {
  tx: Transaction;
  now: number;
  random: Random;
  isFull: boolean;
  authors: readonly number[];
  /** Pictures of estates' outsides, which anybody may see. */
  pictures: readonly number[];
  estates: readonly { id: number; name: string; country: string; district: number }[];
}

type Begin = (seed: number, author?: "content_editor" | "seo_editor") => Making;
export type Content = Writing & { begin: Begin };

export async function beginContent(writing: Writing): Promise<Content> {
  const { tx, now, isFull, staff } = writing;
  const outside = eq(album.category, "exterior");
  const shown = await tx.selectDistinct({ id: album.media_id }).from(album).where(outside).orderBy(asc(album.media_id));
  const estates = await tx
    .select({ id: estate.id, name: estate.name, country: estate.country_code, district: estate.district_id })
    .from(estate)
    .where(eq(estate.publish_status, "online"))
    .orderBy(asc(estate.id));
  const pictures = shown.map(({ id }) => id);
  const begin: Begin = (seed, author = "content_editor") => {
    const authors = staff.filter(({ roles }) => roles.includes(author)).map(({ id }) => id);
    return { tx, now: now.getTime(), random: randomFrom(seed), isFull, authors, pictures, estates };
  };
  return { ...writing, begin };
}

/** A table of what is published: how many are in each state, and what is written into each. */
interface Items<T extends PgTable> {
  kind: ContentKind;
  table: T;
  /** The fields that a version keeps. */
  fields: object;
  states: Readonly<Record<PublishStatus, number>>;
  /** Days ago at which each was begun; at random where absent. */
  begunAgo?: (at: number, total: number) => number;
  /** Whether readers are made up here. */
  isRead?: boolean;
  write: (life: Life, at: number) => T["$inferInsert"] | Promise<T["$inferInsert"]>;
}

export type Life = ReturnType<typeof lifeOf>;

/** Writes all rows of a kind with their first versions, and what was read of them day by day. */
export async function writeItems<T extends PgTable>(
  making: Making,
  { kind, table, fields, states, begunAgo, isRead = true, write }: Items<T>,
): Promise<void> {
  const { tx, random, isFull } = making;
  const sum = Object.values(states).reduce((all, count) => all + count, 0);
  const total = Math.round(isFull ? sum : sum / 10);
  const rare: PublishStatus[] = ["scheduled", "draft", "offline"];
  // A small demo has one in each state where there is room for it.
  const few = [...Array<PublishStatus>(Math.max(0, total - rare.length)).fill("published"), ...rare];
  const stages = isFull || total < 8 ? spread(total, states) : few;
  const rows: T["$inferInsert"][] = [];
  for (const [at, status] of stages.entries())
    rows.push(await write(lifeOf(making, status, begunAgo?.(at, stages.length) ?? random.whole(2, 350), at), at));
  await insertRows(tx, table, rows);
  const names = sql`${JSON.stringify(Object.keys(fields))}::jsonb`;
  await tx.execute(sql`
    insert into ${revision} (kind, target_id, no, act, version, changed_fields, snapshot, media_ids, is_live, by, at)
    select ${kind}, id, 1, 'create', 1, ${names}, (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(p)) where ${names} ? key),
      media_ids, was_public, created_by, created_at from ${table} p order by id`);
  if (isRead) await writeReadings(making, kind, table);
}

/** What is public went out some hours after it was begun. */
function lifeOf({ now, random, authors }: Making, status: PublishStatus, ago: number, at: number) {
  const begun = now - ago * day - random.whole(0, 23) * hour;
  const isOut = status === "published" || status === "offline";
  const publish = isOut ? begun + 6 * hour : status === "scheduled" ? now + ((at % 5) + 1) * 20 * hour : null;
  const by = random.pick(authors);
  return {
    ...{ id: at + 1, publish_status: status, publish_at: instantOrNull(publish), was_public: isOut, view_count: 0 },
    ...{ version: isOut ? 2 : 1, ...stamps(begun, by, isOut ? begun + 6 * hour : begun) },
  };
}

/** What readers of public rows did in sixty days, most of it in the first ones. */
async function writeReadings({ tx, now }: Making, kind: ContentKind, table: PgTable): Promise<void> {
  const liking = sql`(15 + ${drawn(sql`id * 17`, 126)}) * (60 + ${drawn(sql`id * 1019 + ago`, 81)}) / 100.0`;
  await tx.execute(sql`
    insert into ${contentDaily} (kind, target_id, date, views, uv, plays)
    select ${kind}, id, day, views, ceil(views * 0.8)::int, case when ${kind} = 'video' then round(views * 0.7)::int else 0 end
    from (select id, begun + ago as day, round(${liking} / (1 + ago / 6.0))::int as views
      from (select id, (publish_at at time zone 'Asia/Shanghai')::date as begun from ${table} where was_public) shown
        cross join lateral generate_series(0, least(59, ${dayOf(new Date(now))}::date - begun)) ago) read where views > 0`);
  await sumDays(tx, kind, { view_count: "views" });
}
