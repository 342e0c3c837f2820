import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { Credentials } from "~/contract/sign-in/auth";
import { user } from "~/server/database/tables/system/system";
import {
  type Attempt,
  attemptKey,
  clearAttempts,
  countAttempt,
  failAttempt,
  refuseLocked,
} from "~/server/identity/attempts";
import { isBarred } from "~/server/identity/barred";
import { signInWhileFull } from "~/server/identity/full-disk";
import { noteRefused, openSession } from "~/server/identity/open-session";
import { checkNobody, checkPassword } from "~/server/identity/password";
import type { Origin } from "~/server/lib/call";
import { refuse } from "~/server/lib/refusal";
import type { Services } from "~/server/lib/services";

type UserRow = typeof user.$inferSelect;
type FailReason = "not_found" | "bad_password" | "disabled" | "locked";

interface Try {
  body: z.output<typeof Credentials>;
  origin: Origin;
  services: Services;
}

/** Sign-in by e-mail and password. An address that nobody has is answered as one that somebody has, its lock too. */
export async function signInByPassword({ body, origin, services }: Try) {
  if (await isBarred(services, origin.ip)) return refuse(40300);
  const [row] = await services.db
    .select()
    .from(user)
    .where(and(eq(user.email, body.email), isNull(user.deleted_at)));
  if (services.isDiskFull?.()) return signInWhileFull({ services, origin, ...body, row });
  // Strangers who shut an account out do not shut out the browsers that have signed in to it before.
  const key = attemptKey(services, body.email, await origin.device.nameFor(row?.id ?? 0));
  const attempt = await countAttempt(services, key);
  if (attempt.lockedUntil) return fail(services, origin, attempt, row, "locked");
  const isRight = row ? await checkPassword(row.password_hash, body.password) : await checkNobody(body.password);
  if (!row) return fail(services, origin, attempt, row, "not_found");
  if (!isRight) return fail(services, origin, attempt, row, "bad_password");
  if (row.status !== "enabled") return fail(services, origin, attempt, row, "disabled");
  const { token, seconds } = await openSession(services, origin, row, "password", {
    async alongside(tx) {
      // A change of the password since it was read has also ended the sessions that it opened.
      const isStill = and(eq(user.id, row.id), eq(user.password_hash, row.password_hash));
      const [same] = await tx.select({ id: user.id }).from(user).where(isStill).for("update");
      if (!same) return refuse(40101);
      await clearAttempts(tx, key);
    },
  });
  return {
    access_token: token,
    token_type: "Bearer" as const,
    expires_in: seconds,
    must_change_password: row.must_change_password,
  };
}

/** Records a failed sign-in, locks at the limit, and refuses. A disabled account is only told so with the right password. */
async function fail(
  services: Services,
  origin: Origin,
  attempt: Attempt,
  row: UserRow | undefined,
  reason: FailReason,
): Promise<never> {
  const lockedUntil = await services.db.transaction(async (tx) => {
    await noteRefused(tx, { services, origin, person: row, method: "password", reason });
    if (reason !== "disabled") return failAttempt(tx, attempt);
    await clearAttempts(tx, attempt.key);
    return null;
  });
  if (lockedUntil) return refuseLocked(services, lockedUntil);
  return refuse(reason === "disabled" ? 40102 : 40101);
}
