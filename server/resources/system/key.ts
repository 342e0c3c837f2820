import { and, eq, gte, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { managedKey as contract, KeyRow, type KeyState } from "~/contract/system/key";
import { isoInstant } from "~/server/database/tables/columns";
import { apiCallDay, apiKey, user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { type Asking, found, refuse, rowOf, type SignedCall, setRow } from "~/server/lib/call";
import { listOf, orderOf } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";

type Row = typeof apiKey.$inferSelect;

const stateOf = (now: Date) => sql<KeyState>`case when ${apiKey.ended_at} is not null then 'ended'
  when ${apiKey.expires_at} <= ${isoInstant(now)}::timestamptz then 'expired' else 'living' end`;

export function toKeyRow(row: Row, now: Date): KeyRow {
  const isExpired = Date.parse(row.expires_at) <= now.getTime();
  return rowOf(KeyRow, row, { state: row.ended_at ? "ended" : isExpired ? "expired" : "living" });
}

/** Ends a living key that meets a condition, with its line in the log. */
export async function endKey(call: SignedCall, id: number, whose?: SQL): Promise<null> {
  const { db, services } = call;
  const [row] = await db
    .select({ name: apiKey.name, owner: user.name, user_id: user.id, ended_at: apiKey.ended_at })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.user_id))
    .where(and(eq(apiKey.id, id), whose))
    .for("update", { of: apiKey });
  const { name, owner, user_id, ended_at } = found(row);
  if (ended_at) return refuse(40902);
  await setRow(db, apiKey, id, { ended_at: isoInstant(services.now()) });
  const isOwn = user_id === call.user.id;
  await audit(call, {
    ...{ module: isOwn ? "personal" : "system", action: "delete" },
    summary: isOwn ? `撤销密钥：${name}` : `撤销${owner}的密钥：${name}`,
    target: { type: "key", id, name },
  });
  return null;
}

const owner = { id: user.id, name: user.name };

function listKeys(call: SignedCall, query: z.output<typeof contract.list.query>) {
  const { db, services } = call;
  const now = services.now();
  const { keyword, state, user_id, sort } = query;
  const select = db.select({ key: apiKey, owner }).from(apiKey).innerJoin(user, eq(user.id, apiKey.user_id)).$dynamic();
  const where = and(
    keyword ? or(includesText(apiKey.name, keyword), includesText(user.name, keyword)) : undefined,
    state?.length ? or(...state.map((one) => sql`${stateOf(now)} = ${one}`)) : undefined,
    user_id ? eq(apiKey.user_id, user_id) : undefined,
  );
  const joins = sql`join ${user} on ${user.id} = ${apiKey.user_id}`;
  const order = orderOf(apiKey, sort, apiKey.id);
  const fields = { state: stateOf(now) };
  return listOf(db, query, { select, from: apiKey, joins, where, order, fields }, (row) => ({
    ...toKeyRow(row.key, now),
    owner: row.owner,
  }));
}

function listDays({ db }: Asking, query: z.output<typeof contract.days.query>) {
  const { key_id, result, day_from, day_to, sort } = query;
  const { day, tool, title, code, count } = apiCallDay;
  const select = db
    .select({ id: apiCallDay.id, day, tool, title, code, count, key: { id: apiKey.id, name: apiKey.name }, owner })
    .from(apiCallDay)
    .innerJoin(apiKey, eq(apiKey.id, apiCallDay.key_id))
    .innerJoin(user, eq(user.id, apiKey.user_id))
    .$dynamic();
  const where = and(
    key_id ? eq(apiCallDay.key_id, key_id) : undefined,
    result?.length === 1 ? (result[0] === "done" ? eq(code, 200) : ne(code, 200)) : undefined,
    day_from ? gte(day, day_from) : undefined,
    day_to ? lte(day, day_to) : undefined,
  );
  const order = orderOf({ day, count }, sort, apiCallDay.id);
  return listOf(db, query, { select, from: apiCallDay, where, order }, (row) => row);
}

export const keyHandlers = [
  serve(contract.list, (call) => listKeys(call, call.query)),
  serve(contract.days, (call) => listDays(call, call.query)),
  serve(contract.remove, (call) => endKey(call, call.params.id)),
];
