import { and, inArray, lte } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { auditAll } from "~/server/lib/audit";
import { rowsOf } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { contents } from "~/server/resources/areas";
import type { Kind } from "~/server/resources/content/kind";
import { markLive } from "~/server/resources/content/revisions";
import { turnsOf } from "~/server/resources/shared/content-visits";
import { every, type Job } from "../scheduler";

const chunkSize = 200;

/** Writes down, and logs, what has become public or has ended because its time has come. It was so from then on, and no version is counted up. */
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
          const rows = await rowsOf(tx, plain, isDue, { order: turn, limit: chunkSize, lock: "update" });
          const [coming, ending] = [true, false].map((isComing) =>
            rows
              .filter(({ publish_status }) => (publish_status === "scheduled") === isComing)
              .map((row) => ({ id: Number(row.id), name: String(row[kind.named]) })),
          );
          count.published += await writeDown({ db: tx, services }, kind, coming ?? [], "published");
          count.offline += await writeDown({ db: tx, services }, kind, ending ?? [], "offline");
          return rows.length > 0;
        });
      }
    }
    return `${count.published} published, ${count.offline} ended`;
  },
};

async function writeDown(
  { db, services }: { db: Db; services: Services },
  kind: Kind,
  pieces: readonly { id: number; name: string }[],
  publish_status: "published" | "offline",
): Promise<number> {
  if (pieces.length === 0) return 0;
  const { table, module, title } = kind;
  const plain: PgTable = table;
  const ids = pieces.map(({ id }) => id);
  await db
    .update(plain)
    .set({ publish_status, was_public: true, updated_at: table.updated_at })
    .where(inArray(table.id, ids));
  if (publish_status === "published") await markLive(db, kind, ids);
  const [action, verb] =
    publish_status === "published" ? (["publish", "定时发布"] as const) : (["update", "到期下线"] as const);
  const lines = pieces.map(({ id, name }) => ({
    ...{ module, action, target: { type: kind.kind, id, name } },
    summary: `${verb}${title} ${name}`,
  }));
  await auditAll({ db, user: "system", services }, lines);
  return pieces.length;
}
