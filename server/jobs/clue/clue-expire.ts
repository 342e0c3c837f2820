import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { warnDays } from "~/contract/clue/clue";
import type { Transaction } from "~/server/database/database";
import { agent } from "~/server/database/tables/agent/agent";
import { clue, clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { auditAll } from "~/server/lib/audit";
import { dayOf } from "~/server/lib/list";
import { type Message, notify } from "~/server/lib/notify";
import type { Services } from "~/server/lib/services";
import { daysAfter } from "~/server/resources/clue/clue/protection";
import { type ClueRecord, clueLink } from "~/server/resources/clue/clue/scope";
import { described } from "~/server/resources/clue/clue/tell-clue";
import { every, type Job } from "../scheduler";

const chunkSize = 200;

interface Ending {
  row: ClueRecord;
  manager_id: number;
}

/** A deal that waits for its review holds its report (domain C.6). */
const isFree = sql`not exists (select 1 from deal d where d.clue_id = "clue"."id" and d.status in ('reviewing', 'subscribed', 'contracted')
  and d.deleted_at is null)`;

/** Leads whose protection ends by a moment, taken for this turn. */
const endingBy = (tx: Transaction, until: Date) =>
  tx
    .select({ row: clue, manager_id: agent.manager_id })
    .from(clue)
    .innerJoin(agent, eq(agent.id, clue.agent_id))
    .where(and(sql`${clue.status} in ('valid', 'visited')`, lte(clue.protect_until, isoInstant(until)), isFree))
    .orderBy(asc(clue.protect_until), asc(clue.id))
    .limit(chunkSize)
    .for("update", { of: clue, skipLocked: true })
    .$dynamic();

const messages = (rows: readonly Ending[], key: string, title: string, words: string): Message[] =>
  rows.flatMap(({ row, manager_id }) =>
    [...new Set([manager_id, ...(row.handler_id === null ? [] : [row.handler_id])])].map((user_id) => ({
      ...{ user_id, category: "clue" as const, level: "warning" as const, title },
      content: `报备${described(row)}${words.replace("{day}", dayOf(row.protect_until ?? row.created_at))}。`,
      dedupe_key: `clue.${key}:${row.id}:${row.protect_until}:${user_id}`,
      ...clueLink(row.id),
    })),
  );

/** What has run out expires, and frees its customer for other agents; people are notified once of what ends soon (domain C.6). */
export const clueExpire: Job = {
  name: "clue_expire",
  lastTurn: every(60),
  async run({ services, at, signal }) {
    const count = async (turn: (tx: Transaction) => Promise<number>) => {
      for (let total = 0; ; ) {
        signal.throwIfAborted();
        const done = await services.db.transaction(turn);
        total += done;
        if (done < chunkSize) return total;
      }
    };
    const expired = await count((tx) => expire(tx, services, at));
    const warned = await count((tx) => warn(tx, services, at));
    return `${expired} expired, ${warned} warned`;
  },
};

async function expire(tx: Transaction, services: Services, at: Date): Promise<number> {
  const rows = await endingBy(tx, at);
  if (rows.length === 0) return 0;
  const now = isoInstant(services.now());
  const ids = rows.map(({ row }) => row.id);
  await tx
    .update(clue)
    .set({ status: "expired", version: sql`${clue.version} + 1`, updated_at: now, updated_by: null })
    .where(inArray(clue.id, ids));
  await tx.insert(clueLog).values(
    rows.map(({ row }) => ({
      clue_id: row.id,
      action: "expire",
      from_status: row.status,
      to_status: "expired" as const,
      at: now,
    })),
  );
  await auditAll(
    { db: tx, user: "system", services },
    rows.map(({ row }) => ({
      module: "clue",
      action: "update" as const,
      target: { type: "clue", id: row.id, name: row.clue_no },
      summary: `报备${row.clue_no}保护期满失效`,
    })),
  );
  await notify(
    tx,
    services.now(),
    null,
    messages(rows, "expired", "报备已失效", "保护期已于{day}结束，客户可由其他渠道报备"),
  );
  return rows.length;
}

async function warn(tx: Transaction, services: Services, at: Date): Promise<number> {
  const found = await tx
    .select({ row: clue, manager_id: agent.manager_id })
    .from(clue)
    .innerJoin(agent, eq(agent.id, clue.agent_id))
    .where(
      and(
        sql`${clue.status} in ('valid', 'visited')`,
        lte(clue.protect_until, isoInstant(daysAfter(at, warnDays))),
        isNull(clue.warned_at),
        isFree,
      ),
    )
    .orderBy(asc(clue.protect_until), asc(clue.id))
    .limit(chunkSize)
    .for("update", { of: clue, skipLocked: true });
  if (found.length === 0) return 0;
  await tx
    .update(clue)
    // A notice is not a change of the lead: an open form does not become stale by it.
    .set({ warned_at: isoInstant(services.now()), updated_at: sql`${clue.updated_at}` })
    .where(
      inArray(
        clue.id,
        found.map(({ row }) => row.id),
      ),
    );
  await notify(tx, services.now(), null, messages(found, "warning", "报备即将失效", "保护期至{day}，请尽快推进"));
  return found.length;
}
