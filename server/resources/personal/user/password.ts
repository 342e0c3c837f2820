import { and, eq, isNull, ne } from "drizzle-orm";
import type { z } from "zod";
import type { PasswordChange } from "~/contract/sign-in/auth";
import { isoInstant } from "~/server/database/tables/columns";
import { session, user } from "~/server/database/tables/system/system";
import { attemptKey, clearAttempts, countAttempt, failAttempt, refuseLocked } from "~/server/identity/attempts";
import { endKeys } from "~/server/identity/open-session";
import { checkPassword, replacedPassword } from "~/server/identity/password-rule";
import { audit } from "~/server/lib/audit";
import { found, refuse, type SignedCall } from "~/server/lib/call";

const target = ({ user: { id, name } }: SignedCall) => ({ type: "user", id, name });

/** The present password, judged as often as at the sign-in: a token that was left behind must not be good for guessing it. */
export async function checkOwnPassword(call: SignedCall, hash: string, typed: string, act: string): Promise<void> {
  const { services, user: caller } = call;
  const key = attemptKey(services, `password of ${caller.id}`);
  const attempt = await countAttempt(services, key);
  if (!attempt.lockedUntil && (await checkPassword(hash, typed))) return clearAttempts(services.db, key);
  const lockedUntil = await services.db.transaction(async (tx) => {
    const summary = `${act}失败：原密码错误`;
    await audit(
      { ...call, db: tx },
      { module: "personal", action: "update", result: "failed", summary, target: target(call) },
    );
    return failAttempt(tx, attempt);
  });
  return lockedUntil ? refuseLocked(services, lockedUntil) : refuse(40105);
}

/** Changes the caller's password and ends their other sessions and their keys. Hashing is slow, so it has its own transaction. */
export async function changePassword(call: SignedCall, body: z.output<typeof PasswordChange>): Promise<null> {
  const { user: caller, services } = call;
  const [row] = await services.db.select().from(user).where(eq(user.id, caller.id));
  const current = found(row);
  await checkOwnPassword(call, current.password_hash, body.old_password, "修改密码");
  const replaced = await replacedPassword(services.db, current, body.new_password);
  await services.db.transaction(async (tx) => {
    const changed = await tx
      .update(user)
      .set(replaced)
      .where(and(eq(user.id, caller.id), eq(user.password_hash, current.password_hash)))
      .returning({ id: user.id });
    // An administrator has reset it since it was judged, or another of the caller's sessions has changed it.
    if (changed.length === 0) return refuse(40902);
    await tx
      .update(session)
      .set({ ended_at: isoInstant(services.now()) })
      .where(and(eq(session.user_id, caller.id), ne(session.id, caller.sessionId), isNull(session.ended_at)));
    await endKeys(tx, services.now(), caller.id);
    await audit(
      { ...call, db: tx },
      { module: "personal", action: "update", summary: "修改密码", target: target(call) },
    );
  });
  return null;
}
