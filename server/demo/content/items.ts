import { and, asc, eq, isNull } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { PublishStatus } from "~/contract/content/publishing";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { contentDaily, revision } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { media, role, user, userRole } from "~/server/database/tables/system/system";
import { dayOf } from "~/server/lib/list";
import { day } from "../shared/calendar";
import { type Random, randomFrom, spread } from "../shared/random";
import { instantOrNull, stamps } from "../shared/rows";
import type { DemoOptions } from "../terms";

const hour = 3_600_000;
/** Days of which readings are kept. */
const shownDays = 60;

export type Daily = typeof contentDaily.$inferInsert;

/** What every writer of content needs. */
export interface Making {
  tx: Transaction;
  now: number;
  random: Random;
  isFull: boolean;
  authors: readonly number[];
  /** Pictures of estates' outsides, which anybody may see. */
  pictures: readonly number[];
  /** Those on the site. */
  estates: readonly { id: number; name: string; country: string; district: number }[];
}

/** Begins an area of content, with a random source and authors of its own. */
export type Begin = (seed: number, author?: "content_editor" | "seo_editor") => Making;

/** Reads what all areas of content need. */
export async function beginContent(tx: Transaction, now: Date, size: DemoOptions["size"]): Promise<Begin> {
  const staff = await tx
    .select({ id: user.id, role: role.code })
    .from(user)
    .innerJoin(userRole, eq(userRole.user_id, user.id))
    .innerJoin(role, eq(role.id, userRole.role_id))
    .orderBy(asc(user.id));
  const pictures = await tx
    .selectDistinct({ id: media.id })
    .from(media)
    .innerJoin(album, and(eq(album.media_id, media.id), eq(album.category, "exterior")))
    .where(and(eq(media.kind, "image"), eq(media.is_private, false), eq(media.status, "ready")))
    .orderBy(asc(media.id));
  const estates = await tx
    .select({ id: estate.id, name: estate.name, country: estate.country_code, district: estate.district_id })
    .from(estate)
    .where(and(eq(estate.publish_status, "online"), isNull(estate.deleted_at)))
    .orderBy(asc(estate.id));
  return (seed, author = "content_editor") => ({
    ...{ tx, now: now.getTime(), random: randomFrom(seed), isFull: size === "full", estates },
    authors: staff.filter((one) => one.role === author).map(({ id }) => id),
    pictures: pictures.map(({ id }) => id),
  });
}

type Content = PgTable & { $inferInsert: { media_ids?: number[] } };

/** A table of what is published: how many are in each state, and what is written into each piece. */
interface Items<T extends Content> {
  kind: ContentKind;
  table: T;
  /** The fields that a version keeps. */
  fields: object;
  states: Partial<Record<PublishStatus, number>>;
  /** Days ago at which each was begun; at random where absent. */
  begunAgo?: (at: number, total: number) => number;
  /** Whether readers are made up here. */
  isRead?: boolean;
  write: (life: Life, at: number, plays: number) => T["$inferInsert"] | Promise<T["$inferInsert"]>;
}

export type Life = ReturnType<typeof lifeOf> & { view_count: number };

/** Writes all pieces of a kind with their first versions, and what was read of them day by day. */
export async function writeItems<T extends Content>(
  making: Making,
  { kind, table, fields, states, begunAgo, isRead = true, write }: Items<T>,
): Promise<T["$inferInsert"][]> {
  const { tx, random } = making;
  const stages = stagesOf(making, states);
  const rows: T["$inferInsert"][] = [];
  const versions: (typeof revision.$inferInsert)[] = [];
  const daily: Daily[] = [];
  for (const [at, status] of stages.entries()) {
    const ago = begunAgo?.(at, stages.length) ?? random.whole(2, 350);
    const life = lifeOf(making, status, ago, at);
    const readings = isRead ? readingsOf(making, kind, life) : [];
    daily.push(...readings);
    const sumOf = (name: "views" | "plays") => readings.reduce((all, one) => all + (one[name] ?? 0), 0);
    const row = await write({ ...life, view_count: sumOf("views") }, at, sumOf("plays"));
    rows.push(row);
    const facts = new Map(Object.entries(row));
    const names = Object.keys(fields);
    versions.push({
      ...{ kind, target_id: life.id, no: 1, act: "create", version: 1, changed_fields: names },
      snapshot: Object.fromEntries(names.map((name) => [name, facts.get(name) ?? null])),
      media_ids: row.media_ids ?? [],
      ...{ is_live: life.was_public, by: life.created_by, at: life.created_at },
    });
  }
  await insertRows(tx, table, rows);
  await insertRows(tx, revision, versions);
  await insertRows(tx, contentDaily, daily);
  return rows;
}

/** The state of each piece; a small demo is a tenth, with one in each state where there is room for it. */
function stagesOf({ isFull }: Making, states: Partial<Record<PublishStatus, number>>): PublishStatus[] {
  const sum = Object.values(states).reduce((all, count) => all + count, 0);
  const total = Math.round(isFull ? sum : sum / 10);
  const names = Object.keys(states) as PublishStatus[]; // the keys of the record
  const rare = names.filter((name) => name !== "published");
  return isFull || total < 2 * names.length
    ? spread(total, states as Record<PublishStatus, number>)
    : [...Array<PublishStatus>(total - rare.length).fill("published"), ...rare];
}

/** The columns of a piece's life; what is public went out some hours after it was begun. */
function lifeOf({ now, random, authors }: Making, status: PublishStatus, ago: number, at: number) {
  const begun = now - ago * day - random.whole(0, 23) * hour;
  const isOut = status === "published" || status === "offline";
  const publish = isOut ? begun + 6 * hour : status === "scheduled" ? now + ((at % 5) + 1) * 20 * hour : null;
  const by = random.pick(authors);
  return {
    ...{ id: at + 1, publish_status: status, publish_at: instantOrNull(publish), was_public: isOut },
    ...{ version: isOut ? 2 : 1, ...stamps(begun, by, isOut ? begun + 6 * hour : begun) },
  };
}

/** What readers of a public piece did, most of it in its first days. */
function readingsOf({ now, random }: Making, kind: ContentKind, life: ReturnType<typeof lifeOf>): Daily[] {
  if (!life.was_public || !life.publish_at) return [];
  const from = Date.parse(life.publish_at);
  const liking = random.whole(15, 140);
  const days: Daily[] = [];
  for (let at = 0; at < shownDays && from + at * day <= now; at++) {
    const views = Math.round((liking * random.whole(60, 140)) / 100 / (1 + at / 6));
    const plays = kind === "video" ? Math.round(views * 0.7) : 0;
    const date = dayOf(new Date(from + at * day));
    if (views) days.push({ kind, target_id: life.id, date, views, uv: Math.ceil(views * 0.8), plays });
  }
  return days;
}
