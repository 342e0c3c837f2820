import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { claimClock, daysUntil, endsWithin } from "~/contract/customer/claim-clock";
import { CustomerDetail, CustomerRow } from "~/contract/customer/customer-record";
import { maskContacts } from "~/contract/mask";
import type { Db } from "~/server/database/database";
import { agent } from "~/server/database/tables/agent/agent";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { found, refOf, refuse, rowOf, type SignedCall, sentenceOf } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { readSettings, type Settings } from "~/server/lib/settings";
import { districtsOf } from "~/server/resources/shared/districts";
import { estateRefs } from "~/server/resources/shared/estates";
import { forbiddenOf } from "../blacklist/flags";
import { openRequirements } from "../requirement/wishes";
import { nameCustomers } from "./list/customer-scene";
import { businessOf } from "./open-business";
import { wasReleasedBy } from "./ownership/ownership";
import { idleDays, isLockedAt, rulePool } from "./ownership/pool-clock";
import { inManagedPool, inPoolOf, isManager, reachableBy, sells, visibleTo } from "./row";

export interface Viewer {
  caller: Caller;
  settings: Settings;
  now: Date;
}

export async function viewerOf({ db, user: caller, services }: SignedCall): Promise<Viewer> {
  return { caller, settings: await readSettings(db), now: services.now() };
}

const owner = alias(user, "owner");
const lastOwner = alias(user, "last_owner");

/** Customers as a viewer sees them; the caller adds where, order and limit. */
export function selectCustomers(db: Db, { caller, settings, now }: Viewer) {
  return db
    .select({
      customer,
      owner_name: owner.name,
      last_owner_name: lastOwner.name,
      is_locked: isLockedAt(now),
      live_deals: businessOf.liveDeals,
      deals: businessOf.deals,
      idle_days: idleDays(now),
      is_visible: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
      is_reachable: reachableBy(caller),
      is_member: inPoolOf(caller),
      is_managed: inManagedPool(caller),
      rule_pool: rulePool(settings),
      was_released: wasReleasedBy(caller.id, settings, now),
    })
    .from(customer)
    .leftJoin(owner, eq(owner.id, customer.owner_id))
    .leftJoin(lastOwner, eq(lastOwner.id, customer.last_owner_id));
}
export type Viewed = Awaited<ReturnType<typeof selectCustomers>>[number];

export function toRow(viewed: Viewed, { caller, settings, now }: Viewer): CustomerRow {
  const { customer: row, is_locked, idle_days } = viewed;
  const isOwn = row.owner_id === caller.id;
  const { rule_pool, live_deals: liveDeals, deals } = viewed;
  const clock = claimClock({ ...row, rule_pool, liveDeals, deals }, settings, now);
  return rowOf(CustomerRow, row, {
    claim_blocked: claimBlocked(viewed, caller, settings),
    phone: isOwn ? row.phone : maskContacts(row).phone,
    owner: refOf(row.owner_id, viewed.owner_name),
    last_owner: refOf(row.last_owner_id, viewed.last_owner_name),
    pool: refOf(row.deleted_at === null ? row.pool_id : null, poolName(row.pool_id, settings)),
    is_locked,
    idle_days,
    days_to_pool: clock.ends_at === null ? null : daysUntil(clock.ends_at, now),
    is_warned: endsWithin(clock, settings["pool.warn_days"], now),
    clock,
    can: canDo(viewed, caller, settings),
  });
}

const poolName = (id: number | null, { pools }: Settings) => pools.find((one) => one.id === id)?.name ?? null;

/** Why a user who may claim customers cannot claim this one of the pool. */
function claimBlocked(
  { customer: row, was_released, is_member }: Viewed,
  caller: Caller,
  settings: Settings,
): string | null {
  if (row.owner_id !== null || row.deleted_at !== null || !caller.permissions.has("customer:pool:claim")) return null;
  if (!is_member) return sentenceOf(40301, {});
  if (row.is_blacklisted) return sentenceOf(40918, {});
  return was_released ? sentenceOf(40915, { days: settings["pool.reclaim_days"] }) : null;
}

