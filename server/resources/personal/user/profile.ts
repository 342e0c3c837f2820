import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { Basics, type user as contract, Preferences, Profile } from "~/contract/personal/user";
import type { Db } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { media, team, user } from "~/server/database/tables/system/system";
import { audit, changesOf } from "~/server/lib/audit";
import { found, pick, refuse, refuseFields, rowOf, type SignedCall, setRow } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { lookUp, unknownChoices } from "~/server/lib/dictionary";
import { dropMedia } from "~/server/lib/media";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { leaveAlone } from "~/server/lib/texts-in";
import { isLockedAt } from "~/server/resources/customer/customer/ownership/pool-clock";
import { countsTowardCap } from "~/server/resources/shared/held-customers";
import { pictureUrl } from "~/server/resources/shared/upload";
import { phoneOf } from "~/server/resources/system/staff/facts";

type Row = typeof user.$inferSelect;
type Body = z.output<typeof contract.update.body>;

export async function profileOf(db: Db, caller: Caller, services: Pick<Services, "now" | "secret">): Promise<Profile> {
  const settings = await readSettings(db);
  const held = holdings(db, user.id, services.now()).as("held");
  const [row] = await db
    .select({
      user,
      team: { id: team.id, name: team.name },
      customer_count: held.customer_count,
      lock_count: held.lock_count,
    })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id))
    .crossJoinLateral(held)
    .where(eq(user.id, caller.id));
  const { user: me, team: mine, ...counts } = found(row);
  return rowOf(Profile, me, {
    avatar: me.avatar_id ? pictureUrl(services, me.avatar_id) : null,
    team: mine,
    roles: caller.roles,
    permissions: [...caller.permissions],
    data_scope: caller.scope("*"),
    preferences: preferencesIn(me.preferences),
    bindings: { wecom: me.wecom_userid !== null, slack: me.slack_user_id !== null, sso: me.sso_subject !== null },
    customer_cap: me.customer_cap ?? settings["customer.cap"],
    tracking_min_chars: settings["tracking.min_chars"],
    is_content_reviewed: settings["content.approval"] === "four_eyes",
    ...counts,
    must_change_password: caller.mustChangePassword,
  });
}

/** How many customers somebody has against their cap, and how many of them are locked. */
export async function holdingsOf(db: Db, userId: number, now: Date) {
  const [kept] = await holdings(db, userId, now);
  return found(kept);
}

const holdings = (db: Db, owner: number | typeof user.id, now: Date) =>
  db
    .select({
      customer_count: sql<number>`count(*) filter (where ${countsTowardCap})::int`.as("customer_count"),
      lock_count: sql<number>`count(*) filter (where ${isLockedAt(now)})::int`.as("lock_count"),
    })
    .from(customer)
    .where(and(eq(customer.owner_id, owner), isNull(customer.deleted_at)));

/** Changes the named fields of the caller's profile, with one line in the operation log. */
export async function changeProfile(call: SignedCall, { preferences, accept_inquiry, ...basics }: Body): Promise<void> {
  const { db, user: caller } = call;
  const [kept] = await db.select().from(user).where(eq(user.id, caller.id)).for("update");
  const row = found(kept);
  leaveAlone(call, row);
  const target = { type: "user", id: caller.id, name: caller.name };
  if (preferences) {
    await setRow(db, user, caller.id, { preferences: merged(row.preferences, preferences) });
    await audit(call, { module: "personal", action: "update", summary: "修改个人偏好", target });
  }
  if (accept_inquiry !== undefined && accept_inquiry !== row.accept_inquiry) {
    await db.update(user).set({ accept_inquiry }).where(eq(user.id, caller.id));
    await audit(call, {
      ...{ module: "personal", action: "update", target },
      summary: accept_inquiry ? "打开接单开关" : "关闭接单开关",
    });
  }
  const wanted = { ...row, ...named(basics) };
  const changes = changesOf(Basics, row, wanted, new Set(["avatar_id"]));
  if (changes.length === 0) return;
  const phone = phoneOf(wanted, row);
  const wrong = await errorsOf(call, row, wanted);
  if (!phone) wrong.push({ field: "phone", label: "手机号", message: "手机号格式不正确" });
  if (wrong.length || !phone) return refuseFields(wrong);
  const { avatar_id, name, language } = wanted;
  if (phone.phone_e164 && (await isTaken(call, phone.phone_e164))) return refuse(40900, { label: "手机号" });
  await setRow(db, user, caller.id, { avatar_id, name, language, ...phone });
  if (row.avatar_id && row.avatar_id !== avatar_id) await dropAvatar(db, row.avatar_id);
  await audit(call, { module: "personal", action: "update", summary: "修改个人资料", target, changes });
}

/** What was named at all: a field that is absent stays as it is. */
const named = (basics: Omit<Body, "preferences" | "accept_inquiry">) =>
  Object.fromEntries(Object.entries(basics).filter(([, value]) => value !== undefined)) as typeof basics;

function merged(kept: Record<string, unknown>, given: NonNullable<Body["preferences"]>) {
  const before = preferencesIn(kept);
  return {
    ...kept,
    notify: { ...before.notify, ...given.notify },
    columns: { ...before.columns, ...given.columns },
    views: { ...before.views, ...given.views },
    dashboard: given.dashboard ?? before.dashboard,
  };
}

async function errorsOf(call: SignedCall, before: Row, after: Row): Promise<FieldError[]> {
  const errors = unknownChoices(await lookUp(call, Basics, before, after), Basics, after, before);
  if (after.avatar_id && after.avatar_id !== before.avatar_id && !(await isAvatar(call.db, after.avatar_id)))
    errors.push({ field: "avatar_id", label: "头像", message: "图片不存在或未上传完成，请重新上传" });
  return errors;
}

/** The same picture may be somebody else's already: an upload of known bytes answers with the first. */
async function isAvatar(db: Db, id: number): Promise<boolean> {
  const [row] = await pick(
    db,
    media,
    ["id"],
    and(eq(media.id, id), eq(media.scene, "avatar"), eq(media.status, "ready")),
  );
  return row !== undefined;
}

async function dropAvatar(db: Db, id: number): Promise<void> {
  const users = await db.$count(user, eq(user.avatar_id, id));
  if (users === 0) await dropMedia(db, [id]);
}

async function isTaken({ db, user: caller }: SignedCall, phone: string): Promise<boolean> {
  const others = and(eq(user.phone_e164, phone), ne(user.id, caller.id), isNull(user.deleted_at));
  return (await db.$count(user, others)) > 0;
}

/** What of the stored preferences still fits. */
function preferencesIn(stored: Record<string, unknown>): Preferences {
  const { notify, columns, views, dashboard } = Preferences.shape;
  return {
    notify: notify.safeParse(stored.notify).data ?? {},
    columns: columns.safeParse(stored.columns).data ?? {},
    views: views.safeParse(stored.views).data ?? {},
    dashboard: dashboard.safeParse(stored.dashboard).data ?? { order: [], hidden: [] },
  };
}
