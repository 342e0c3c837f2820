import { isNull, type SQL, sql } from "drizzle-orm";
import type { TrendKey } from "~/contract/trend/trend-figures";
import { clue } from "~/server/database/tables/clue/clue";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { ofSeenAgents } from "~/server/resources/agent/figures";
import { visibleClues } from "~/server/resources/clue/clue/scope";
import { visibleDeals } from "~/server/resources/deal/deal/record";
import { newInquiries } from "~/server/resources/inquiry/figures";
import { all, among, atEstatesIn, type Days, dayIn, daysWithin } from "~/server/resources/shared/figure";
import { clueSteps } from "../funnel";
import { agentFacts } from "./agent-facts";
import { clueFacts, leadsAt, seenLeads, validRate } from "./clue-facts";
import { customerFacts } from "./customer-facts";
import { estateFacts } from "./estate-facts";
import type { Asked, Fact, Facts } from "./fact";

/** How far leads may have come: the funnel's steps. */
type StepKey =
  | ("clue_reported" | "clue_valid" | "clue_visited")
  | ("clue_subscribed" | "clue_contracted" | "clue_settled");
type Keys =
  | ("estate_inquiries" | "estate_clues" | "estate_visits" | "estate_contracts" | StepKey)
  | ("agent_clues" | "agent_valid" | "agent_visits" | "agent_contracts");

/** Leads of the range that have passed a step by now, and all before it. */
const passed = (key: StepKey) => (asked: Asked) => {
  const step = clueSteps().find((one) => one.key === key);
  return leadsAt(seenLeads(asked, step?.where ?? sql`false`), clue.created_at);
};

const signed = (...where: SQL[]): Fact => {
  const rows = (days: Days) => all(isNull(deal.deleted_at), daysWithin(deal.contracted_at, days), ...where);
  return {
    ...{ from: (days) => sql`${deal} where ${rows(days)}`, day: sql`${deal.contracted_at}`, amount: sql`count(*)` },
    ...{ rows, order: sql`${deal.contracted_at} desc, ${deal.id} desc` },
  };
};

/** Leads of the agents that somebody sees. */
const brought = ({ viewer, ...people }: Asked): SQL =>
  all(visibleClues(viewer.caller), ofSeenAgents(clue.agent_id, viewer, people));

/** What the tables count, of an estate or an agent. */
const tableFacts: Facts<Keys> = {
  estate_inquiries({ viewer, ...people }) {
    const { from, rows, order } = newInquiries(viewer, people);
    return { from, rows, order, day: dayIn(inquiry.created_at), amount: sql`count(*)` };
  },
  estate_clues: (asked) => leadsAt(seenLeads(asked), clue.created_at),
  estate_visits: (asked) => leadsAt(seenLeads(asked), clue.visited_at),
  estate_contracts: ({ viewer, ...people }) =>
    signed(visibleDeals(viewer.caller), ...among(deal.owner_id, people), ...atEstatesIn(deal.estate_id, people)),
  clue_reported: passed("clue_reported"),
  clue_valid: passed("clue_valid"),
  clue_visited: passed("clue_visited"),
  clue_subscribed: passed("clue_subscribed"),
  clue_contracted: passed("clue_contracted"),
  clue_settled: passed("clue_settled"),
  agent_clues: (asked) => leadsAt(brought(asked), clue.created_at),
  agent_valid: (asked) => validRate(brought(asked)),
  agent_visits: (asked) => leadsAt(brought(asked), clue.visited_at),
  agent_contracts: ({ viewer, ...people }) =>
    signed(visibleDeals(viewer.caller), ofSeenAgents(deal.agent_id, viewer, people)),
};

const facts: Facts<TrendKey> = { ...estateFacts, ...customerFacts, ...clueFacts, ...agentFacts, ...tableFacts };

export const factOf = (key: TrendKey, asked: Asked): Fact => facts[key](asked);
