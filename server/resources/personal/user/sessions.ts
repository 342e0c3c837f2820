import { and, desc, eq, gt, isNull, ne, type SQL } from "drizzle-orm";
import type { Login, Session } from "~/contract/personal/user";
import { isoInstant } from "~/server/database/tables/columns";
import { loginLog, session } from "~/server/database/tables/system/system";
import { endKeys } from "~/server/identity/open-session";
import { audit } from "~/server/lib/audit";
import { pick, refuse, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";

const loginsShown = 10;

export async function sessionsOf({ db, user, services }: SignedCall): Promise<Session[]> {
  const rows = await pick(
    db,
    session,
    ["id", "method", "ip", "ua", "created_at", "expires_at"],
    and(eq(session.user_id, user.id), ...living(services.now())),
    { order: [desc(session.created_at), session.id] },
  );
  const present = rows.map((row) => ({ ...row, is_current: row.id === user.sessionId }));
  return present.sort((a, b) => Number(b.is_current) - Number(a.is_current));
}

/** Ends one living session of the caller; of the present one this is the sign-out. */
export async function endSession(call: SignedCall, id: string): Promise<null> {
  const ended = await end(call, eq(session.id, id));
  if (ended === 0) return refuse(40400);
  if (id === call.user.sessionId) await audit(call, { module: "auth", action: "logout", summary: "退出登录" });
  else await auditSessions(call, "退出一台设备");
  return null;
}

/** Ends every living session of the caller but the present one, and their keys; answers how many sessions. */
export async function endOtherSessions(call: SignedCall): Promise<{ count: number }> {
  const count = await end(call, ne(session.id, call.user.sessionId));
  const keys = await endKeys(call.db, call.services.now(), call.user.id);
  const ended = keys > 0 ? `退出其他设备（${count}），撤销密钥（${keys}）` : `退出其他设备（${count}）`;
  if (count + keys > 0) await auditSessions(call, ended);
  return { count };
}

async function end({ db, user, services }: SignedCall, which: SQL): Promise<number> {
  const now = services.now();
  const rows = await db
    .update(session)
    .set({ ended_at: isoInstant(now) })
    .where(and(eq(session.user_id, user.id), which, ...living(now)))
    .returning({ id: session.id });
  return rows.length;
}

const living = (now: Date) => [isNull(session.ended_at), gt(session.expires_at, isoInstant(now))];

const auditSessions = (call: SignedCall, summary: string) =>
  audit(call, { module: "personal", action: "update", summary, target: targetOf(call.user) });

const targetOf = ({ id, name }: Caller) => ({ type: "user", id, name });

export function loginsOf({ db, user }: SignedCall): Promise<Login[]> {
  return db
    .select({
      id: loginLog.id,
      method: loginLog.method,
      result: loginLog.result,
      fail_reason: loginLog.fail_reason,
      ip: loginLog.ip,
      ua: loginLog.ua,
      at: loginLog.at,
    })
    .from(loginLog)
    .where(eq(loginLog.user_id, user.id))
    .orderBy(desc(loginLog.at), desc(loginLog.id))
    .limit(loginsShown)
    .then((rows) => rows.map((row) => ({ ...row, result: row.result === "success" ? "success" : "failed" })));
}
