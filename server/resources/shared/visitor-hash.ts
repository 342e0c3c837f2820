import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { visitSalt } from "~/server/database/tables/inquiry/tracker";
import { found } from "~/server/lib/call";
import { derivedKey, randomToken } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";

/** The key that a day's visitors are hashed with: by the day's salt, the same at every server, and our secret, so that a copy of the database alone tells nothing. */
export async function visitKey(
  { db, secret }: Pick<Services, "secret"> & { db: Db },
  date: string,
): Promise<Uint8Array> {
  await db.insert(visitSalt).values({ date, salt: randomToken() }).onConflictDoNothing();
  const [row] = await db.select({ salt: visitSalt.salt }).from(visitSalt).where(eq(visitSalt.date, date));
  return derivedKey(`${secret} ${found(row).salt}`, "visit");
}

/** What of a visitor is kept: the same all day, and nothing else about them. */
export const hashVisitor = (key: Uint8Array, ...parts: readonly string[]): string =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
