import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { auth } from "~/contract/auth";
import { isoInstant } from "~/server/database/tables/columns";
import { loginLog, session, user } from "~/server/database/tables/system";
import { checkNobody, checkPassword } from "~/server/identity/password";
import { signToken } from "~/server/identity/token";
import { audit } from "~/server/lib/audit";
import type { Origin } from "~/server/lib/call";
import { refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { blocks } from "./blacklist/hits";
import { canonicalIp } from "./blacklist/value";

/** Tries of one address; the lock of an account is in the database and counts across servers. */
const tries = new RateLimiterMemory({ points: 120, duration: 60 });

type UserRow = typeof user.$inferSelect;
type FailReason = "not_found" | "bad_password" | "disabled" | "locked";

export const authHandlers = [
  serve(
    auth.login,
    async ({ body, origin, services }) => {
      await tries.consume(origin.ip).catch(() => refuse(42900));
      if (await isBarred(services, origin.ip)) return refuse(40300);
      const [row] = await services.db
        .select()
        .from(user)
        .where(and(eq(user.email, body.email), isNull(user.deleted_at)));
      const isRight = row ? await checkPassword(row.password_hash, body.password) : await checkNobody(body.password);
      if (!row) return fail(services, origin, undefined, "not_found");
      const now = services.now();
      if (row.locked_until && new Date(row.locked_until) > now) return fail(services, origin, row, "locked");
      if (!isRight) return fail(services, origin, row, "bad_password");
      if (row.status !== "enabled") return fail(services, origin, row, "disabled");
      const { token, seconds } = await openSession(services, origin, row, "password");
      return {
        access_token: token,
        token_type: "Bearer" as const,
        expires_in: seconds,
        must_change_password: row.must_change_password,
      };
    },
    { ownTransaction: true },
  ),

  // Until the sign-in area brings WeCom, it is not configured.
  serve(auth.link, async () => refuse(40000)),

  serve(auth.logout, async (call) => {
    await call.db
      .update(session)
      .set({ ended_at: isoInstant(call.services.now()) })
      .where(eq(session.id, call.user.sessionId));
    await audit(call, { module: "auth", action: "logout", summary: "退出登录" });
    return null;
  }),
];

/** Whether an address is listed as one from which nobody signs in. */
async function isBarred({ db, now }: Services, ip: string): Promise<boolean> {
  const value = canonicalIp(ip);
  return value !== undefined && blocks(db, now(), [{ type: "ip", value }], "block_login");
}

/** Opens a session for someone whose identity is proved, by whichever way in, and gives its token. */
async function openSession(services: Services, origin: Origin, row: UserRow, method: "password") {
  const now = services.now();
  const { "auth.token_ttl_hours": hours } = await readSettings(services.db);
  const sessionId = randomUUID();
  await services.db.transaction(async (tx) => {
    await tx.insert(session).values({
      id: sessionId,
      user_id: row.id,
      method,
      created_at: isoInstant(now),
      expires_at: isoInstant(now.getTime() + hours * 3_600_000),
      ip: origin.ip,
      ua: origin.ua.slice(0, 300),
    });
    await tx
      .update(user)
      .set({ failed_count: 0, locked_until: null, last_login_at: isoInstant(now), last_login_ip: origin.ip })
      .where(eq(user.id, row.id));
    await tx.insert(loginLog).values({
      user_id: row.id,
      method,
      result: "success",
      ip: origin.ip,
      ua: origin.ua.slice(0, 300),
      at: isoInstant(now),
    });
    await audit({ db: tx, user: row, origin, services }, { module: "auth", action: "login", summary: "登录" });
  });
  const token = await signToken(services.secret, { userId: row.id, sessionId, name: row.name }, hours * 3600, now);
  return { token, seconds: hours * 3600 };
}

/** Records a failed sign-in, locks the account at the limit, and refuses. A disabled account is only told so with the right password. */
async function fail(services: Services, origin: Origin, row: UserRow | undefined, reason: FailReason): Promise<never> {
  const now = services.now();
  const { "auth.max_failed": maximum, "auth.lock_minutes": minutes } = await readSettings(services.db);
  const lockedUntil = await services.db.transaction(async (tx) => {
    await tx.insert(loginLog).values({
      user_id: row?.id,
      method: "password",
      result: "failed",
      fail_reason: reason,
      ip: origin.ip,
      ua: origin.ua.slice(0, 300),
      at: isoInstant(now),
    });
    if (!row || reason === "disabled") return null;
    if (reason === "locked") return row.locked_until;
    const [counted] = await tx
      .update(user)
      .set({ failed_count: sql`${user.failed_count} + 1` })
      .where(eq(user.id, row.id))
      .returning({ failed: user.failed_count });
    if ((counted?.failed ?? 0) < maximum) return null;
    const until = isoInstant(now.getTime() + minutes * 60_000);
    await tx.update(user).set({ failed_count: 0, locked_until: until }).where(eq(user.id, row.id));
    return until;
  });
  if (lockedUntil)
    return refuse(40302, { n: Math.max(1, Math.ceil((Date.parse(lockedUntil) - now.getTime()) / 60_000)) });
  return refuse(reason === "disabled" ? 40102 : 40101);
}
