import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { isoInstant } from "~/server/database/tables/columns";
import { special } from "~/server/database/tables/special/special";
import { jobRun } from "~/server/database/tables/system/system";
import { auditAll } from "~/server/lib/audit";
import { rowsOf } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { contents } from "~/server/resources/areas";
import { shownOf } from "~/server/resources/content/kind";
import { markLive } from "~/server/resources/content/revisions";
import { tellSites } from "~/server/resources/shared/tell-sites";
import { inPhase } from "~/server/resources/special/view";
import { every, type Job } from "../scheduler";

const chunkSize = 200;

/** Writes down, logs and tells sites what has become public because its time has come. It was public from then on, and no version is counted up. */
export const publishScheduled: Job = {
  name: "publish_scheduled",
  lastTurn: every(1),
  async run({ services, at, signal }) {
    const { db } = services;
    let count = 0;
    for (const kind of Object.values(contents)) {
      const { table, module, named, title } = kind;
      // The table is a parameter, which drizzle cannot follow.
      const plain: PgTable = table;
      const isDue = and(
        eq(table.publish_status, "scheduled"),
        lte(table.publish_at, isoInstant(at)),
        isNull(table.deleted_at),
      );
      for (let more = true; more; ) {
        signal.throwIfAborted();
        more = await db.transaction(async (tx) => {
          const rows = await rowsOf(tx, plain, isDue, { order: table.publish_at, limit: chunkSize, lock: "update" });
          const due = rows.map((row) => ({ id: Number(row.id), name: String(row[named]) }));
          if (due.length === 0) return false;
          const ids = due.map(({ id }) => id);
          await tx
            .update(plain)
            .set({ publish_status: "published", was_public: true, updated_at: table.updated_at })
            .where(inArray(table.id, ids));
          await markLive(tx, kind, ids);
          const lines = due.map(({ id, name }) => ({
            ...{ module, action: "publish" as const, target: { type: kind.kind, id, name } },
            summary: `定时发布${title} ${name}`,
          }));
          await auditAll({ db: tx, user: "system", services }, lines);
          const shown = rows.map((row) => shownOf(kind, row));
          await tellSites({ db: tx, services }, "content.published", shown);
          count += due.length;
          return due.length === chunkSize;
        });
      }
    }
    await tellSpecials(services, at);
    return `${count} published`;
  },
};

const minute = 60_000;

/** Tells sites which public special pages have begun or ended since the last turn, of which nothing is written down. */
async function tellSpecials(services: Services, at: Date): Promise<void> {
  const { db } = services;
  const { rows } = await db.execute<{ turn: string | null }>(
    sql`select max(turn) as turn from ${jobRun} where job = ${publishScheduled.name} and turn < ${isoInstant(at)}`,
  );
  const since = rows[0]?.turn ?? isoInstant(at.getTime() - minute);
  const isPast = (moment: AnyPgColumn) => and(gt(moment, since), lte(moment, isoInstant(at)));
  await db.transaction(async (tx) => {
    for (const [moment, phase, event] of [
      [special.start_at, "running", "content.published"],
      [special.end_at, "ended", "content.unpublished"],
    ] as const) {
      const pages = await rowsOf(tx, special, and(isPast(moment), inPhase(phase, at)));
      await tellSites(
        { db: tx, services },
        event,
        pages.map((row) => shownOf(contents.special, row)),
      );
    }
  });
}
