import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { mayOpen, type Screen, screens } from "~/contract/screens";
import { user as contract, type MenuItem, Preferences, type Profile, SavedViews } from "~/contract/user";
import type { Database, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer";
import { message, schedule, session, team, user } from "~/server/database/tables/system";
import type { Caller } from "~/server/identity/caller";
import { checkPassword, hashPassword } from "~/server/identity/password";
import { holdsCode, inScope } from "~/server/identity/scope";
import { audit } from "~/server/lib/audit";
import { dayOf, likeText, startOfDay } from "~/server/lib/list";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { countsTowardCap } from "./customer/limits";
import { isLockedAt } from "./customer/pool-clock";

export const userHandlers = [
  serve(contract.profile, ({ db, user: caller, services }) => profileOf(db, caller, services.now())),

  serve(contract.update, async (call) => {
    const { db, user: caller, body } = call;
    if (body.preferences) {
      const [row] = await db
        .select({ preferences: user.preferences })
        .from(user)
        .where(eq(user.id, caller.id))
        .for("update");
      const kept = found(row).preferences;
      const before = preferencesIn(kept);
      const columns = { ...before.columns, ...body.preferences.columns };
      const views = { ...before.views, ...body.preferences.views };
      await db
        .update(user)
        .set({ preferences: { ...kept, columns, views } })
        .where(eq(user.id, caller.id));
      await audit(call, {
        module: "personal",
        action: "update",
        summary: "修改个人偏好",
        target: { type: "user", id: caller.id, name: caller.name },
      });
    }
    return profileOf(db, caller, call.services.now());
  }),

  serve(contract.views, ({ db, user: caller, query }) => viewsOf(db, caller, query.screen)),

  serve(contract.menus, async ({ user: caller }) => menuOf(screens, caller.permissions)),

  serve(
    contract.changePassword,
    async (call) => {
      const { body, user: caller, services } = call;
      const [row] = await services.db.select().from(user).where(eq(user.id, caller.id));
      const current = found(row);
      if (!(await checkPassword(current.password_hash, body.old_password))) return refuse(40105);
      const earlier = [current.password_hash, ...current.password_history].slice(0, 3);
      for (const used of earlier)
        if (await checkPassword(used, body.new_password))
          return refuseFields([
            { field: "new_password", label: "新密码", message: "新密码不能与最近3次使用的密码相同" },
          ]);
      const password_hash = await hashPassword(body.new_password);
      await services.db.transaction(async (tx) => {
        await tx
          .update(user)
          .set({ password_hash, password_history: earlier, must_change_password: false })
          .where(eq(user.id, caller.id));
        await tx
          .update(session)
          .set({ ended_at: isoInstant(services.now()) })
          .where(and(eq(session.user_id, caller.id), ne(session.id, caller.sessionId), isNull(session.ended_at)));
        const target = { type: "user", id: caller.id, name: caller.name };
        await audit({ ...call, db: tx }, { module: "personal", action: "update", summary: "修改密码", target });
      });
      return null;
    },
    { ownTransaction: true },
  ),

  serve(contract.statistics, async ({ db, user: caller, services }) => {
    const endOfToday = startOfDay(dayOf(services.now()), 1);
    const [row] = await db
      .execute<{ total_schedule: number; total_mail: number }>(sql`select
      (select count(*)::int from ${schedule} where user_id = ${caller.id} and status = 'pending' and start_at < ${endOfToday}) as total_schedule,
      (select count(*)::int from ${message} where user_id = ${caller.id} and read_at is null) as total_mail`)
      .then(({ rows }) => rows);
    return found(row);
  }),

  serve(contract.options, async ({ db, query, user: caller }) => {
    const { "customer.cap": cap } = await readSettings(db);
    const conditions: SQL[] = [eq(user.status, "enabled"), isNull(user.deleted_at)];
    if (query.keyword)
      conditions.push(
        sql`(${user.name} ilike ${`%${likeText(query.keyword)}%`} or ${user.email} ilike ${`${likeText(query.keyword)}%`})`,
      );
    if (query.team_id) conditions.push(eq(user.team_id, query.team_id));
    if (query.perm) conditions.push(holdsCode(user.id, query.perm));
    if (query.in_scope) conditions.push(inScope(user.id, caller, "customer"));
    const rows = await db
      .select({
        id: user.id,
        name: user.name,
        team: team.name,
        accept_inquiry: user.accept_inquiry,
        customer_count: sql<number>`(select count(*)::int from ${customer} where owner_id = "user"."id" and ${countsTowardCap})`,
        cap: sql<number>`coalesce(${user.customer_cap}, ${cap})::int`,
      })
      .from(user)
      .leftJoin(team, eq(team.id, user.team_id))
      .where(and(...conditions))
      .orderBy(team.sort, user.name, user.id)
      .limit(50);
    return rows.map((row) => ({ ...row, value: row.id, label: row.name }));
  }),
];

async function profileOf(db: Database | Transaction, caller: Caller, now: Date): Promise<Profile> {
  const settings = await readSettings(db);
  const [row] = await db
    .select({ user, team: { id: team.id, name: team.name } })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id))
    .where(eq(user.id, caller.id));
  const { user: me, team: mine } = found(row);
  const [held] = await db
    .select({
      customer_count: sql<number>`count(*) filter (where ${countsTowardCap})::int`,
      lock_count: sql<number>`count(*) filter (where ${isLockedAt(now)})::int`,
    })
    .from(customer)
    .where(and(eq(customer.owner_id, caller.id), isNull(customer.deleted_at)));
  return {
    id: me.id,
    name: me.name,
    email: me.email,
    phone: me.phone,
    avatar: null,
    team: mine,
    roles: caller.roles,
    permissions: [...caller.permissions],
    data_scope: caller.scope("*"),
    language: me.language,
    preferences: preferencesIn(me.preferences),
    bindings: { wecom: me.wecom_userid !== null, slack: me.slack_user_id !== null, sso: me.sso_subject !== null },
    customer_cap: me.customer_cap ?? settings["customer.cap"],
    customer_count: held?.customer_count ?? 0,
    lock_count: held?.lock_count ?? 0,
    must_change_password: me.must_change_password,
  };
}

