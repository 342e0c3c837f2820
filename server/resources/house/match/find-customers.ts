import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { CustomerMatch } from "~/contract/house/match";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { found, type SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { ownedInScope } from "~/server/resources/customer/customer/list/owned-list";
import { isMatchable } from "~/server/resources/shared/estates";
import { districtsAround } from "./nearby";
import { type Facts, isAffordable, isFilled, matchKeys, rankOf, type Weights, weightsOf } from "./points";
import { explained } from "./reasons";
import { intentsOf, numberOf, offerOf, saidBy } from "./wish";

type Estate = typeof estate.$inferSelect;

interface Best extends Weights, Record<string, unknown> {
  customer_id: string;
  requirement_id: string | null;
  budget_min: string | null;
  budget_max: string | null;
}

/** The customers in scope that an estate suits best, by their open requirements in its country, else by their intents. */
export async function customersFor(call: SignedCall, id: number, limit: number): Promise<CustomerMatch[]> {
  const { db } = call;
  const [selected] = await db
    .select({ row: estate, mayBe: sql<boolean>`(${isMatchable})` })
    .from(estate)
    .where(isPresent(estate, id));
  const { row, mayBe } = found(selected);
  if (!mayBe) return [];
  const best = await bestOf(call, row, limit);
  const { customers, requirements } = await readBoth(call, best);
  return best.flatMap((one) => {
    const { customer_id, requirement_id, budget_min, budget_max, ...points } = one;
    const about = customers.get(Number(customer_id));
    const asked = requirement_id === null ? undefined : requirements.get(Number(requirement_id));
    if (!about) return [];
    const budget = { budget_min: numberOf(budget_min), budget_max: numberOf(budget_max) };
    const wish = { ...(asked ? saidBy(asked) : intentsOf(about.row)), ...budget };
    const { id: customerId, customer_no, name, level, stage, owner_id, last_tracking_at } = about.row;
    const owner = owner_id === null ? null : { id: owner_id, name: about.owner ?? "" };
    return {
      customer: { id: customerId, customer_no, name, level, stage, owner, last_tracking_at },
      requirement: asked ? { id: asked.id, name: asked.requirement_no } : null,
      ...explained(points, wish, offerOf(row)),
    };
  });
}

/** An amount of a record in CNY at today's rate. */
const inCny = (amount: SQL): SQL => sql`(${amount} * rate.rate_to_cny)`;

const ratesOf = (code: SQL): SQL => sql`left join currency rate on rate.code = ${code}::text`;

async function bestOf(call: SignedCall, row: Estate, limit: number): Promise<Best[]> {
  const { db, user: caller } = call;
  // Lost customers need other means than a list of offers.
  const about = sql`${ownedInScope(caller)} and ${customer.stage} not in ('lost', 'invalid')`;
  const isOpen = sql`${requirement.status} <> 'closed' and ${requirement.country_code} = ${row.country_code}`;
  const asked = await weighed(call, row, {
    source: sql`from ${requirement} join ${customer} on ${customer.id} = ${requirement.customer_id}
      ${ratesOf(sql`${requirement.currency}`)} where ${isOpen} and ${about}`,
    requirementId: sql`${requirement.id}`,
    at: sql`${requirement.created_at}`,
    wish: wishFacts(row),
    districts: sql`${requirement.district_ids}`,
  });
  const hasOpen = sql`exists (select 1 from ${requirement}
    where ${requirement.customer_id} = ${customer.id} and ${isOpen})`;
  const wanted = sql`${customer.intent_country_codes} @> ${JSON.stringify([row.country_code])}::jsonb`;
  const meant = await weighed(call, row, {
    source: sql`from ${customer} ${ratesOf(sql`${customer.budget_currency}`)} where ${wanted} and ${about} and not ${hasOpen}`,
    requirementId: sql`null::bigint`,
    at: sql`${customer.created_at}`,
    wish: meantFacts(row),
    districts: sql`${customer.intent_district_ids}`,
  });
  const { rows } = await db.execute<Best>(sql`
    select customer_id, requirement_id, budget_min, budget_max, ${sql.join(weightColumns, sql`, `)} from (
      select distinct on (customer_id) * from (${asked} union all ${meant}) every
      order by customer_id, rank desc, at desc, requirement_id desc) best
    order by rank desc, at desc, customer_id desc limit ${limit}`);
  return rows;
}

const named = (column: keyof Weights) => sql.identifier(column);
const weightColumns = matchKeys.flatMap((key) => [sql`${named(key)}`, sql`${named(`${key}_of`)}`]);

interface Way {
  source: SQL;
  requirementId: SQL;
  at: SQL;
  wish: Omit<Facts, "district">;
  districts: SQL;
}

/** The points of all customers that one way finds. */
async function weighed({ db }: SignedCall, row: Estate, { source, requirementId, at, wish, districts }: Way) {
  const facts = { ...wish, district: await districtsAround(db, row.district_id, districts) };
  const points = Object.entries(weightsOf(facts)).map(([key, value]) => sql`${value} as ${sql.identifier(key)}`);
  return sql`(select *, ${rankOf((column) => sql`${named(column)}`)} as rank from (
    select ${customer.id} as customer_id, ${requirementId} as requirement_id, ${at} as at,
      ${facts.budget.min} as budget_min, ${facts.budget.max} as budget_max, ${sql.join(points, sql`, `)}
    ${source} and ${isAffordable(facts)}) one)`;
}

const amount = (value: string | number | null): SQL => sql`${value}::numeric`;

/** A constant estate, scored for both kinds of requirements. */
const offered = (row: Estate) => ({
  price: { min: amount(row.price_min_cny), max: amount(row.price_max_cny) },
  area: { min: amount(row.area_min), max: amount(row.area_max) },
  grossYield: amount(row.gross_yield),
  walk: sql`${row.walk_min}::int`,
});

const wishFacts = (row: Estate): Omit<Facts, "district"> => ({
  ...offered(row),
  budget: {
    min: inCny(sql`${requirement.price_min}`),
    max: inCny(sql`${requirement.price_max}`),
  },
  asksDistrict: isFilled(sql`${requirement.district_ids}`),
  asksType: isFilled(sql`${requirement.property_types}`),
  fitsType: sql`${requirement.property_types} ? ${row.property_type}`,
  statesLayouts: row.layouts.length ? isFilled(sql`${requirement.layouts}`) : sql`false`,
  fitsLayout: sql`${requirement.layouts} ?| ${sql.param(row.layouts)}::text[]`,
  wantedArea: { min: sql`${requirement.area_min}`, max: sql`${requirement.area_max}` },
  isInvestment: sql`${requirement.purposes} ? 'investment'`,
  wantedYield: sql`${requirement.yield_min}`,
  wantedWalk: sql`${requirement.station_walk_max}`,
});

/** Intents say less than a requirement: country, districts, budget and purposes. */
const meantFacts = (row: Estate): Omit<Facts, "district"> => ({
  ...offered(row),
  budget: {
    min: inCny(sql`${customer.budget_min}`),
    max: inCny(sql`${customer.budget_max}`),
  },
  asksDistrict: isFilled(sql`${customer.intent_district_ids}`),
  asksType: sql`false`,
  fitsType: sql`false`,
  statesLayouts: sql`false`,
  fitsLayout: sql`false`,
  wantedArea: { min: amount(null), max: amount(null) },
  isInvestment: sql`${customer.purposes} ? 'investment'`,
  wantedYield: amount(null),
  wantedWalk: sql`null::int`,
});

async function readBoth({ db }: SignedCall, best: readonly Best[]) {
  const customerIds = best.map(({ customer_id }) => Number(customer_id));
  const requirementIds = best.flatMap(({ requirement_id }) =>
    requirement_id === null ? [] : [Number(requirement_id)],
  );
  const customers = customerIds.length
    ? await db
        .select({ row: customer, owner: user.name })
        .from(customer)
        .leftJoin(user, eq(user.id, customer.owner_id))
        .where(inArray(customer.id, customerIds))
    : [];
  const requirements = requirementIds.length
    ? await db.select().from(requirement).where(inArray(requirement.id, requirementIds))
    : [];
  return {
    customers: new Map(customers.map((one) => [one.row.id, one])),
    requirements: new Map(requirements.map((one) => [one.id, one])),
  };
}
