import { and, eq, gt, not, sql } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { emitAll } from "~/server/lib/emit";
import { notifyOnce } from "~/server/lib/notify";
import { readSettings } from "~/server/lib/settings";
import { daysToPool, isDue, isWarned, poolDueAt } from "~/server/resources/customer/customer/ownership/pool-clock";
import { customerLink } from "~/server/resources/customer/customer/row";
import { daily, type Job } from "../scheduler";
import { poolRelease } from "./pool-release";

const chunkSize = 200;

/** Tells owners who is about to fall into the pool: once for each end of the clock, so a follow-up earns a new warning. */
export const poolWarn: Job = {
  name: "pool_warn",
  lastTurn: daily("09:00"),
  async run({ services, signal }) {
    const { db } = services;
    const settings = await readSettings(db);
    const now = services.now();
    // Customers that the due release takes are reported by that job, which may run at the same time.
    const isComing = and(isWarned(settings, now), not(isDue(settings, poolRelease.lastTurn(now))));
    let warned = 0;
    for (let lastId = 0; ; ) {
      signal.throwIfAborted();
      const rows = await db
        .select({
          id: customer.id,
          name: customer.name,
          customer_no: customer.customer_no,
          owner_id: customer.owner_id,
          owner: user.name,
          days: daysToPool(settings, now),
          due: sql<string>`extract(epoch from ${poolDueAt(settings, now)})::bigint::text`,
        })
        .from(customer)
        .innerJoin(user, eq(user.id, customer.owner_id))
        .where(and(isComing, gt(customer.id, lastId)))
        .orderBy(customer.id)
        .limit(chunkSize);
      const keyOf = ({ id, owner_id, due }: (typeof rows)[number]) => `pool_warn:${id}:${owner_id}:${due}`;
      await db.transaction(async (tx) => {
        const messages = rows.flatMap((row) => {
          if (row.owner_id === null) return [];
          const when = row.days && row.days > 0 ? `将在${row.days}天后` : "即将";
          return {
            user_id: row.owner_id,
            category: "customer" as const,
            level: "warning" as const,
            title: "客户即将进公海",
            content: `客户【${row.customer_no}】${row.name}${when}进公海，请尽快跟进。`,
            dedupe_key: keyOf(row),
            ...customerLink(row.id),
          };
        });
        const fresh = new Set(await notifyOnce(tx, now, null, messages));
        const told = rows.filter((row) => fresh.has(keyOf(row)));
        await emitAll(
          tx,
          now,
          "customer.pool_warning",
          told.map(({ id, customer_no, name, owner, days }) => ({
            customer_id: id,
            customer_no,
            customer_name: name,
            owner,
            days,
            link: customerLink(id).link,
          })),
        );
        warned += told.length;
      });
      const last = rows.at(-1);
      if (!last) return `${warned} warned`;
      lastId = last.id;
    }
  },
};
