import { and, eq, gt } from "drizzle-orm";
import { poolReasons } from "~/contract/customer/customer-record";
import type { Transaction } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { team, user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { type Message, notify } from "~/server/lib/notify";
import { readSettings, type Settings } from "~/server/lib/settings";
import { toPool } from "~/server/resources/customer/customer/ownership";
import { dueReason, isDue } from "~/server/resources/customer/customer/pool-clock";
import { type CustomerRecord, customerLink } from "~/server/resources/customer/customer/row";
import { daily, type Job, type Turn } from "../scheduler";

const chunkSize = 200;

/** Gives to the pool whom nobody has followed up, or closed with, in time (C.1.2). */
export const poolRelease: Job = {
  name: "pool_release",
  lastTurn: daily("02:00"),
  async run(turn) {
    const { db } = turn.services;
    const settings = await readSettings(db);
    let released = 0;
    for (let lastId = 0; ; ) {
      const rows = await db
        .select({ id: customer.id })
        .from(customer)
        .where(and(isDue(settings, turn.at), gt(customer.id, lastId)))
        .orderBy(customer.id)
        .limit(chunkSize);
      for (const { id } of rows) {
        turn.signal.throwIfAborted();
        if (await db.transaction((tx) => releaseOne(tx, turn, settings, id))) released++;
      }
      const last = rows.at(-1);
      if (!last) return `${released} released`;
      lastId = last.id;
    }
  },
};

/** Asks the rule again with the row in hand: they may have been followed up meanwhile. */
async function releaseOne(tx: Transaction, turn: Turn, settings: Settings, id: number): Promise<boolean> {
  const [locked] = await tx
    .select({ row: customer, reason: dueReason(settings) })
    .from(customer)
    .where(and(eq(customer.id, id), isDue(settings, turn.at)))
    .for("update");
  if (!locked) return false;
  const { row, reason } = locked;
  const now = turn.services.now();
  await toPool(tx, now, row, reason, { action: "auto_release", by: null, reason });
  await audit(
    { db: tx, user: "system", services: turn.services },
    {
      module: "customer",
      action: "release",
      target: { type: "customer", id, name: row.name },
      summary: `客户${row.customer_no}自动释放到公海`,
      reason: poolReasons[reason],
    },
  );
  await notify(tx, now, null, await messagesOf(tx, row, poolReasons[reason]));
  return true;
}

/** To the owner that was, and to the leader of their team. */
async function messagesOf(tx: Transaction, row: CustomerRecord, why: string): Promise<Message[]> {
  const ownerId = row.owner_id;
  if (ownerId === null) return [];
  const [owner] = await tx
    .select({ name: user.name, leader: team.leader_id })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id))
    .where(eq(user.id, ownerId));
  const leader = owner?.leader;
  const base = {
    category: "customer" as const,
    level: "warning" as const,
    title: "客户已掉入公海",
    ...customerLink(row.id),
  };
  const sentence = `客户【${row.customer_no}】${row.name}因${why}已自动释放到公海。`;
  return [
    { ...base, user_id: ownerId, content: `您的${sentence}` },
    ...(leader && leader !== ownerId ? [{ ...base, user_id: leader, content: `${owner.name}的${sentence}` }] : []),
  ];
}