function canDo(viewed: Viewed, caller: Caller, settings: Settings) {
  const { customer: row, is_visible, is_reachable, is_locked, was_released, is_member, is_managed } = viewed;
  const may = (code: Parameters<Caller["permissions"]["has"]>[0]) => is_reachable && caller.permissions.has(code);
  const isOwned = row.owner_id !== null;
  const inPool = !isOwned && row.deleted_at === null;
  return {
    view: is_visible,
    edit: may("customer:info:edit"),
    claim: inPool && is_member && !row.is_blacklisted && !was_released && caller.permissions.has("customer:pool:claim"),
    assign: may("customer:info:assign"),
    release: isOwned && may("customer:info:release") && (!is_locked || isManager(caller)),
    lock: isOwned && may("customer:info:lock"),
    recycle: may("customer:info:delete"),
    track: may("customer:tracking:create"),
    reveal: is_visible && row.owner_id !== caller.id && caller.permissions.has("customer:phone:view"),
    transfer:
      isOwned &&
      row.owner_id !== caller.id &&
      sells(caller) &&
      caller.permissions.has("customer:info:edit") &&
      !may("customer:info:assign"),
    merge: may("customer:info:assign"),
    move: inPool && is_visible && is_managed && settings.pools.length > 1,
  };
}

export async function readDetail(db: Db, viewer: Viewer, id: number) {
  const [viewed] = await selectCustomers(db, viewer).where(eq(customer.id, id));
  return viewed && { viewed, detail: await toDetail(db, viewed, viewer) };
}

/** The same after an act on it, after which the caller may no longer see it. */
export async function detailOf(call: SignedCall, id: number, viewer?: Viewer): Promise<CustomerDetail> {
  return found(await readDetail(call.db, viewer ?? (await viewerOf(call)), id)).detail;
}

/** Ends the request with 40400 (destroyed too) or 40301 unless the caller sees the customer. */
export function seen(viewed: Viewed | undefined): Viewed {
  const row = found(viewed);
  if (row.customer.destroyed_at) return refuse(40400);
  return row.is_visible ? row : refuse(40301);
}

async function toDetail(db: Db, viewed: Viewed, viewer: Viewer): Promise<CustomerDetail> {
  const { customer: row } = viewed;
  const { caller, now } = viewer;
  const isMasked = row.owner_id !== caller.id;
  const contacts = isMasked ? maskContacts(row) : row;
  const districts = await districtsOf(db, [...row.intent_district_ids, ...(row.district_id ? [row.district_id] : [])]);
  const estates = await estateRefs(db, row.intent_estate_ids);
  const [referrer] = row.referrer_customer_id ? await nameCustomers(db, caller, [row.referrer_customer_id]) : [];
  const [agentOf] = row.agent_id
    ? await db.select({ id: agent.id, name: agent.name }).from(agent).where(eq(agent.id, row.agent_id))
    : [];
  const [linked] = await db.select().from(customerUser).where(eq(customerUser.customer_id, row.id));
  const open = await openRequirements(db, [row.id]);
  return rowOf(CustomerDetail, row, {
    ...toRow(viewed, viewer),
    phone: contacts.phone,
    phone2: contacts.phone2,
    wechat: contacts.wechat,
    email: contacts.email,
    line_id: contacts.line_id,
    whatsapp: contacts.whatsapp,
    is_masked: isMasked,
    agent: agentOf ?? null,
    referrer: referrer ? refOf(row.referrer_customer_id, referrer.label) : null,
    customer_user: linked ? { id: linked.id, name: linked.nickname ?? linked.user_no } : null,
    forbidden: await forbiddenOf(db, row.id, now),
    open_requirements: open.length,
    wanted_layouts: open[0]?.layouts ?? [],
    districts: districts.map(({ id, name }) => ({ id, name })),
    estates: estates(row.intent_estate_ids),
  });
}
