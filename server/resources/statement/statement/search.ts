import { sql } from "drizzle-orm";
import { hitLimit, StatementHit } from "~/contract/search/search";
import { accountStatement } from "~/server/database/tables/clue/statement";
import type { SignedCall } from "~/server/lib/call";
import { firstHits } from "~/server/lib/list";
import { rowOf } from "~/server/lib/row";
import { matchesStatement } from "./list";
import { visibleStatements } from "./scope";
import { selectStatements } from "./view";

export async function searchStatements(call: SignedCall, keyword: string): Promise<StatementHit[]> {
  const { db, user: caller } = call;
  if (!caller.permissions.has("clue:statement:view")) return [];
  const { id, statement_no, created_at } = accountStatement;
  const where = sql`${visibleStatements(caller)} and ${matchesStatement(keyword)}`;
  const order = sql`(${statement_no} = ${keyword.toUpperCase()}) desc, ${created_at} desc, ${id} desc`;
  const ids = await firstHits(db, { table: accountStatement, where, order, age: created_at });
  const rows = await selectStatements(call)
    .where(sql`${id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(order)
    .limit(hitLimit);
  return rows.map(({ row, agent }) =>
    rowOf(StatementHit, row, {
      agent: agent.name,
    }),
  );
}
