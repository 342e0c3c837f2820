import { and, eq, inArray, isNull, lte } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { isoInstant } from "~/server/database/tables/columns";
import { auditAll } from "~/server/lib/audit";
import { rowsOf } from "~/server/lib/call";
import { contents } from "~/server/resources/areas";
import { tellPages } from "~/server/resources/content/engines";
import type { ContentItem } from "~/server/resources/content/kind";
import { markLive } from "~/server/resources/content/revisions";
import { every, type Job } from "../scheduler";

const chunkSize = 200;

/** Writes down, and logs, what has become public because its time has come. It was public from then on, and no version is counted up. */
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
          // The columns that every kind's table has.
          await tellPages(tx, services.now(), kind.kind, rows as unknown as ContentItem[], "new");
          const lines = due.map(({ id, name }) => ({
            ...{ module, action: "publish" as const, target: { type: kind.kind, id, name } },
            summary: `定时发布${title} ${name}`,
          }));
          await auditAll({ db: tx, user: "system", services }, lines);
          count += due.length;
          return due.length === chunkSize;
        });
      }
    }
    return `${count} published`;
  },
};
