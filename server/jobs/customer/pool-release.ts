import { and, eq, gt, inArray } from "drizzle-orm";
import { poolReasons } from "~/contract/customer/customer-record";
import type { Transaction } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { team, user } from "~/server/database/tables/system/system";
import { auditAll } from "~/server/lib/audit";
import { pick } from "~/server/lib/call";
import { type Message, notify } from "~/server/lib/notify";
import { readSettings, type Settings } from "~/server/lib/settings";
import { allToPool } from "~/server/resources/customer/customer/ownership/ownership";
import { dueReason, isDue } from "~/server/resources/customer/customer/ownership/pool-clock";
import { customerLink } from "~/server/resources/customer/customer/row";
import { daily, type Job, type Turn } from "../scheduler";

/** Customers of a transaction: about a twentieth of a second, so that other users of them, or of the embedded database, do not notice. */
const chunkSize = 200;

/** Releases customers to the pool that nobody has followed up, or closed with, in time (domain C.1.2). */
export const poolRelease: Job = {
  name: "pool_release",
  lastTurn: daily("02:00"),
  async run(turn) {
    const { db } = turn.services;
    const settings = await readSettings(db);
    let released = 0;
    for (let lastId = 0; ; ) {
      const rows = await pick(db, customer, ["id"], and(isDue(settings, turn.at), gt(customer.id, lastId)), {
        order: customer.id,
        limit: chunkSize,
      });
      const last = rows.at(-1);
      if (!last) return `${released} released`;
      const ids = rows.map(({ id }) => id);
      turn.signal.throwIfAborted();
      released += await db.transaction((tx) => releaseAll(tx, turn, settings, ids));
      lastId = last.id;
    }
  },
};

/** Applies the rule again once the rows are locked: some may have been followed up in the meantime. */
async function releaseAll(tx: Transaction, turn: Turn, settings: Settings, ids: number[]): Promise<number> {
  const rows = await lockDue(tx, turn, settings, ids);
  const now = turn.services.now();
  for (const reason of ["auto_no_follow", "auto_no_deal"] as const)
    await allToPool(
      tx,
      now,
      rows.filter((row) => row.reason === reason),
      reason,
    );
  await auditAll(
    { db: tx, user: "system", services: turn.services },
    rows.map((row) => ({
      module: "customer",
      action: "release",
      target: { type: "customer", id: row.id, name: row.name },
      summary: `客户${row.customer_no}自动释放到公海`,
      reason: poolReasons[row.reason],
    })),
  );
  await notify(tx, now, null, await messagesOf(tx, rows));
  return rows.length;
}

const lockDue = (tx: Transaction, { at }: Turn, settings: Settings, ids: number[]) =>
  tx
    .select({
      id: customer.id,
      customer_no: customer.customer_no,
      name: customer.name,
      owner_id: customer.owner_id,
      reason: dueReason(settings),
    })
    .from(customer)
    .where(and(inArray(customer.id, ids), isDue(settings, at)))
    .orderBy(customer.id)
    .for("update");

type Released = Awaited<ReturnType<typeof lockDue>>[number];

/** To each owner that was, and to the leader of their team. */
async function messagesOf(tx: Transaction, rows: Released[]): Promise<Message[]> {
  const ownerIds = [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))];
  const owners = await tx
    .select({ id: user.id, name: user.name, leader: team.leader_id })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id))
    .where(inArray(user.id, ownerIds));
  const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
  return rows.flatMap((row) => {
    const owner = row.owner_id === null ? undefined : ownerOf.get(row.owner_id);
    if (!owner) return [];
    const base = {
      category: "customer" as const,
      level: "warning" as const,
      title: "客户已进公海",
      ...customerLink(row.id),
    };
    const sentence = `客户【${row.customer_no}】${row.name}因${poolReasons[row.reason]}已自动释放到公海。`;
    const messages: Message[] = [{ ...base, user_id: owner.id, content: `您的${sentence}` }];
    if (owner.leader && owner.leader !== owner.id)
      messages.push({ ...base, user_id: owner.leader, content: `${owner.name}的${sentence}` });
    return messages;
  });
}
