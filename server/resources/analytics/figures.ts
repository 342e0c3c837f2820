import { type SQL, sql } from "drizzle-orm";
import type { Metric, Todo } from "~/contract/analytics";
import { customer, tracking } from "~/server/database/tables/customer";
import type { Caller } from "~/server/identity/caller";
import { inScope } from "~/server/identity/scope";
import { dayOf, startOfDay, within } from "~/server/lib/list";
import { isWarned } from "../customer/pool-clock";
import type { Viewer } from "../customer/view";
import type { Days } from "./range";

export interface People {
  team_id?: number;
  user_id?: number;
}

/** One figure: the rows that it counts, which are also the rows behind it. */
interface Figure {
  where: SQL;
  /** Of a figure over days: the moment that puts a row into one. */
  at?: SQL;
  /** How its rows are shown, the id last. */
  order: SQL;
}

const all = (...conditions: SQL[]) => sql.join(conditions, sql` and `);
const isOwned = sql`${customer.owner_id} is not null and ${customer.deleted_at} is null`;

/** Narrows to people inside the scope; a team holds the teams below it. */
function among(person: SQL, { team_id, user_id }: People): SQL[] {
  const team = sql`with recursive below as (
    select id from team where id = ${team_id} union all select t.id from team t join below b on t.parent_id = b.id)
    select u.id from "user" u join below b on b.id = u.team_id`;
  return [...(team_id ? [sql`${person} in (${team})`] : []), ...(user_id ? [sql`${person} = ${user_id}`] : [])];
}

/** Customers by whom they belong to: a recycled one to his last owner. */
function ownedBy(caller: Caller, people: People): SQL {
  const owner = sql`(case when ${customer.deleted_at} is null then ${customer.owner_id} else ${customer.last_owner_id} end)`;
  return all(inScope(owner, caller, "customer"), ...among(owner, people));
}

/** Every figure by its key. Follow-ups count for their author; the pool is of nobody, so people do not narrow it. */
export function figureOf(key: Metric | Todo, { caller, settings, now }: Viewer, people: People = {}): Figure {
  const newest = sql`${customer.id} desc`;
  const owned = ownedBy(caller, people);
  switch (key) {
    case "customer_new":
      return {
        where: all(sql`${customer.merged_to_id} is null`, owned),
        at: sql`${customer.created_at}`,
        order: newest,
      };
    case "customer_active":
      return {
        where: all(isOwned, sql`${customer.stage} not in ('lost', 'invalid', 'completed')`, owned),
        order: newest,
      };
    case "pool_size":
      return { where: sql`${customer.owner_id} is null and ${customer.deleted_at} is null`, order: newest };
    case "tracking_today":
      return {
        where: all(isOwned, sql`${customer.next_tracking_at} < ${startOfDay(dayOf(now), 1)}`, owned),
        order: sql`${customer.next_tracking_at}, ${customer.id}`,
      };
    case "pool_warning":
      return { where: all(isOwned, isWarned(settings, now), owned), order: newest };
    case "tracking_valid": {
      const author = sql`${tracking.user_id}`;
      return {
        where: all(
          sql`${tracking.is_valid} and ${tracking.deleted_at} is null`,
          inScope(author, caller, "customer"),
          ...among(author, people),
        ),
        at: sql`${tracking.tracked_at}`,
        order: sql`${tracking.tracked_at} desc, ${tracking.id} desc`,
      };
    }
  }
}

/** A figure's rows inside a range of days; one of now has no days. */
export const inRange = ({ where, at }: Figure, days: Days): SQL =>
  at ? all(where, ...within(at, days.from, days.to)) : where;

/** Counts a figure's rows in several ranges with one statement. */
export function countsOf(figure: Figure, ranges: Days[]): SQL[] {
  const { at } = figure;
  if (!at) return ranges.map(() => sql`count(*)::int`);
  return ranges.map(({ from, to }) => sql`(count(*) filter (where ${all(...within(at, from, to))}))::int`);
}
