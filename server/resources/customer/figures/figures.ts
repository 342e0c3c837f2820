import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { CustomerTodo, Metric } from "~/contract/dashboard/analytics";
import { clue } from "~/server/database/tables/clue/clue";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { inScope } from "~/server/identity/scope";
import { dayOf, startOfDay, within } from "~/server/lib/list";
import { isWarned } from "~/server/resources/customer/customer/pool-clock";
import type { Viewer } from "~/server/resources/customer/customer/view";
import type { Days } from "./range";

export interface People {
  team_id?: number;
  user_id?: number;
}

/** One figure: the rows that it counts, which are also the rows behind it. */
interface Figure {
  /** How many there are in a range; ranges are counted one by one, so that each walks its own part of an index. */
  count(days: Days): SQL;
  /** The rows behind it in a range. */
  rows(days: Days): SQL;
  /** The same rows as what one selects from, under their table's name, with person and moment alone. */
  from(days: Days): SQL;
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

/** New customers are of who had them first: a later claim or transfer moves nothing. Imported ones are counted apart. */
const firstOwner = sql`${customer.first_owner_id}`;
const isNew = sql`${customer.merged_to_id} is null and not ${customer.is_imported}`;
const isImported = sql`${customer.merged_to_id} is null and ${customer.is_imported}`;

const isVisit = sql`${tracking.type} = 'visit' and ${tracking.deleted_at} is null`;

/** Customers who came in a range, each with the person whom that counts for: by a follow-up its author, by an agent's lead who took them there. */
const visitsOf = (peopleOf: (person: SQL) => SQL, days: Days): SQL =>
  sql`select ${tracking.user_id} as person, ${tracking.customer_id} as customer_id from ${tracking}
      where ${all(isVisit, peopleOf(sql`${tracking.user_id}`), ...within(tracking.tracked_at, days.from, days.to))}
    union all select ${clue.handler_id}, ${clue.customer_id} from ${clue}
      where ${all(sql`${clue.customer_id} is not null`, peopleOf(sql`${clue.handler_id}`), ...within(clue.visited_at, days.from, days.to))}`;

/** What is counted for each person of the scope in a range, as `person` and `n`: one walk instead of a count for everybody. */
export function perPerson(key: "customer_new" | "tracking_valid" | "visit_count", viewer: Viewer, days: Days): SQL {
  if (key === "customer_new")
    return sql`select ${firstOwner} as person, count(*)::int as n from ${figureOf(key, viewer).from(days)} group by 1`;
  if (key === "tracking_valid")
    return sql`select ${tracking.user_id} as person, count(*)::int as n from ${figureOf(key, viewer).from(days)} group by 1`;
  const visits = visitsOf((person) => inScope(person, viewer.caller, "customer"), days);
  return sql`select person, count(distinct customer_id)::int as n from (${visits}) visit group by 1`;
}

/** Every figure by its key. Follow-ups count for their author; the pool is of nobody, so people do not narrow it. */
export function figureOf(
  key: Metric | CustomerTodo | "customer_imported",
  { caller, settings, now }: Viewer,
  people: People = {},
): Figure {
  const newest = sql`${customer.id} desc`;
  const peopleOf = (person: SQL) => all(inScope(person, caller, "customer"), ...among(person, people));
  const owned = all(isOwned, peopleOf(sql`${customer.owner_id}`));
  const author = sql`${tracking.user_id}`;
  switch (key) {
    case "customer_new":
      return overDays(customer, all(isNew, peopleOf(firstOwner)), customer.created_at, newest);
    case "customer_imported":
      return overDays(customer, all(isImported, peopleOf(firstOwner)), customer.created_at, newest);
    case "customer_active":
      return ofNow(all(owned, sql`${customer.stage} not in ('lost', 'invalid', 'completed')`), newest);
    case "pool_size":
      return ofNow(sql`${customer.owner_id} is null and ${customer.deleted_at} is null`, newest);
    case "tracking_today":
      return ofNow(
        all(owned, sql`${customer.next_tracking_at} < ${startOfDay(dayOf(now), 1)}`),
        sql`${customer.next_tracking_at}, ${customer.id}`,
      );
    case "pool_warning":
      return ofNow(all(owned, isWarned(settings, now)), newest);
    case "tracking_valid": {
      const isDone = all(sql`${tracking.is_valid} and ${tracking.deleted_at} is null`, peopleOf(author));
      const figure = overDays(
        tracking,
        isDone,
        tracking.tracked_at,
        sql`${tracking.tracked_at} desc, ${tracking.id} desc`,
      );
      // Two indexes hold them, that of the lists and that of recycled customers: each part is read out of its own.
      const part = (which: SQL, days: Days) =>
        sql`select ${tracking.user_id}, ${tracking.tracked_at} from ${tracking} where ${which} and ${figure.rows(days)}`;
      const from = (days: Days) =>
        sql`(${part(sql`not ${tracking.of_recycled}`, days)} union all ${part(sql`${tracking.of_recycled}`, days)}) as ${tracking}`;
      return { ...figure, from, count: (days) => sql`(select count(*)::int from ${from(days)})` };
    }
    case "visit_count": {
      const visitors = (days: Days) => sql`select customer_id from (${visitsOf(peopleOf, days)}) visit`;
      return {
        count: (days) => sql`(select count(distinct customer_id)::int from (${visitsOf(peopleOf, days)}) visit)`,
        rows: (days) => sql`${customer.id} in (${visitors(days)})`,
        from: (days) => sql`${customer} where ${customer.id} in (${visitors(days)})`,
        order: newest,
      };
    }
  }
}

/** A figure of customers as they are now: it has no days. */
const ofNow = (where: SQL, order: SQL): Figure => ({
  count: () => sql`(select count(*)::int from ${customer} where ${where})`,
  rows: () => where,
  from: () => sql`${customer} where ${where}`,
  order,
});

/** A figure over days: the rows whose moment lies in the range. */
function overDays(table: typeof customer | typeof tracking, where: SQL, at: AnyColumn, order: SQL): Figure {
  const rows = (days: Days) => all(where, ...within(at, days.from, days.to));
  const from = (days: Days) => sql`${table} where ${rows(days)}`;
  return { count: (days) => sql`(select count(*)::int from ${from(days)})`, rows, from, order };
}
