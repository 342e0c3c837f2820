import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { signInFailures } from "~/contract/personal/user";
import type { Db, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { apiKey, loginLog, session, user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { type Origin, setRow } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { signToken } from "./token";

/** Keys that still work, as far as it is up to them. */
export const isLiving = (now: Date) => and(isNull(apiKey.ended_at), gt(apiKey.expires_at, isoInstant(now)));

/** Ends somebody's living keys; answers how many. */
export async function endKeys(db: Db, now: Date, userId: number): Promise<number> {
  const rows = await db
    .update(apiKey)
    .set({ ended_at: isoInstant(now) })
    .where(and(eq(apiKey.user_id, userId), isLiving(now)))
    .returning({ id: apiKey.id });
  return rows.length;
}

/** Ends somebody's sessions, and with them their keys; answers how many sessions. */
export async function endSessions(db: Db, now: Date, userId: number): Promise<number> {
  const at = isoInstant(now);
  await endKeys(db, now, userId);
  const rows = await db
    .update(session)
    .set({ ended_at: at })
    .where(and(eq(session.user_id, userId), isNull(session.ended_at), gt(session.expires_at, at)))
    .returning({ id: session.id });
  return rows.length;
}

export type SignInMethod = "password" | "sso" | "wecom";
type FailReason = "not_found" | "bad_password" | "disabled" | "locked" | "not_bound";
type Person = Pick<typeof user.$inferSelect, "id" | "name">;

interface SessionOptions {
  /** Where the id follows from what was shown, so that showing it twice opens one session. */
  id?: string;
  /** Written with the session; what it refuses leaves nothing behind. */
  alongside?: (tx: Transaction) => Promise<void>;
}

/** Opens a session for someone whose identity is proved, with its lines in both logs, and gives its token. */
export async function openSession(
  services: Services,
  origin: Origin,
  person: Person,
  method: SignInMethod,
  { id = randomUUID(), alongside }: SessionOptions = {},
): Promise<{ token: string; seconds: number }> {
  const now = services.now();
  const { "auth.token_ttl_hours": hours, "auth.session_days": days } = await readSettings(services.db);
  const seconds = Math.min(hours * 3600, days * 86_400);
  await services.db.transaction(async (tx) => {
    const opened = await tx
      .insert(session)
      .values({
        id,
        user_id: person.id,
        method,
        created_at: isoInstant(now),
        expires_at: isoInstant(now.getTime() + seconds * 1000),
        ip: origin.ip,
        ua: origin.ua.slice(0, 300),
      })
      .onConflictDoNothing()
      .returning({ id: session.id });
    // Another call with the same proof was first.
    if (!opened.length) return;
    await alongside?.(tx);
    await setRow(tx, user, person.id, { last_login_at: isoInstant(now), last_login_ip: origin.ip });
    await tx.insert(loginLog).values(logLine(origin, now, person, method, "success"));
    await audit({ db: tx, user: person, origin, services }, { module: "auth", action: "login", summary: "登录" });
  });
  const claims = { userId: person.id, sessionId: id, name: person.name };
  await origin.device.remember(person.id);
  return { token: await signToken(services.secret, claims, seconds, now), seconds };
}

interface Refused {
  services: Pick<Services, "now">;
  origin: Origin;
  /** Absent where nobody has the name that was given. */
  person: Person | undefined;
  method: SignInMethod;
  reason: FailReason;
}

export async function noteRefused(db: Db, { services, origin, person, method, reason }: Refused): Promise<void> {
  const line = logLine(origin, services.now(), person, method, "failed");
  await db.insert(loginLog).values({ ...line, fail_reason: reason });
  await audit(
    { db, user: person ?? "unknown", origin, services },
    { module: "auth", action: "login", result: "failed", summary: `登录失败：${signInFailures[reason]}` },
  );
}

const logLine = (
  origin: Origin,
  now: Date,
  person: Person | undefined,
  method: SignInMethod,
  result: "success" | "failed",
) => ({ user_id: person?.id, method, result, ip: origin.ip, ua: origin.ua.slice(0, 300), at: isoInstant(now) });
