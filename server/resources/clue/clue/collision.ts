import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type CollisionType, collisionTypes, competingStatuses } from "~/contract/clue/clue-kinds";
import type { ClueCollision } from "~/contract/clue/clue-record";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist } from "~/server/database/tables/customer/audience";
import { customer, customerContact, tracking } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { isInForce } from "~/server/identity/blacklist";
import type { Actor } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import type { Settings } from "~/server/lib/settings";
import { daysAfter, holdsAt, judgeByRule } from "./protection";
import { type CluePhone, type ClueRecord, samePhone } from "./scope";

type Db = Actor["db"];

/** A report, or a phone that is checked before its report exists. */
export interface Reported extends Omit<CluePhone, "phone_mode" | "phone"> {
  id: number | null;
  agent_id: number;
  estate_id: number;
  created_at: string;
}

export interface OtherReport {
  row: ClueRecord;
  agent: string;
  certain: boolean;
  isOwnAgent: boolean;
}

export interface OwnCustomer {
  id: number;
  customer_no: string;
  owner_id: number;
  owner: string;
  created_at: string;
  active: string;
  certain: boolean;
}

export interface Found {
  others: OtherReport[];
  own: OwnCustomer[];
  listed: { id: number; certain: boolean } | null;
}

const mostFound = 10;

/** What a report collides with (domain F.2): reports of the same phone there, our active customers, the blacklist. Expired reports do not count. */
export async function findAround(db: Db, of: Reported, settings: Settings, now: Date): Promise<Found> {
  const at = isoInstant(now);
  const isRunning = sql`not (${clue.status} in ('valid', 'visited') and coalesce(${clue.protect_until} <= ${at}, false))`;
  const isBefore = of.id === null ? sql`true` : or(sql`${clue.id} < ${of.id}`, ne(clue.status, "pending"));
  const others = await db
    .select({ row: clue, agent: agent.name })
    .from(clue)
    .innerJoin(agent, eq(agent.id, clue.agent_id))
    .where(
      and(
        eq(clue.estate_id, of.estate_id),
        samePhone(of),
        inArray(clue.status, [...competingStatuses]),
        isRunning,
        isBefore,
        of.id === null ? undefined : ne(clue.id, of.id),
      ),
    )
    .orderBy(clue.created_at, clue.id)
    .limit(mostFound);
  return {
    others: others.map(({ row, agent: name }) => ({
      row,
      agent: name,
      certain: of.phone_e164 !== null && row.phone_e164 !== null,
      isOwnAgent: row.agent_id === of.agent_id,
    })),
    own: await ownCustomers(db, of, settings),
    listed: await listedPhone(db, of, now),
  };
}

function activeBefore(at: string): SQL<string | null> {
  const before = (column: SQL) => sql`case when ${column} < ${at} then ${column} end`;
  return sql<string | null>`greatest(
    (select max(${tracking.tracked_at}) from ${tracking} where ${tracking.customer_id} = ${customer.id} and ${tracking.deleted_at} is null and ${tracking.tracked_at} < ${at}),
    (select max(${inquiry.created_at}) from ${inquiry} where ${inquiry.customer_id} = ${customer.id} and ${inquiry.deleted_at} is null and ${inquiry.created_at} < ${at}),
    ${before(sql`${customer.assigned_at}`)}, ${before(sql`${customer.created_at}`)})`;
}

/** Customers with this phone and an owner, active within the window before the report; customers that this agent brought do not collide. */
async function ownCustomers(db: Db, of: Reported, settings: Settings): Promise<OwnCustomer[]> {
  const since = daysAfter(of.created_at, -settings["customer.collision_days"]);
  const masked = sql`(right(${customer.phone}, 4) = ${of.phone_suffix} and ${customer.phone_last4} = ${of.phone_suffix} and ${customer.phone} like ${`${of.phone_prefix}%`} and ${customer.phone_cc} = ${of.phone_cc})`;
  const equal = sql`${customer.id} = any(array(select ${customerContact.customer_id} from ${customerContact}
    where ${customerContact.type} = 'phone' and ${customerContact.value_norm} = ${of.phone_e164}))`;
  const active = activeBefore(of.created_at);
  const rows = await db
    .select({
      id: customer.id,
      customer_no: customer.customer_no,
      owner_id: customer.owner_id,
      owner: user.name,
      created_at: customer.created_at,
      active,
    })
    .from(customer)
    .innerJoin(user, eq(user.id, customer.owner_id))
    .where(
      and(
        of.phone_e164 === null ? masked : equal,
        isNull(customer.deleted_at),
        sql`${customer.agent_id} is distinct from ${of.agent_id}`,
        sql`${active} >= ${isoInstant(since)}`,
      ),
    )
    .orderBy(customer.created_at, customer.id)
    .limit(mostFound);
  return rows.flatMap(({ owner_id, active: last, ...row }) =>
    owner_id === null || last === null
      ? []
      : [{ ...row, owner_id, active: isoInstant(last), certain: of.phone_e164 !== null }],
  );
}

