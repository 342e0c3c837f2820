import { and, eq, gt, sql } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { emit } from "~/server/lib/emit";
import { notify } from "~/server/lib/notify";
import { readSettings } from "~/server/lib/settings";
import { daysToPool, isWarned, poolDueAt } from "~/server/resources/customer/customer/pool-clock";
import { customerLink } from "~/server/resources/customer/customer/row";
import { daily, type Job } from "../scheduler";

const chunkSize = 200;

/** Tells owners who is about to fall into the pool: once for each end of the clock, so a follow-up earns a new warning. */
export const poolWarn: Job = {
  name: "pool_warn",
  lastTurn: daily("09:00"),
  async run({ services, signal }) {
    const { db } = services;
    const settings = await readSettings(db);
    const now = services.now();
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
        .where(and(isWarned(settings, now), gt(customer.id, lastId)))
        .orderBy(customer.id)
        .limit(chunkSize);
      await db.transaction(async (tx) => {
        for (const { id, owner_id, days, due, ...row } of rows) {
          if (owner_id === null) continue;
          const when = days && days > 0 ? `将在${days}天后` : "即将";
          const isNew = await notify(tx, now, null, [
            {
              user_id: owner_id,
              category: "customer",
              level: "warning",
              title: "客户即将掉入公海",
              content: `客户【${row.customer_no}】${row.name}${when}掉入公海，请尽快跟进。`,
              dedupe_key: `pool_warn:${id}:${owner_id}:${due}`,
              ...customerLink(id),
            },
          ]);
          if (!isNew) continue;
          await emit(tx, now, "customer.pool_warning", {
            customer_id: id,
            customer_no: row.customer_no,
            customer_name: row.name,
            owner: row.owner,
            days,
            link: customerLink(id).link,
          });
          warned++;
        }
      });
      const last = rows.at(-1);
      if (!last) return `${warned} warned`;
      lastId = last.id;
    }
  },
};
