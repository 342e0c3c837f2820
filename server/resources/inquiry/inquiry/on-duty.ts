import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { holdsCode } from "~/server/identity/scope";
import { pick } from "~/server/lib/call";
import type { Settings } from "~/server/lib/settings";
import type { InquiryRecord } from "./change";

type Kind = Pick<InquiryRecord, "kind">;

/** Active users who handle inquiries of this kind, whether or not they sell. */
const handlersOf = ({ kind }: Kind) =>
  and(
    eq(user.status, "enabled"),
    isNull(user.deleted_at),
    holdsCode(user.id, "inquiry:inquiry:handle"),
    kind === "visa" ? holdsCode(user.id, "inquiry:visa:handle") : undefined,
    kind === "chat" ? holdsCode(user.id, "inquiry:chat:reply") : undefined,
  );

/** Users who get inquiries automatically (domain C.2): on duty, active, they handle this kind and may hold customers. */
const onDuty = (about: Kind) =>
  and(handlersOf(about), eq(user.accept_inquiry, true), holdsCode(user.id, "customer:pool:claim"));

export async function mayHandle(db: Db, userId: number, about: Kind): Promise<boolean> {
  const rows = await pick(db, user, ["id"], and(eq(user.id, userId), handlersOf(about)));
  return rows.length > 0;
}

const openCount = sql`(select count(*) from ${inquiry} where ${inquiry.assignee_id} = "user".id
  and ${inquiry.status} in ('assigned', 'processing') and ${inquiry.deleted_at} is null)`;

/** After everybody else's, also where several come at one moment. */
const lastOfAll = (now: Date) =>
  sql`greatest(${isoInstant(now)}::timestamptz, (select max(last_assigned_at) from "user") + interval '1 microsecond')`;

/** The next user by the setting's mode; undefined where nobody is on duty, inquiries are assigned by hand, or it is a chat. One at a time. */
export async function nextOnDuty(db: Db, about: Kind, settings: Settings, now: Date): Promise<number | undefined> {
  const mode = settings["inquiry.assign_mode"];
  if (mode === "manual" || about.kind === "chat") return undefined;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('inquiry.assign', 0))`);
  const turn = sql`${user.last_assigned_at} asc nulls first`;
  const [next] = await db
    .select({ id: user.id })
    .from(user)
    .where(onDuty(about))
    .orderBy(...(mode === "least_load" ? [asc(openCount)] : []), turn, user.id)
    .limit(1);
  if (!next) return undefined;
  await db
    .update(user)
    // Getting an inquiry does not change the user's record.
    .set({ last_assigned_at: lastOfAll(now), updated_at: sql`${user.updated_at}` })
    .where(eq(user.id, next.id));
  return next.id;
}
