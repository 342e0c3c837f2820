import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { agent } from "~/server/database/tables/agent/agent";
import { likeText } from "~/server/lib/list";
import type { Entry } from "~/server/lib/option-values";
import type { TableSources } from "~/server/lib/table-scenes";

const entriesOf = (db: Database | Transaction, which: SQL | undefined): Promise<Entry[]> =>
  db
    .select({
      value: agent.id,
      label: sql<string>`concat_ws(' · ', ${agent.name}, ${agent.agent_no})`,
      isEnabled: sql<boolean>`(${agent.deleted_at} is null)`,
    })
    .from(agent)
    .where(which)
    .orderBy(agent.name, agent.id)
    .limit(50);

/** The table scenes of this area. */
export const scenes = {
  agents: {
    offer: ({ db }, { keyword }) =>
      entriesOf(
        db,
        and(
          isNull(agent.deleted_at),
          keyword ? sql`concat_ws(' ', ${agent.name}, ${agent.agent_no}) ilike ${`%${likeText(keyword)}%`}` : undefined,
        ),
      ),
    name: ({ db }, values) => entriesOf(db, inArray(agent.id, values.map(Number))),
  },
} satisfies Partial<TableSources>;
