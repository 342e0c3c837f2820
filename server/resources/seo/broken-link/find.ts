import { and, eq, gt, notInArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { isoInstant } from "~/server/database/tables/columns";
import { brokenLink } from "~/server/database/tables/seo/site-page";
import { rowsOf } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { isDemo, readSettings } from "~/server/lib/settings";
import type { Kind, Values } from "~/server/resources/content/kind";
import { isPublic } from "~/server/resources/shared/content-visits";
import { type Judged, linkJudge } from "./judge";

const atOnce = 100;
/** Links to other sites are asked once a week, a seventh of the pieces each day. */
const everyDays = 7;
const day = 86_400_000;

/** Looks through the texts that are public at a moment and keeps which of their links lead nowhere; answers how many do. */
export async function findBrokenLinks(
  services: Services,
  kinds: readonly Kind[],
  at: Date,
  signal: AbortSignal,
): Promise<number> {
  const { db } = services;
  const judge = linkJudge(services, await readSettings(db), at);
  const mayAsk = !(await isDemo(db));
  const turn = Math.floor(at.getTime() / day) % everyDays;
  for (const kind of kinds) {
    // The table is a parameter, which drizzle cannot follow.
    const plain: PgTable = kind.table;
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const where = and(isPublic(kind.table, at), gt(kind.table.id, after));
      const rows: Values[] = await rowsOf(db, plain, where, { order: kind.table.id, limit: atOnce });
      for (const row of rows) {
        const id = Number(row.id);
        const isAsking = mayAsk && id % everyDays === turn;
        const judged: Judged[] = [];
        for (const url of linksIn(kind, row)) judged.push({ url, reason: await judge(url, isAsking) });
        await keep(services, { kind, id, title: String(row[kind.named]), at }, judged);
      }
      const last = rows.at(-1);
      if (!last || rows.length < atOnce) break;
      after = Number(last.id);
    }
    await db.execute(sql`delete from ${brokenLink} where kind = ${kind.kind} and not exists (
      select 1 from ${plain} where ${kind.table.id} = ${brokenLink.target_id} and ${isPublic(kind.table, at)})`);
  }
  return db.$count(brokenLink);
}

/** The web addresses that a piece's texts link to, each once. */
function linksIn({ rich, inner }: Pick<Kind, "rich" | "inner">, row: Values): string[] {
  const texts = [...rich.map((name) => row[name]), ...Object.values(inner?.texts(row) ?? {})];
  const found = texts.flatMap((text) =>
    typeof text === "string"
      ? [...text.matchAll(/<a [^>]*?\bhref="(https?:[^"]+)"/g)].map(([, href = ""]) => href)
      : [],
  );
  return [...new Set(found.map((href) => href.replaceAll("&amp;", "&")))];
}

interface Piece {
  kind: Kind;
  id: number;
  title: string;
  at: Date;
}

/** What was not looked at today stays as it was known. */
async function keep({ db }: Services, { kind, id, title, at }: Piece, judged: readonly Judged[]): Promise<void> {
  const standing = judged.filter(({ reason }) => reason !== null).map(({ url }) => url);
  const own = and(eq(brokenLink.kind, kind.kind), eq(brokenLink.target_id, id));
  await db.delete(brokenLink).where(and(own, standing.length ? notInArray(brokenLink.url, standing) : undefined));
  for (const { url, reason } of judged)
    if (typeof reason === "string")
      await db
        .insert(brokenLink)
        .values({ kind: kind.kind, target_id: id, title, url, reason, found_at: isoInstant(at) })
        .onConflictDoUpdate({
          target: [brokenLink.kind, brokenLink.target_id, brokenLink.url],
          set: { title, reason },
        });
}