/** What of the stored preferences still fits. */
function preferencesIn(stored: Record<string, unknown>): Preferences {
  const { columns, views } = Preferences.shape;
  return {
    columns: columns.safeParse(stored.columns).data ?? {},
    views: views.safeParse(stored.views).data ?? {},
  };
}

/** A list's saved views: the caller's own, then those that colleagues of his team share, by name. */
async function viewsOf(db: Database | Transaction, caller: Caller, screen: string) {
  const mine = eq(user.id, caller.id);
  const colleague = sql`${user.team_id} = (select team_id from "user" where id = ${caller.id})
    and ${user.status} = 'enabled' and ${user.deleted_at} is null`;
  const rows = await db
    .select({ id: user.id, name: user.name, views: sql<unknown>`${user.preferences} -> 'views' -> ${screen}` })
    .from(user)
    .where(sql`(${mine} or ${colleague}) and ${user.preferences} -> 'views' ? ${screen}`)
    .orderBy(sql`${mine} desc`, user.name, user.id);
  return rows.flatMap(({ id, name, views }) => {
    const own = id === caller.id;
    const kept = SavedViews.safeParse(views).data ?? [];
    return kept.filter(({ shared }) => own || shared).map((view) => ({ ...view, owner: { id, name }, own }));
  });
}

/** The map as one person's menu: built screens that he may open; a group stays where a visible child does. */
function menuOf(list: readonly Screen[], held: Caller["permissions"]): MenuItem[] {
  return list.flatMap((screen) => {
    if (!screen.menu) return [];
    const children = menuOf(screen.children ?? [], held);
    const isOpen = screen.file !== undefined && mayOpen(screen, held);
    if (!isOpen && children.length === 0) return [];
    const { path, title, icon = null } = screen;
    return [{ code: path.slice(1), path, title, icon, visible: true, is_public: screen.public ?? false, children }];
  });
}
