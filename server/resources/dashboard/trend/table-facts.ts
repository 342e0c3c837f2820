import { isNull, type SQL, sql } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { all, among, atEstatesIn, type Days, dayIn, daysWithin } from "~/server/resources/shared/figure";
import { visibleClues } from "../../clue/clue/scope";
import { wasValid } from "../../clue/figures";
import { visibleDeals } from "../../deal/deal/scope";
import { newInquiries } from "../../inquiry/figures";
import { clueSteps } from "../funnel";
import { seenBy } from "./agent-facts";
import { seenLeads } from "./clue-facts";
import { type Asked, type Fact, type Facts, momentFact } from "./fact";

/** How far leads may have come: the funnel's steps. */
type StepKey =
  | ("clue_reported" | "clue_valid" | "clue_visited")
  | ("clue_subscribed" | "clue_contracted" | "clue_settled");
type Keys =
  | ("estate_inquiries" | "estate_clues" | "estate_visits" | "estate_contracts" | StepKey)
  | ("agent_clues" | "agent_valid" | "agent_visits" | "agent_contracts");

const leads = (where: SQL, at: typeof clue.created_at | typeof clue.visited_at): Fact =>
  momentFact({ table: sql`${clue}`, where, at, order: sql`${at} desc, ${clue.id} desc` });

/** Leads of the range that have passed a step by now, and all before it. */
const passed = (key: StepKey) => (asked: Asked) => {
  const step = clueSteps().find((one) => one.key === key);
  return leads(seenLeads(asked, step?.where ?? sql`false`), clue.created_at);
};

const signed = (...where: SQL[]): Fact => {
  const rows = (days: Days) => all(isNull(deal.deleted_at), daysWithin(deal.contracted_at, days), ...where);
  return {
    ...{ from: (days) => sql`${deal} where ${rows(days)}`, day: sql`${deal.contracted_at}`, amount: sql`count(*)` },
    ...{ rows, order: sql`${deal.contracted_at} desc, ${deal.id} desc` },
  };
};

/** Whose agents somebody sees. */
const theirs = (column: typeof clue.agent_id | typeof deal.agent_id, asked: Asked): SQL =>
  sql`${column} in (select ${agent.id} from ${agent} where ${seenBy(asked)})`;
const brought = (asked: Asked): SQL => all(visibleClues(asked.viewer.caller), theirs(clue.agent_id, asked));

/** What the tables count, of an estate or an agent. */
export const tableFacts: Facts<Keys> = {
  estate_inquiries({ viewer, ...people }) {
    const { from, rows, order } = newInquiries(viewer, people);
    return { from, rows, order, day: dayIn(inquiry.created_at), amount: sql`count(*)` };
  },
  estate_clues: (asked) => leads(seenLeads(asked), clue.created_at),
  estate_visits: (asked) => leads(seenLeads(asked), clue.visited_at),
  estate_contracts: ({ viewer, ...people }) =>
    signed(visibleDeals(viewer.caller), ...among(deal.owner_id, people), ...atEstatesIn(deal.estate_id, people)),
  clue_reported: passed("clue_reported"),
  clue_valid: passed("clue_valid"),
  clue_visited: passed("clue_visited"),
  clue_subscribed: passed("clue_subscribed"),
  clue_contracted: passed("clue_contracted"),
  clue_settled: passed("clue_settled"),
  agent_clues: (asked) => leads(brought(asked), clue.created_at),
  agent_valid(asked) {
    const at = clue.reviewed_at;
    const amount = sql`round(100.0 * count(*) filter (where ${wasValid}) / nullif(count(*), 0), 1)`;
    const fact = momentFact({
      ...{ table: sql`${clue}`, where: brought(asked), at, amount },
      order: sql`${at} desc, ${clue.id} desc`,
    });
    return { ...fact, rows: (days) => all(fact.rows(days), wasValid) };
  },
  agent_visits: (asked) => leads(brought(asked), clue.visited_at),
  agent_contracts: (asked) => signed(visibleDeals(asked.viewer.caller), theirs(deal.agent_id, asked)),
};
