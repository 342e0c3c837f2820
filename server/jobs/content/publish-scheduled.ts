import { and, gt, inArray, lte, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { special } from "~/server/database/tables/special/special";
import { jobRun } from "~/server/database/tables/system/system";
import { auditAll } from "~/server/lib/audit";
import { idsOf, rowsOf } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { contents } from "~/server/resources/areas";
import { type ContentItem, type Kind, shownOf, type Values } from "~/server/resources/content/kind";
import { markLive } from "~/server/resources/content/revisions";
import { turnsOf } from "~/server/resources/shared/content-visits";
import { tellEngines } from "~/server/resources/shared/tell-engines";
import { tellSites } from "~/server/resources/shared/tell-sites";
import { inPhase } from "~/server/resources/special/view";
import { every, type Job } from "../scheduler";

const chunkSize = 200;

/** Writes down, logs and tells sites what has become public or has ended because its time has come. It was so from then on, and no version is counted up. */
export const publishScheduled: Job = {
  name: "publish_scheduled",
  lastTurn: every(1),
  async run({ services, at, signal }) {
    const count = { published: 0, offline: 0 };
    for (const kind of Object.values(contents)) {
      const { willTurn, at: turn } = turnsOf(kind.table);
      const isDue = and(willTurn, lte(turn, isoInstant(at)));
      // The table is a parameter, which drizzle cannot follow.
      const plain: PgTable = kind.table;
      // What becomes public may have ended as well: it is found again.
      for (let more = true; more; ) {
        signal.throwIfAborted();
        more = await services.db.transaction(async (tx) => {
          const found = await rowsOf(tx, plain, isDue, { order: turn, limit: chunkSize, lock: "update" });
          const rows = found as unknown as Piece[]; // the columns that every kind's table has, and its own
          const [coming, ending] = [true, false].map((isComing) =>
            rows.filter(({ publish_status }) => (publish_status === "scheduled") === isComing),
          );
          count.published += await writeDown({ db: tx, services }, kind, coming ?? [], "published");
          count.offline += await writeDown({ db: tx, services }, kind, ending ?? [], "offline");
          return rows.length > 0;
        });
      }
    }
    await tellSpecials(services, at);
    return `${count.published} published, ${count.offline} ended`;
  },
};

type Piece = ContentItem & Values;

async function writeDown(
  { db, services }: { db: Db; services: Services },
  kind: Kind,
  rows: readonly Piece[],
  publish_status: "published" | "offline",
): Promise<number> {
  if (rows.length === 0) return 0;
  const { table, module, title } = kind;
  const plain: PgTable = table;
  const ids = idsOf(rows);
  await db
    .update(plain)
    .set({ publish_status, was_public: true, updated_at: table.updated_at })
    .where(inArray(table.id, ids));
  if (publish_status === "published") await markLive(db, kind, ids);
  const [action, verb] =
    publish_status === "published" ? (["publish", "定时发布"] as const) : (["update", "到期下线"] as const);
  const lines = rows.map((row) => {
    const name = String(row[kind.named]);
    const target = { type: kind.kind, id: row.id, name };
    return { module, action, target, summary: `${verb}${title} ${name}` };
  });
  await auditAll({ db, user: "system", services }, lines);
  const event = publish_status === "published" ? "content.published" : "content.unpublished";
  const shown = rows.map((row) => shownOf(kind, row));
  await tellSites({ db, services }, event, shown);
  await tellEngines({ db, services }, kind.kind, rows, publish_status === "published" ? "new" : "gone");
  return rows.length;
}

const minute = 60_000;

/** Tells sites and search engines which public special pages have begun or ended since the last turn, of which nothing is written down. */
async function tellSpecials(services: Services, at: Date): Promise<void> {
  const { db } = services;
  const { rows } = await db.execute<{ turn: string | null }>(
    sql`select max(turn) as turn from ${jobRun} where job = ${publishScheduled.name} and turn < ${isoInstant(at)}`,
  );
  const since = rows[0]?.turn ?? isoInstant(at.getTime() - minute);
  const isPast = (moment: AnyPgColumn) => and(gt(moment, since), lte(moment, isoInstant(at)));
  await db.transaction(async (tx) => {
    for (const [moment, phase, event, news] of [
      [special.start_at, "running", "content.published", "new"],
      [special.end_at, "ended", "content.unpublished", "gone"],
    ] as const) {
      const pages = await rowsOf(tx, special, and(isPast(moment), inPhase(phase, at)));
      await tellSites(
        { db: tx, services },
        event,
        pages.map((row) => shownOf(contents.special, row)),
      );
      await tellEngines({ db: tx, services }, "special", pages, news);
    }
  });
}
