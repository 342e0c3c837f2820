import { and, desc, eq, gte, or } from "drizzle-orm";
import type { z } from "zod";
import { key as contract, type KeyCreate } from "~/contract/personal/key";
import { keyDaysKept, keyLimit, keyPrefix } from "~/contract/system/key";
import { isoInstant } from "~/server/database/tables/columns";
import { apiCall, apiCallDay, apiKey, user } from "~/server/database/tables/system/system";
import { hashOfKey } from "~/server/identity/key";
import { isLiving } from "~/server/identity/open-session";
import { audit } from "~/server/lib/audit";
import { found, pick, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { randomToken } from "~/server/lib/seal";
import { serve } from "~/server/lib/serve";
import { endKey, toKeyRow } from "~/server/resources/system/key";
import { checkOwnPassword } from "./user/password";

const day = 86_400_000;
const before = (now: Date, days: number) => new Date(now.getTime() - days * day);

/** The caller's keys, and for a while those that are over; the newest first. */
async function ownKeys({ db, user: caller, services }: SignedCall) {
  const now = services.now();
  const since = isoInstant(before(now, keyDaysKept));
  const shown = or(isLiving(now), gte(apiKey.ended_at, since), gte(apiKey.expires_at, since));
  const rows = await db
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.user_id, caller.id), shown))
    .orderBy(desc(apiKey.id))
    .limit(100);
  return rows.map((row) => toKeyRow(row, now));
}

/** Makes a key and answers it, once. The password takes its time, so it has its own transaction. */
async function createKey(call: SignedCall, body: z.output<typeof KeyCreate>) {
  const { user: caller, services } = call;
  const { name, may_write, expires_days, password } = body;
  const permissions = [...new Set(body.permissions)];
  if (permissions.some((code) => !caller.permissions.has(code)))
    return refuseFields([{ field: "permissions", label: "权限", message: "不能选择您自己没有的权限" }]);
  const [asked] = await pick(services.db, user, ["password_hash"], eq(user.id, caller.id));
  await checkOwnPassword(call, found(asked).password_hash, password, "新增密钥");
  const secret = `${keyPrefix}${randomToken()}`;
  const now = services.now();
  return services.db.transaction(async (tx) => {
    // Of two at once the second waits here, and counts the first.
    const [owner] = await pick(tx, user, ["password_hash"], eq(user.id, caller.id), { lock: "update" });
    // It has been changed since it was judged.
    if (found(owner).password_hash !== found(asked).password_hash) return refuse(40902);
    const living = await pick(tx, apiKey, ["name"], and(eq(apiKey.user_id, caller.id), isLiving(now)));
    if (living.length >= keyLimit) throw new Refusal(40902, `最多有${keyLimit}个有效的密钥，请先撤销不用的`);
    if (living.some((one) => one.name === name)) return refuse(40900, { label: name });
    const [row] = await tx
      .insert(apiKey)
      .values({
        ...{ user_id: caller.id, name, permissions, may_write },
        ...{ hash: hashOfKey(secret), hint: secret.slice(-4) },
        created_at: isoInstant(now),
        expires_at: isoInstant(now.getTime() + expires_days * day),
      })
      .returning({ id: apiKey.id });
    const { id } = found(row);
    await audit(
      { ...call, db: tx },
      {
        ...{ module: "personal", action: "create", target: { type: "key", id, name } },
        summary: `新增密钥：${name}，${may_write ? "可读写" : "只读"}，权限${permissions.length}项，有效${expires_days}天`,
      },
    );
    return { id, secret };
  });
}

async function callsOf({ db, user: caller, services }: SignedCall, id: number) {
  const [own] = await pick(db, apiKey, ["id"], and(eq(apiKey.id, id), eq(apiKey.user_id, caller.id)));
  found(own);
  const last = await db.select().from(apiCall).where(eq(apiCall.key_id, id)).orderBy(desc(apiCall.id));
  const since = gte(apiCallDay.day, dayOf(before(services.now(), 30)));
  const { day: on, title, tool, code, count } = apiCallDay;
  const days = await db
    .select({ id: apiCallDay.id, day: on, title, tool, code, count })
    .from(apiCallDay)
    .where(and(eq(apiCallDay.key_id, id), since))
    .orderBy(desc(on), desc(count), apiCallDay.id)
    .limit(200);
  return { last: last.map(({ key_id: _, ...one }) => one), days };
}

export const ownKeyHandlers = [
  serve(contract.list, ownKeys),
  serve(contract.create, (call) => createKey(call, call.body), { ownTransaction: true }),
  serve(contract.remove, (call) => endKey(call, call.params.id, eq(apiKey.user_id, call.user.id))),
  serve(contract.calls, (call) => callsOf(call, call.params.id)),
];
