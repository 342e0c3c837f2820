import { eq, sql } from "drizzle-orm";
import { ClueHit, hitLimit } from "~/contract/search/search";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { estate } from "~/server/database/tables/house/estate";
import type { SignedCall } from "~/server/lib/call";
import { firstHits } from "~/server/lib/list";
import { rowOf } from "~/server/lib/row";
import { isText } from "~/server/lib/search";
import { matchesKeyword } from "./list";
import { shownPhone, visibleClues } from "./scope";

export async function searchClues(call: SignedCall, keyword: string): Promise<ClueHit[]> {
  const { db, user: caller } = call;
  if (!caller.permissions.has("clue:clue:view")) return [];
  const where = sql`${visibleClues(caller)} and ${matchesKeyword(keyword, caller)}`;
  const order = sql`(${isText(clue.customer_name, keyword)} or ${clue.clue_no} = ${keyword.toUpperCase()}) desc,
    ${clue.created_at} desc, ${clue.id} desc`;
  const ids = await firstHits(db, { table: clue, where, order, age: clue.created_at });
  const rows = await db
    .select({
      clue,
      agent: { name: agent.name, manager_id: agent.manager_id },
      estate: { id: estate.id, name: estate.name },
    })
    .from(clue)
    .innerJoin(agent, eq(agent.id, clue.agent_id))
    .innerJoin(estate, eq(estate.id, clue.estate_id))
    .where(sql`${clue.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(order)
    .limit(hitLimit);
  return rows.map(({ clue: row, agent: from, estate: at }) =>
    rowOf(ClueHit, row, {
      phone: shownPhone(row, from.manager_id, caller),
      agent: from.name,
      estate: at.name,
    }),
  );
}
