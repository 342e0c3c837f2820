import { eq, sql } from "drizzle-orm";
import { user as contract, type MenuItem, SavedViews } from "~/contract/personal/user";
import { mayOpen, type Screen, screens } from "~/contract/screens";
import type { Db } from "~/server/database/database";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { found, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { capOf } from "~/server/resources/customer/customer/ownership/limits";
import { underWay } from "~/server/resources/deal/figures";
import { openOf } from "~/server/resources/inquiry/inquiry/of-customer";
import { unreadOf } from "~/server/resources/shared/message";
import { revealedToday } from "~/server/resources/shared/reveal";
import { inOrder, type MenuEdits, menuEdits } from "~/server/resources/system/menu";
import { ownTargets } from "~/server/resources/system/target/month";
import { colleaguesOf } from "./user/colleagues";
import { changePassword } from "./user/password";
import { changeProfile, holdingsOf, profileOf } from "./user/profile";
import { endOtherSessions, endSession, loginsOf, sessionsOf } from "./user/sessions";

/** The map as one person's menu, with its edits: screens that they may open; a group is seen where a child is. */
function menuOf(list: readonly Screen[], held: Caller["permissions"], edits: MenuEdits): MenuItem[] {
  return inOrder(list, edits).flatMap(({ screen, title, icon, visible }) => {
    if (!screen.menu) return [];
    const children = menuOf(screen.children ?? [], held, edits);
    const isOpen = leadsSomewhere(screen, list, held) && mayOpen(screen, held);
    if (!isOpen && children.length === 0) return [];
    const { path } = screen;
    const isSeen = visible && (isOpen || children.some((child) => child.visible));
    return [{ code: path.slice(1), path, title, icon, visible: isSeen, is_public: screen.public ?? false, children }];
  });
}

/** A screen does, and a part of one that they may open; a group does not. */
const leadsSomewhere = ({ file, partOf }: Screen, beside: readonly Screen[], held: Caller["permissions"]): boolean =>
  file !== undefined || beside.some((screen) => screen.path === partOf && mayOpen(screen, held));

export const userHandlers = [
  serve(contract.profile, ({ db, user: caller, services }) => profileOf(db, caller, services)),

  serve(contract.update, async (call) => {
    await changeProfile(call, call.body);
    return profileOf(call.db, call.user, call.services);
  }),

  serve(contract.views, ({ db, user: caller, query }) => viewsOf(db, caller, query.screen)),

  serve(contract.menus, async ({ db, user: caller }) => menuOf(screens, caller.permissions, await menuEdits(db))),

  serve(contract.changePassword, (call) => changePassword(call, call.body), { ownTransaction: true }),

  serve(contract.sessions, sessionsOf),

  serve(contract.endSession, (call) => endSession(call, call.params.session)),

  serve(contract.endOtherSessions, endOtherSessions),

  serve(contract.logins, loginsOf),

  serve(contract.summary, summaryOf),

  serve(contract.statistics, ({ db, user: caller, services }) => unreadOf(db, caller.id, services.now())),

  serve(contract.options, (call) => colleaguesOf(call, call.query)),
];

/** A list's saved views: the caller's own, then those that colleagues of their team share, by name. */
async function viewsOf(db: Db, caller: Caller, screen: string) {
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

/** What the caller holds and has used, against its limits. */
async function summaryOf(call: SignedCall) {
  const { db, user: caller, services } = call;
  const settings = await readSettings(db);
  const [row] = await db.select({ customer_cap: user.customer_cap }).from(user).where(eq(user.id, caller.id));
  return {
    ...(await holdingsOf(db, caller.id, services.now())),
    customer_cap: capOf(found(row), settings),
    lock_limit: settings["customer.lock_limit"],
    reveal_count: await revealedToday(call),
    reveal_limit: settings["customer.reveal_daily_limit"],
    inquiry_count: await db.$count(inquiry, openOf(caller.id)),
    deal_count: caller.permissions.has("deal:deal:view") ? await db.$count(deal, underWay(caller.id)) : null,
    targets: await ownTargets(db, { caller, settings, now: services.now() }),
  };
}
