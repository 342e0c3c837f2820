import { createHash } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { linkLives } from "~/contract/sign-in/auth";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { passwordLink, user } from "~/server/database/tables/system/system";
import { randomToken } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

export type LinkKind = typeof passwordLink.$inferSelect.kind;
type UserRow = typeof user.$inferSelect;
/** Somebody with an address, as not all who come from WeCom. */
export type Reachable = UserRow & { email: string };

export const hasMail = (row: UserRow): row is Reachable => row.email !== null;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Makes the address at which somebody sets a password, once; an earlier one of that kind ends. The token is in the fragment, which no server is sent. */
export async function makePasswordLink({ db, now }: Pick<Services, "db" | "now">, userId: number, kind: LinkKind) {
  const token = randomToken();
  const life = kind === "reset" ? linkLives.minutes * 60_000 : linkLives.hours * 3_600_000;
  const at = now();
  await db.transaction(async (tx) => {
    await tx.delete(passwordLink).where(and(eq(passwordLink.user_id, userId), eq(passwordLink.kind, kind)));
    const created_at = isoInstant(at);
    const expires_at = isoInstant(at.getTime() + life);
    await tx.insert(passwordLink).values({ hash: hashOf(token), user_id: userId, kind, expires_at, created_at });
  });
  const { "site.desk_base": base } = await readSettings(db);
  return `${base}/login?reset=1#${token}`;
}

/** Whether somebody may set a password by mail: staff in office that are not bound to the company's identity provider. */
export async function mayResetByMail(db: Db, row: UserRow): Promise<boolean> {
  const { "sso.host": provider } = await readSettings(db);
  return row.status === "enabled" && row.deleted_at === null && !(provider && row.sso_subject);
}

export async function userByMail(db: Db, email: string): Promise<Reachable | undefined> {
  const [row] = await db
    .select()
    .from(user)
    .where(and(eq(user.email, email), isNull(user.deleted_at)));
  return row && hasMail(row) && (await mayResetByMail(db, row)) ? row : undefined;
}

/** Whose link it is, while it can be used. */
export async function ownerOfLink(db: Db, now: Date, token: string): Promise<Reachable | undefined> {
  const [row] = await db
    .select({ user })
    .from(passwordLink)
    .innerJoin(user, eq(user.id, passwordLink.user_id))
    .where(and(eq(passwordLink.hash, hashOf(token)), gt(passwordLink.expires_at, isoInstant(now))));
  return row && hasMail(row.user) && (await mayResetByMail(db, row.user)) ? row.user : undefined;
}

/** Uses a link up, with all others of that user; false: another has. */
export async function useLinkUp(db: Db, token: string, userId: number): Promise<boolean> {
  const { rowCount } = await db.delete(passwordLink).where(eq(passwordLink.hash, hashOf(token)));
  if (!rowCount) return false;
  await db.delete(passwordLink).where(eq(passwordLink.user_id, userId));
  return true;
}
