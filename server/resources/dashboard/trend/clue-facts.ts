import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { clue } from "~/server/database/tables/clue/clue";
import { all, among, atEstatesIn } from "~/server/resources/shared/figure";
import { visibleClues } from "../../clue/clue/scope";
import { wasValid } from "../../clue/figures";
import { type Asked, average, type Fact, type Facts, hoursBetween, momentFact } from "./fact";

/** Leads that somebody sees, of their handlers and at estates of the country. */
export const seenLeads = ({ viewer, ...people }: Asked, ...conditions: SQL[]): SQL =>
  all(
    visibleClues(viewer.caller),
    ...among(clue.handler_id, people),
    ...atEstatesIn(clue.estate_id, people),
    ...conditions,
  );

/** Leads by a moment of theirs. */
export const leadsAt = (where: SQL, at: AnyColumn, given: { amount?: SQL; by?: SQL } = {}): Fact =>
  momentFact({ table: sql`${clue}`, where, at, order: sql`${at} desc, ${clue.id} desc`, ...given });

/** How many in a hundred of the reviewed ones were ever valid, which are its rows. */
export function validRate(where: SQL): Fact {
  const amount = sql`round(100.0 * count(*) filter (where ${wasValid}) / nullif(count(*), 0), 1)`;
  const fact = leadsAt(where, clue.reviewed_at, { amount });
  return { ...fact, rows: (range) => all(fact.rows(range), wasValid) };
}

const leads = (asked: Asked, at: AnyColumn, given: { only?: SQL; amount?: SQL; by?: SQL } = {}): Fact => {
  const { only, ...rest } = given;
  return leadsAt(seenLeads(asked, ...(only ? [only] : [])), at, rest);
};

const days = (from: AnyColumn, to: AnyColumn) => sql`${hoursBetween(from, to)} / 24`;

type Keys = "clue_status" | "clue_valid_rate" | "clue_invalid" | "review_hours" | "visit_days" | "sign_days";

export const clueFacts: Facts<Keys> = {
  clue_status: (asked) => leads(asked, clue.created_at, { by: sql`${clue.status}` }),
  clue_valid_rate: (asked) => validRate(seenLeads(asked)),
  clue_invalid: (asked) =>
    leads(asked, clue.reviewed_at, {
      only: sql`${clue.status} = 'invalid'`,
      by: sql`coalesce(${clue.invalid_reason}, 'other')`,
    }),
  review_hours: (asked) =>
    leads(asked, clue.reviewed_at, {
      amount: sql`round((percentile_cont(0.5) within group (order by ${hoursBetween(clue.created_at, clue.reviewed_at)}))::numeric, 1)`,
    }),
  visit_days: (asked) => leads(asked, clue.visited_at, { amount: average(days(clue.created_at, clue.visited_at)) }),
  sign_days: (asked) =>
    leads(asked, clue.contracted_at, {
      only: sql`${clue.visited_at} is not null`,
      amount: average(days(clue.visited_at, clue.contracted_at)),
    }),
};
