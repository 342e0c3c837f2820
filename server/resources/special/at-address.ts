import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { video } from "~/server/database/tables/resource/resource";
import { special } from "~/server/database/tables/special/special";
import { rowsOf } from "~/server/lib/call";
import { nextChange } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/content-visits";
import { movedTo } from "../content/kind";
import { addressedSpecial } from "./kind";
import { phaseAt, type Special } from "./view";

/** What is at an address at a moment: a page, the way to its present address, that it is over, or nothing. */
export type AtAddress =
  | { is: "open"; row: Special }
  | { is: "moved"; to: string }
  | { is: "ended"; row: Special }
  | { is: "missing" };

const nothing = { is: "missing" } as const;

export async function specialAt(db: Db, slug: string, now: Date): Promise<AtAddress> {
  const [row] = await rowsOf(db, special, and(eq(special.slug, slug), isPublic(special, now)));
  if (!row) return movedAt(db, slug, now);
  const phase = phaseAt(row, now);
  if (phase === "waiting") return nothing;
  return { is: phase === "ended" ? "ended" : "open", row };
}

/** An address that a page once had leads to its present one, if that may be seen. */
async function movedAt(db: Db, slug: string, now: Date): Promise<AtAddress> {
  const id = await movedTo(db, addressedSpecial, slug);
  if (id === undefined) return nothing;
  const [row] = await rowsOf(db, special, and(eq(special.id, id), isPublic(special, now)));
  return row && phaseAt(row, now) !== "waiting" ? { is: "moved", to: row.slug } : nothing;
}

/** Until when an answer about a page holds: its own end, or the next time that a page or one of its films comes or goes. */
export async function heldUntil(db: Db, { end_at }: Special, now: Date): Promise<Date | undefined> {
  const next = await nextChange(db, [special, video], now);
  const moments = [...(next ? [next] : []), ...(end_at ? [new Date(end_at)] : [])];
  return moments.sort((a, b) => a.getTime() - b.getTime())[0];
}

/** When any page begins, ends, or is published by itself next. */
export async function nextOpening(db: Db, now: Date): Promise<Date | undefined> {
  const at = isoInstant(now);
  const { start_at, end_at, publish_at } = special;
  const ahead = [start_at, end_at, publish_at].map((moment) => sql`min(${moment}) filter (where ${moment} > ${at})`);
  const [row] = await db
    .select({ at: sql<string | null>`least(${sql.join(ahead, sql`, `)})` })
    .from(special)
    .where(and(isNull(special.deleted_at), inArray(special.publish_status, ["scheduled", "published"])));
  return row?.at ? new Date(row.at) : undefined;
}
