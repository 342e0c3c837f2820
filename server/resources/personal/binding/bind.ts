import { and, eq, isNull, sql } from "drizzle-orm";
import { type Platform, platforms } from "~/contract/personal/binding";
import { user } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { found, pick, refuse, type SignedCall, setRow } from "~/server/lib/call";

const columns = { wecom: "wecom_userid", slack: "slack_user_id", sso: "sso_subject" } as const;

/** Binds an external account, proved to be the caller's, to their own. Needs a transaction. */
export async function bind(call: SignedCall, platform: Platform, subject: string): Promise<void> {
  const { db, user: caller } = call;
  const column = columns[platform];
  // Of two callers with the same account at once, the second is refused.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`binding:${platform}:${subject}`}, 0))`);
  const [holder] = await pick(db, user, ["id"], and(eq(user[column], subject), isNull(user.deleted_at)));
  if (holder && holder.id !== caller.id) return refuse(40900, { label: `${platforms[platform]}账号` });
  const present = await boundTo(call, platform);
  if (present === subject) return;
  // Another one is bound: it must be unbound first.
  if (present !== null) return refuse(40902);
  await write(call, platform, null, subject);
}

/** Removes the external account. Needs a transaction. */
export async function unbind(call: SignedCall, platform: Platform): Promise<null> {
  const present = await boundTo(call, platform);
  if (present === null) return refuse(40400);
  await write(call, platform, present, null);
  return null;
}

export const isPlatform = (name: string): name is Platform => Object.hasOwn(platforms, name);

async function boundTo({ db, user: caller }: SignedCall, platform: Platform): Promise<string | null> {
  const [row] = await db.select().from(user).where(eq(user.id, caller.id)).for("no key update");
  return found(row)[columns[platform]];
}

async function write(call: SignedCall, platform: Platform, before: string | null, after: string | null) {
  const { db, user: caller } = call;
  const column = columns[platform];
  await setRow(db, user, caller.id, { [column]: after });
  await audit(call, {
    module: "personal",
    action: "update",
    summary: `${after === null ? "解绑" : "绑定"}${platforms[platform]}`,
    target: { type: "user", id: caller.id, name: caller.name },
    changes: [{ field: column, label: `${platforms[platform]}账号`, before, after }],
  });
}
