import { inArray } from "drizzle-orm";
import { agent } from "~/server/database/tables/agent/agent";
import type { OptionSources } from "~/server/lib/table-options";
import { agentEntries, isOffered } from "./agent/list";

export const optionSources = {
  agents: {
    offer: (asking, { keyword }) => agentEntries(asking, isOffered(keyword)),
    name: (asking, values) => agentEntries(asking, inArray(agent.id, values.map(Number))),
  },
} satisfies Partial<OptionSources>;
