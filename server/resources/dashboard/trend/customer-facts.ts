import { isNull, type SQL, sql } from "drizzle-orm";
import { customer, customerOwnerLog, tracking } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { inScope } from "~/server/identity/scope";
import { within } from "~/server/lib/list";
import { ownDeals } from "~/server/resources/deal/deal/record";
import { all, among, atEstatesIn, type Days, dayIn, daysWithin } from "~/server/resources/shared/figure";
import { lookFor, ofThoseWhoLookFor } from "../../customer/figures/figures";
import { type Asked, average, type Fact, type Facts, momentFact } from "./fact";

const newest = sql`${customer.id} desc`;

const peopleOf = ({ viewer, ...people }: Asked, person: SQL): SQL =>
  all(inScope(person, viewer.caller, "customer"), ...among(person, people));

/** By their first owner, as the dashboard's figure counts. */
const made = (asked: Asked, by?: SQL): Fact =>
  momentFact({
    ...{ table: sql`${customer}`, at: customer.created_at, order: newest, ...(by && { by }) },
    where: all(
      sql`${customer.merged_to_id} is null and not ${customer.is_imported}`,
      peopleOf(asked, sql`${customer.first_owner_id}`),
      ...lookFor(asked),
    ),
  });

/** Customers that acts of some kind moved into the pool or out of it. */
function moved(asked: Asked, actions: readonly string[], person: SQL): Fact {
  const which = (days: Days) =>
    all(
      sql`${customerOwnerLog.action} = any(${sql.param([...actions])}::text[])`,
      peopleOf(asked, person),
      ...within(customerOwnerLog.at, days.from, days.to),
    );
  const known = all(isNull(customer.merged_to_id), ...lookFor(asked));
  return {
    from: (days) =>
      sql`${customerOwnerLog} join ${customer} on ${customer.id} = ${customerOwnerLog.customer_id} and ${known} where ${which(days)}`,
    day: dayIn(customerOwnerLog.at),
    amount: sql`count(distinct ${customerOwnerLog.customer_id})`,
    rows: (days) =>
      all(
        known,
        sql`${customer.id} in (select ${customerOwnerLog.customer_id} from ${customerOwnerLog} where ${which(days)})`,
      ),
    order: newest,
  };
}

const followUps = (asked: Asked, amount?: SQL): Fact =>
  momentFact({
    ...{ table: sql`${tracking}`, at: tracking.tracked_at, ...(amount && { amount }) },
    order: sql`${tracking.tracked_at} desc, ${tracking.id} desc`,
    where: all(
      isNull(tracking.deleted_at),
      peopleOf(asked, sql`${tracking.user_id}`),
      ...ofThoseWhoLookFor(tracking.customer_id, asked),
    ),
  });

type Keys =
  | (
      | "customer_new"
      | "customer_lost"
      | "pool_claimed"
      | "pool_auto"
      | "pool_manual"
      | "tracking_count"
      | "tracking_each"
    )
  | ("deal_cycle" | "customer_source" | "customer_level" | "customer_stage" | "customer_country");

export const customerFacts: Facts<Keys> = {
  customer_new: (asked) => made(asked),
  customer_lost: (asked) =>
    momentFact({
      ...{ table: sql`${customer}`, at: customer.lost_at, order: newest },
      where: all(
        isNull(customer.merged_to_id),
        peopleOf(asked, sql`coalesce(${customer.owner_id}, ${customer.last_owner_id})`),
        ...lookFor(asked),
      ),
    }),
  pool_claimed: (asked) => moved(asked, ["claim"], sql`${customerOwnerLog.to_user}`),
  pool_auto: (asked) => moved(asked, ["auto_release"], sql`${customerOwnerLog.from_user}`),
  pool_manual: (asked) => moved(asked, ["release"], sql`${customerOwnerLog.from_user}`),
  tracking_count: (asked) => followUps(asked),
  tracking_each: (asked) =>
    followUps(asked, sql`round(count(*)::numeric / nullif(count(distinct ${tracking.customer_id}), 0), 1)`),
  deal_cycle({ viewer, ...people }) {
    const where = all(
      isNull(deal.deleted_at),
      ownDeals(viewer.caller),
      ...among(deal.owner_id, people),
      ...atEstatesIn(deal.estate_id, people),
    );
    const rows = (days: Days) => all(where, daysWithin(deal.contracted_at, days));
    return {
      from: (days) => sql`${deal} join ${customer} on ${customer.id} = ${deal.customer_id} where ${rows(days)}`,
      day: sql`${deal.contracted_at}`,
      amount: average(sql`${deal.contracted_at} - ${dayIn(customer.created_at)}`),
      rows,
      order: sql`${deal.contracted_at} desc, ${deal.id} desc`,
    };
  },
  customer_source: (asked) => made(asked, sql`${customer.source}`),
  customer_level: (asked) => made(asked, sql`${customer.level}`),
  customer_stage: (asked) => made(asked, sql`${customer.stage}`),
  customer_country(asked) {
    const fact = made(asked);
    return {
      ...fact,
      from: (days) =>
        sql`${customer}, jsonb_array_elements_text(${customer.intent_country_codes}) wanted(code) where ${fact.rows(days)}`,
      by: sql`wanted.code`,
      isAt: (code) => sql`${customer.intent_country_codes} @> ${JSON.stringify([code])}::jsonb`,
    };
  },
};