async function listedPhone(db: Db, of: Reported, now: Date): Promise<Found["listed"]> {
  const ends = sql`(${blacklist.value} like ${`+${of.phone_cc}${of.phone_prefix}%${of.phone_suffix}`})`;
  const [row] = await db
    .select({ id: blacklist.id })
    .from(blacklist)
    .where(
      and(
        eq(blacklist.type, "phone"),
        of.phone_e164 === null ? ends : eq(blacklist.value, of.phone_e164),
        isInForce(now),
      ),
    )
    .limit(1);
  return row ? { id: row.id, certain: of.phone_e164 !== null } : null;
}

export interface Collided extends ClueCollision {
  type: CollisionType;
  ref_id: number;
}

/** The collision shown on a report: certain ones first; then other agents' reports, our own customers, and the rest. */
function collisionOf({ others, own, listed }: Found, now: Date): Collided | null {
  const told = (one: Omit<Collided, "protect_until" | "at"> & { protect_until?: string | null }): Collided => ({
    protect_until: null,
    at: isoInstant(now),
    ...one,
  });
  const reports = [...others].sort((a, b) => Number(holdsAt(b.row, now)) - Number(holdsAt(a.row, now)));
  const all: Collided[] = [
    ...reports
      .filter(({ isOwnAgent }) => !isOwnAgent)
      .map(({ row, agent: name, certain }) =>
        told({
          type: "agent_dup",
          ref_id: row.id,
          certain,
          protect_until: row.protect_until,
          text: row.protect_until
            ? `${name}已报备（${row.clue_no}），保护期至${dayOf(row.protect_until)}`
            : `${name}已报备（${row.clue_no}）`,
        }),
      ),
    ...own.map((one) =>
      told({
        type: "own_customer",
        ref_id: one.id,
        certain: one.certain,
        text: `我方客户，跟进人${one.owner}，最近活动${dayOf(one.active)}`,
      }),
    ),
    ...(listed
      ? [told({ type: "blacklist", ref_id: listed.id, certain: listed.certain, text: collisionTypes.blacklist })]
      : []),
    ...reports
      .filter(({ isOwnAgent }) => isOwnAgent)
      .map(({ row, certain }) =>
        told({
          type: "self_dup",
          ref_id: row.id,
          certain,
          protect_until: row.protect_until,
          text: `本渠道已报备（${row.clue_no}）`,
        }),
      ),
  ];
  return all.find(({ certain }) => certain) ?? all[0] ?? null;
}

/** What the protection rule says about a report and its collisions. Uncertain where only masked numbers match. */
export function ruledBy(found: Found, of: Reported, settings: Settings, now: Date) {
  const collision = collisionOf(found, now);
  const certain = collision?.certain ?? true;
  // Certain matches decide; without any, the possible ones.
  const counts = ({ certain: one }: { certain: boolean }) => one || !certain;
  return {
    collision,
    certain,
    ...judgeByRule(
      {
        report: of,
        others: found.others
          .filter(counts)
          .map(({ row, agent: name, isOwnAgent }) => ({ ...row, agent: name, isOwnAgent })),
        own: found.own.filter(counts).map((one) => ({ since: one.created_at, active: one.active, owner: one.owner })),
        isListed: found.listed !== null && counts(found.listed),
        certain,
        collisionDays: settings["customer.collision_days"],
      },
      now,
    ),
  };
}
export type Ruling = ReturnType<typeof ruledBy>;

/** A collision as the reader sees it: without the number of the other record. */
export const staffCollision = ({ ref_id: _, ...collision }: Collided): ClueCollision => collision;

export const collisionColumns = (collision: Collided | null) => ({
  collision: collision?.type ?? null,
  collision_ref_id: collision?.ref_id ?? null,
  collision_at: collision?.at ?? null,
  collision_certain: collision?.certain ?? null,
});
