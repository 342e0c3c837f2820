import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { CustomerMetric, CustomerTodo } from "~/contract/dashboard/metrics";
import { clue } from "~/server/database/tables/clue/clue";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { inScope } from "~/server/identity/scope";
import { dayOf, startOfDay, within } from "~/server/lib/list";
import { warningRules } from "~/server/resources/customer/customer/ownership/pool-clock";
import { inPoolOf } from "~/server/resources/customer/customer/row";
import type { Viewer } from "~/server/resources/customer/customer/view";
import {
  all,
  among,
  byDay,
  type CountedFigure,
  type Days,
  dayIn,
  ofNow,
  overDays,
  overRows,
  type People,
  today,
} from "~/server/resources/shared/figure";
import { statHeld, statOf } from "~/server/resources/shared/stat-held";

const isOwned = sql`${customer.owner_id} is not null and ${customer.deleted_at} is null`;

/** New customers count for their first owner. Imported ones are counted separately, those of an undone file not at all. */
const firstOwner = sql`${customer.first_owner_id}`;
const isNew = sql`${customer.merged_to_id} is null and not ${customer.is_imported}`;
const isImported = sql`${customer.merged_to_id} is null and ${customer.is_imported} and not ${customer.is_undone}`;

const isVisit = sql`${tracking.type} = 'visit' and ${tracking.deleted_at} is null`;

export const lookFor = ({ country }: People): SQL[] =>
  country ? [sql`${customer.intent_country_codes} @> ${JSON.stringify([country])}::jsonb`] : [];

export const ofThoseWhoLookFor = (customerId: AnyColumn, people: People): SQL[] =>
  people.country
    ? [sql`${customerId} in (select ${customer.id} from ${customer} where ${all(...lookFor(people))})`]
    : [];

/** Customers who visited in a range, each with the follow-up's author or the handler of the agent's lead. */
function visitsOf(peopleOf: (person: SQL) => SQL, days: Days, people: People = {}): SQL {
  const seen = all(
    ...[isVisit, peopleOf(sql`${tracking.user_id}`), ...within(tracking.tracked_at, days.from, days.to)],
    ...ofThoseWhoLookFor(tracking.customer_id, people),
  );
  const taken = all(
    ...[sql`${clue.customer_id} is not null`, peopleOf(sql`${clue.handler_id}`)],
    ...[...within(clue.visited_at, days.from, days.to), ...ofThoseWhoLookFor(clue.customer_id, people)],
  );
  return sql`select ${tracking.user_id} as person, ${tracking.customer_id} as customer_id from ${tracking} where ${seen}
    union all select ${clue.handler_id}, ${clue.customer_id} from ${clue} where ${taken}`;
}

/** The count for each user of the scope in a range, as `person` and `n`: one scan instead of one count per user. */
export function perPerson(key: "customer_new" | "tracking_valid" | "visit_count", viewer: Viewer, days: Days): SQL {
  if (key === "customer_new")
    return sql`select ${firstOwner} as person, count(*)::int as n from ${figureOf(key, viewer).from(days)} group by 1`;
  if (key === "tracking_valid")
    return sql`select ${tracking.user_id} as person, count(*)::int as n from ${figureOf(key, viewer).from(days)} group by 1`;
  const visits = visitsOf((person) => inScope(person, viewer.caller, "customer"), days);
  return sql`select person, count(distinct customer_id)::int as n from (${visits}) visit group by 1`;
}

/** Every figure by its key. Follow-ups count for their author; the pool belongs to nobody, so people do not narrow it. */
export function figureOf(
  key: CustomerMetric | CustomerTodo | "customer_imported",
  { caller, settings, now }: Viewer,
  people: People = {},
): CountedFigure {
  const newest = sql`${customer.id} desc`;
  const peopleOf = (person: SQL) => all(inScope(person, caller, "customer"), ...among(person, people));
  const wanted = lookFor(people);
  const owned = all(isOwned, peopleOf(sql`${customer.owner_id}`), ...wanted);
  const author = sql`${tracking.user_id}`;
  switch (key) {
    case "customer_new":
    case "customer_imported": {
      const which = all(key === "customer_new" ? isNew : isImported, peopleOf(firstOwner), ...wanted);
      const daily = { day: dayIn(customer.created_at), person: firstOwner, held: statHeld(caller, "customer", people) };
      return byDay(overDays(customer, which, customer.created_at, newest), daily);
    }
    case "customer_active": {
      const active = all(owned, sql`${customer.stage} not in ('lost', 'invalid', 'completed')`);
      const daily = { day: today, person: customer.owner_id, held: statHeld(caller, "customer", people) };
      return byDay(ofNow(customer, active, newest), daily);
    }
    case "pool_size": {
      const pool = all(sql`${customer.owner_id} is null and ${customer.deleted_at} is null`, ...wanted);
      // The kept figures are of all pools.
      if (caller.pools.seen !== "all") return ofNow(customer, all(pool, inPoolOf(caller)), newest);
      const held = statOf({ country: people.country });
      return byDay(ofNow(customer, pool, newest), { day: today, person: customer.owner_id, held });
    }
    case "tracking_today":
      return ofNow(
        customer,
        all(owned, sql`${customer.next_tracking_at} < ${startOfDay(dayOf(now), 1)}`),
        sql`${customer.next_tracking_at}, ${customer.id}`,
      );
    case "pool_warning": {
      // Rule by rule, each by its clock's index.
      const byRule = warningRules(settings, now).map(
        ({ rows }) => sql`select ${customer.id} from ${customer} where ${owned} and ${rows}`,
      );
      if (byRule.length === 0) return ofNow(customer, sql`false`, newest);
      const warned = sql.join(byRule, sql` union `);
      return { ...ofNow(customer, sql`${customer.id} in (${warned})`, newest), ids: () => warned };
    }
    case "tracking_valid": {
      const isDone = all(
        ...[sql`${tracking.is_valid} and ${tracking.deleted_at} is null`, peopleOf(author)],
        ...ofThoseWhoLookFor(tracking.customer_id, people),
      );
      const figure = overDays(
        tracking,
        isDone,
        tracking.tracked_at,
        sql`${tracking.tracked_at} desc, ${tracking.id} desc`,
      );
      const daily = { day: dayIn(tracking.tracked_at), person: author, held: statHeld(caller, "customer", people) };
      return byDay(figure, daily);
    }
    case "visit_count": {
      const visitors = (days: Days) => sql`select customer_id from (${visitsOf(peopleOf, days, people)}) visit`;
      return {
        ...overRows(customer, (days) => sql`${customer.id} in (${visitors(days)})`, newest),
        ids: visitors,
        value: (days) =>
          sql`(select count(distinct customer_id)::int from (${visitsOf(peopleOf, days, people)}) visit)`,
      };
    }
  }
}
