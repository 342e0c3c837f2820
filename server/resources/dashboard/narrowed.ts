import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { clue } from "~/server/database/tables/clue/clue";
import { deal } from "~/server/database/tables/deal/deal";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { refuse } from "~/server/lib/call";

/** Of which agent rows are, or about which estate. */
interface Narrow {
  agent_id?: number | undefined;
  estate_id?: number | undefined;
}

const agents = new Map<PgTable, typeof clue.agent_id | typeof deal.agent_id>([
  [clue, clue.agent_id],
  [deal, deal.agent_id],
]);
const estates = new Map<PgTable, typeof clue.estate_id | typeof inquiry.estate_id | typeof deal.estate_id>([
  [clue, clue.estate_id],
  [inquiry, inquiry.estate_id],
  [deal, deal.estate_id],
]);

/** The rows of a figure that are one agent's, or about one estate; rows that know of neither are refused. */
export function narrowedTo(table: PgTable, { agent_id, estate_id }: Narrow): SQL[] {
  const ids = [
    [agents, agent_id],
    [estates, estate_id],
  ] as const;
  return ids.flatMap(([columns, id]) => (id === undefined ? [] : sql`${columns.get(table) ?? refuse(42200)} = ${id}`));
}
