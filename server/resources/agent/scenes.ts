import { inArray } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import type { TableSources } from "~/server/lib/table-scenes";
import { agentEntries, isOffered } from "./agent/reads";

/** The table scenes of this area. */
export const scenes = {
  agents: {
    offer: (asking, { keyword }) => agentEntries(asking, isOffered(keyword)),
    name: (asking, values) => agentEntries(asking, inArray(agent.id, values.map(Number))),
  },
} satisfies Partial<TableSources>;
