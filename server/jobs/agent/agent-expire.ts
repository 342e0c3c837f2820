import { and, between, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { cooperationWarnDays } from "~/contract/agent/agent-kinds";
import type { Transaction } from "~/server/database/database";
import { agent } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { audit } from "~/server/lib/audit";
import { pick } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { type Message, notify } from "~/server/lib/notify";
import { daily, type Job, type Turn } from "../scheduler";

const chunkSize = 200;
const dayLength = 86_400_000;

/** Ends cooperations whose last day is over (domain C.3), and notifies the managers, once for each end, of those that end soon. */
export const agentExpire: Job = {
  name: "agent_expire",
  lastTurn: daily("00:20"),
  async run(turn) {
    const expired = await expireAll(turn);
    return `${expired} expired, ${await warnAll(turn)} warned`;
  },
};

const isOver = (at: Date) =>
  and(eq(agent.status, "active"), isNull(agent.deleted_at), lt(agent.cooperation_to, dayOf(at)));

async function expireAll(turn: Turn): Promise<number> {
  const { db } = turn.services;
  let expired = 0;
  for (let lastId = 0; ; ) {
    const rows = await pick(db, agent, ["id"], and(isOver(turn.at), gt(agent.id, lastId)), {
      order: agent.id,
      limit: chunkSize,
    });
    for (const { id } of rows) {
      turn.signal.throwIfAborted();
      if (await db.transaction((tx) => expireOne(tx, turn, id))) expired++;
    }
    const last = rows.at(-1);
    if (!last) return expired;
    lastId = last.id;
  }
}

/** Checks again with the row locked: the cooperation may have been extended in the meantime. */
async function expireOne(tx: Transaction, { services, at }: Turn, id: number): Promise<boolean> {
  const now = services.now();
  const [row] = await tx
    .update(agent)
    .set({ status: "expired", version: sql`${agent.version} + 1`, updated_at: isoInstant(now), updated_by: null })
    .where(and(eq(agent.id, id), isOver(at)))
    .returning();
  if (!row) return false;
  await audit(
    { db: tx, user: "system", services },
    {
      module: "agent",
      action: "update",
      target: { type: "agent", id, name: row.name },
      summary: `代理${row.agent_no} ${row.name}合作期已满，自动到期`,
    },
  );
  await notify(tx, now, null, [messageOf(row, "合作期已满", `合作期至${row.cooperation_to}，已自动到期。`)]);
  return true;
}

async function warnAll({ services, at, signal }: Turn): Promise<number> {
  const { db } = services;
  const last = dayOf(new Date(at.getTime() + cooperationWarnDays * dayLength));
  const isComing = and(
    ...[eq(agent.status, "active"), isNull(agent.deleted_at), isNull(agent.warned_at)],
    between(agent.cooperation_to, dayOf(at), last),
  );
  let warned = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await db.transaction(async (tx) => {
      const now = services.now();
      const next = tx.select({ id: agent.id }).from(agent).where(isComing).limit(chunkSize).for("update");
      const rows = await tx
        .update(agent)
        // A notice is not a change of the record: an open form does not become stale by it.
        .set({ warned_at: isoInstant(now), updated_at: sql`${agent.updated_at}` })
        .where(inArray(agent.id, next))
        .returning();
      const told = rows.map((row) => messageOf(row, "合作期将满", `合作期至${row.cooperation_to}，请联系续签。`));
      await notify(tx, now, null, told);
      return rows.length;
    });
    warned += count;
    if (count < chunkSize) return warned;
  }
}

const messageOf = (row: typeof agent.$inferSelect, title: string, sentence: string): Message => ({
  ...{ user_id: row.manager_id, category: "system", level: "warning" },
  title: `代理${title}：${row.agent_no}`,
  content: `代理【${row.name}】${row.agent_no}${sentence}`,
  ...{ link: `/agent/list?open=${row.id}`, link_id: row.id },
});
