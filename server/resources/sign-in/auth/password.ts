import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Credentials } from "~/contract/sign-in/auth";
import { isoInstant } from "~/server/database/tables/columns";
import { user } from "~/server/database/tables/system/system";
import { isBarred } from "~/server/identity/barred";
import { noteRefused, openSession } from "~/server/identity/open-session";
import { checkNobody, checkPassword } from "~/server/identity/password";
import { countTry } from "~/server/identity/tries";
import type { Origin } from "~/server/lib/call";
import { refuse } from "~/server/lib/refusal";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

type UserRow = typeof user.$inferSelect;
type FailReason = "not_found" | "bad_password" | "disabled" | "locked";

interface Try {
  body: z.output<typeof Credentials>;
  origin: Origin;
  services: Services;
}

/** Sign-in by e-mail and password. */
export async function signInByPassword({ body, origin, services }: Try) {
  await countTry(services, origin.ip);
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
}

/** Records a failed sign-in, locks the account at the limit, and refuses. A disabled account is only told so with the right password. */
async function fail(services: Services, origin: Origin, row: UserRow | undefined, reason: FailReason): Promise<never> {
  const now = services.now();
  const { "auth.max_failed": maximum, "auth.lock_minutes": minutes } = await readSettings(services.db);
  const lockedUntil = await services.db.transaction(async (tx) => {
    await noteRefused(tx, { services, origin, person: row, method: "password", reason });
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
