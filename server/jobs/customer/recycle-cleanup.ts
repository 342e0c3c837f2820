import { and, gt, isNull, lt, sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { rowsOf } from "~/server/lib/call";
import { sweepMedia } from "~/server/lib/media";
import { readSettings } from "~/server/lib/settings";
import { destroyAll } from "~/server/resources/customer/customer/erase/destroy";
import { businessOf } from "~/server/resources/customer/customer/open-business";
import { daily, type Job, type Turn } from "../scheduler";

const chunkSize = 50;

/** Destroys customers that have been in the recycle bin for `customer.recycle_keep_days`; 0 keeps everybody. */
export const recycleCleanup: Job = {
  name: "recycle_cleanup",
  lastTurn: daily("03:30"),
  async run(turn) {
    const { services, signal } = turn;
    const { "customer.recycle_keep_days": keepDays } = await readSettings(services.db);
    if (keepDays === 0) return "kept";
    let destroyed = 0;
    for (let lastId: number | undefined = 0; lastId !== undefined; ) {
      signal.throwIfAborted();
      const chunk = await destroyChunk(turn, keepDays, lastId);
      destroyed += chunk.count;
      lastId = chunk.lastId;
    }
    await sweepMedia(services, signal);
    return `${destroyed} destroyed`;
  },
};

/** The next rows after `lastId`; without one there are no more. Customers who have had a deal are kept. */
async function destroyChunk({ services, at }: Turn, keepDays: number, lastId: number) {
  const before = isoInstant(at.getTime() - keepDays * 86_400_000);
  return services.db.transaction(async (db) => {
    const rows = await rowsOf(
      db,
      customer,
      and(
        lt(customer.deleted_at, before),
        isNull(customer.destroyed_at),
        gt(customer.id, lastId),
        sql`${businessOf.deals} = 0`,
      ),
      { order: customer.id, limit: chunkSize, lock: "update" },
    );
    await destroyAll({ db, services, user: "system" }, rows);
    return { count: rows.length, lastId: rows.at(-1)?.id };
  });
}
