import { type SQL, sql } from "drizzle-orm";
import { type Funnel, type FunnelStep, funnels, stepsOf } from "~/contract/dashboard/funnel";
import { clue } from "~/server/database/tables/clue/clue";
import { tracking } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { all, byDay, type CountedFigure, outOf, type People } from "~/server/resources/shared/figure";
import { newClues, wasValid } from "../clue/figures";
import type { Viewer } from "../customer/customer/view";
import { inquiryDays, newInquiries } from "../inquiry/figures";

const set = (column: SQL | { getSQL(): SQL }) => sql`${column} is not null`;

/** The customer that an inquiry became has since been there, or has signed. */
const hasCome = sql`(exists (select 1 from ${tracking} where ${tracking.customer_id} = ${inquiry.customer_id}
    and ${tracking.type} = 'visit' and ${tracking.deleted_at} is null and ${tracking.tracked_at} >= ${inquiry.created_at})
  or exists (select 1 from ${clue} where ${clue.customer_id} = ${inquiry.customer_id} and ${clue.visited_at} >= ${inquiry.created_at}))`;
const hasSigned = sql`exists (select 1 from ${deal} where ${deal.customer_id} = ${inquiry.customer_id} and ${deal.deleted_at} is null
  and ${deal.contracted_at} >= (${inquiry.created_at} at time zone 'Asia/Shanghai')::date)`;

/** What leads from each step to the next. */
const passed: { [F in Funnel]: Record<FunnelStep<F>, SQL> } = {
  clue: {
    clue_reported: sql`true`,
    clue_valid: wasValid,
    clue_visited: set(clue.visited_at),
    clue_subscribed: set(clue.subscribed_at),
    clue_contracted: set(clue.contracted_at),
    clue_settled: set(clue.settled_at),
  },
  inquiry: {
    inquiry_received: sql`true`,
    inquiry_assigned: set(inquiry.assignee_id),
    inquiry_responded: set(inquiry.first_response_at),
    inquiry_converted: sql`(${inquiry.status} = 'converted' and ${set(inquiry.customer_id)})`,
    inquiry_visited: hasCome,
    inquiry_contracted: hasSigned,
  },
};

/** The steps of inquiries after the first, which is the figure `inquiry_new`: each is summed up by the day on which the inquiry came, however late it is taken. */
const [, ...further] = stepsOf("inquiry");
export type SummedStep = Exclude<FunnelStep<"inquiry">, "inquiry_received">;
// The type says the same of the list.
export const summedSteps = further as SummedStep[];

/** A step as a figure: those of the cohort that have passed it and all before it. */
export function stepFigure(funnel: Funnel, step: FunnelStep, viewer: Viewer, people: People): CountedFigure {
  const cohort = cohortOf(funnel, viewer, people);
  const conditions = conditionsUpTo(funnel, step);
  const rows: CountedFigure["rows"] = (days) => all(cohort.rows(days), ...conditions);
  const from: CountedFigure["from"] = (days) => sql`${cohort.from(days)} and ${all(sql`true`, ...conditions)}`;
  const figure = outOf({ ...cohort, rows }, from);
  return funnel === "inquiry" ? byDay(figure, inquiryDays(viewer, people)) : figure;
}

/** Whose steps a funnel counts. */
export const cohortOf = (funnel: Funnel, viewer: Viewer, people: People): CountedFigure =>
  funnel === "clue" ? newClues(viewer, people) : newInquiries(viewer, people);

function conditionsUpTo(funnel: Funnel, step: FunnelStep): SQL[] {
  // Few of those who came have signed: whether they have is asked first.
  if (step === "inquiry_contracted")
    return [...conditionsUpTo(funnel, "inquiry_converted"), sql`case when ${hasSigned} then ${hasCome} else false end`];
  const steps: readonly string[] = stepsOf(funnel);
  const conditions: Record<string, SQL> = passed[funnel];
  return steps.slice(0, steps.indexOf(step) + 1).flatMap((one) => conditions[one] ?? []);
}

/** How far leads may have come, each step with what leads there. */
export const clueSteps = () =>
  stepsOf("clue").map((key: FunnelStep<"clue">) => ({
    key,
    label: funnels.clue.steps[key],
    where: all(...conditionsUpTo("clue", key)),
  }));

/** The last step that a row has come to, as its number from 1 on: what costs most is asked only of those who have come so far, and once. */
export function reachedIn(funnel: Funnel): SQL {
  const conditions: Record<string, SQL> = passed[funnel];
  const [, ...further] = stepsOf(funnel);
  const stops = further.map((step, index) => sql`when not (${conditions[step] ?? sql`true`}) then ${index + 1}::int`);
  return sql`case ${sql.join(stops, sql` `)} else ${further.length + 1}::int end`;
}
