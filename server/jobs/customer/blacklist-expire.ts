import { and, eq, gt, lte } from "drizzle-orm";
import { blacklistTypes } from "~/contract/customer/blacklist";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist } from "~/server/database/tables/customer/audience";
import { audit } from "~/server/lib/audit";
import { pick } from "~/server/lib/call";
import { flagCustomers } from "~/server/resources/customer/blacklist/flags";
import { daily, type Job, type Turn } from "../scheduler";

const chunkSize = 200;

/** Marks entries that have run out as expired, and removes the flag from customers without another entry. */
export const blacklistExpire: Job = {
  name: "blacklist_expire",
  lastTurn: daily("00:30"),
  async run(turn) {
    const { db } = turn.services;
    let expired = 0;
    for (let lastId = 0; ; ) {
      const rows = await pick(db, blacklist, ["id"], and(hasRunOut(turn.at), gt(blacklist.id, lastId)), {
        order: blacklist.id,
        limit: chunkSize,
      });
      for (const { id } of rows) {
        turn.signal.throwIfAborted();
        if (await db.transaction((tx) => expireOne(tx, turn, id))) expired++;
      }
      const last = rows.at(-1);
      if (!last) return `${expired} expired`;
      lastId = last.id;
    }
  },
};

const hasRunOut = (at: Date) => and(eq(blacklist.status, "active"), lte(blacklist.expire_at, isoInstant(at)));

/** Checks again with the row locked: it may have been extended in the meantime. */
async function expireOne(tx: Transaction, { services, at }: Turn, id: number): Promise<boolean> {
  const now = services.now();
  const [entry] = await tx
    .update(blacklist)
    .set({ status: "expired", updated_at: isoInstant(now), updated_by: null })
    .where(and(eq(blacklist.id, id), hasRunOut(at)))
    .returning();
  if (!entry) return false;
  await flagCustomers(tx, now, [entry]);
  const label = blacklistTypes[entry.type as keyof typeof blacklistTypes]; // written out of the contract
  await audit(
    { db: tx, user: "system", services },
    {
      module: "customer",
      action: "update",
      target: { type: "blacklist", id, name: label },
      summary: `黑名单${label}（${id}）已到期`,
    },
  );
  return true;
}
