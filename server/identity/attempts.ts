import { createHmac } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { loginAttempt } from "~/server/database/tables/system/system";
import { refuse } from "~/server/lib/call";
import { derivedKey } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { householdOf, tryLimit } from "~/server/lib/try-limit";

const count = tryLimit("sign-in", 120);

/** Counts a try of one address, by whichever way in. */
export const countTry = (services: Services, ip: string): Promise<void> => count(services, householdOf(ip));

/** What the tries of a secret are counted by: whose secret it is, and from where where that has a count of its own. */
export interface AttemptKey {
  email_hash: string;
  device_hash: string;
}

/** `whose`: an address, known or not, or any other name of a secret. */
export function attemptKey({ secret }: Pick<Services, "secret">, whose: string, device = ""): AttemptKey {
  const email_hash = createHmac("sha256", derivedKey(secret, "login-attempt")).update(whose).digest("base64url");
  return { email_hash, device_hash: device };
}

const isOf = (key: AttemptKey) =>
  and(eq(loginAttempt.email_hash, key.email_hash), eq(loginAttempt.device_hash, key.device_hash));

export interface Attempt {
  key: AttemptKey;
  /** This try is the last that is judged. */
  isLast: boolean;
  /** Shut until then: the try is not judged. */
  lockedUntil: string | null;
  /** Until when a wrong last try shuts the way. */
  locks: string;
}

/** Counts a try before it is judged, so that of many at once no more are judged than the setting allows. */
export async function countAttempt({ db, now }: Services, key: AttemptKey): Promise<Attempt> {
  const { "auth.max_failed": most, "auth.lock_minutes": minutes } = await readSettings(db);
  const at = isoInstant(now());
  const until = isoInstant(now().getTime() + minutes * 60_000);
  const { failed, locked_until: locked } = loginAttempt;
  const isOver = sql`${locked} <= ${at}::timestamptz`;
  const [row] = await db
    .insert(loginAttempt)
    .values({ ...key, failed: 1, at })
    .onConflictDoUpdate({
      target: [loginAttempt.email_hash, loginAttempt.device_hash],
      set: {
        failed: sql`case when ${isOver} then 1 else least(${failed} + 1, ${most} + 1) end`,
        locked_until: sql`case when ${isOver} then null
          when ${locked} is null and ${failed} >= ${most} then ${until}::timestamptz else ${locked} end`,
        at,
      },
    })
    .returning({ failed, lockedUntil: locked });
  return { key, isLast: (row?.failed ?? 0) >= most, lockedUntil: row?.lockedUntil ?? null, locks: until };
}

/** The try was wrong. The last one that is judged shuts the way; answers until when. */
export async function failAttempt(db: Db, { key, isLast, lockedUntil, locks }: Attempt): Promise<string | null> {
  if (lockedUntil || !isLast) return lockedUntil;
  await db.update(loginAttempt).set({ locked_until: locks }).where(isOf(key));
  return locks;
}

export async function clearAttempts(db: Db, key: AttemptKey): Promise<void> {
  await db.delete(loginAttempt).where(isOf(key));
}

export async function clearAllAttempts(db: Db, { email_hash }: AttemptKey): Promise<void> {
  await db.delete(loginAttempt).where(eq(loginAttempt.email_hash, email_hash));
}

export function refuseLocked(services: Services, lockedUntil: string): never {
  const minutes = Math.ceil((Date.parse(lockedUntil) - services.now().getTime()) / 60_000);
  return refuse(40302, { n: Math.max(1, minutes) });
}
