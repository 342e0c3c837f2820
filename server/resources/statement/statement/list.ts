import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { statement as contract, StatementView } from "~/contract/clue/statement";
import { type StatementStatus, statementStatuses } from "~/contract/clue/statement-kinds";
import { listLimit, tabLimit } from "~/contract/common";
import type { Reply } from "~/contract/endpoint";
import { hitLimit, StatementHit } from "~/contract/search/search";
import { agent } from "~/server/database/tables/agent/agent";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { refuse, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo, firstHits, likeText, listOf, orderOf, present } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { visibleStatements } from "./scope";
import { selectStatements, toStatementRows } from "./view";

type Query = z.output<typeof contract.list.query>;

function statementRows(user: Caller, query: Query): SQL {
  const { keyword, view, agent_id, manager_id, status, currency } = query;
  const { period_from, period_to, paid_from, paid_to } = query;
  const row = accountStatement;
  const conditions = [
    visibleStatements(user),
    ...(view === "all" ? [] : [eq(row.status, view)]),
    ...(keyword ? [matchesStatement(keyword)] : []),
    ...(agent_id ? [eq(row.agent_id, agent_id)] : []),
    ...(manager_id
      ? [sql`${row.agent_id} = any(array(select ${agent.id} from ${agent} where ${agent.manager_id} = ${manager_id}))`]
      : []),
    ...(status?.length ? [inArray(row.status, status)] : []),
    ...(currency ? [eq(row.currency, currency)] : []),
    ...(period_from ? [sql`${row.period_to} >= ${period_from}`] : []),
    ...(period_to ? [sql`${row.period_from} <= ${period_to}`] : []),
    ...(paid_from ? [sql`${row.paid_at} >= ${paid_from}`] : []),
    ...(paid_to ? [sql`${row.paid_at} <= ${paid_to}`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

function matchesStatement(keyword: string): SQL {
  const agents = sql`select ${agent.id} from ${agent} where ${containsText(agent.name, keyword)}
    or ${agent.agent_no} like ${`${likeText(keyword.toUpperCase())}%`}`;
  return sql`(${accountStatement.statement_no} like ${`${likeText(keyword.toUpperCase())}%`}
    or ${accountStatement.agent_id} = any(array(${agents})))`;
}

const countOf = (caller: Caller, states: readonly StatementStatus[]): SQL =>
  countUpTo(
    listLimit,
    sql`from ${accountStatement} where ${visibleStatements(caller)} and ${inArray(accountStatement.status, [...states])}`,
  );
export const disputedStatements = (caller: Caller): SQL => countOf(caller, ["disputed"]);
export const payableStatements = (caller: Caller): SQL => countOf(caller, ["confirmed", "invoiced"]);

const columns = { ...accountStatement, created_at: present(accountStatement.created_at) };

export async function statementPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, user, query } = call;
  const page = await listOf(db, query, {
    select: selectStatements(call).$dynamic(),
    from: accountStatement,
    where: statementRows(user, query),
    order: orderOf(columns, query.sort, accountStatement.id),
  });
  return { ...page, list: await toStatementRows(call, page.list), tabs: await tabsOf(call, query) };
}

const statuses = Object.keys(statementStatuses) as StatementStatus[];

/** How many each state has under what the list is about, an agent or nothing: of all counted out of the index of states, of somebody's agents by one walk over theirs. */
async function tabsOf({ db, user }: SignedCall, { agent_id }: Query): Promise<Record<StatementView, number>> {
  const about = sql`${visibleStatements(user)} ${agent_id ? sql`and ${accountStatement.agent_id} = ${agent_id}` : sql``}`;
  const isAll = user.scope("statement") === "all" && !agent_id;
  const of = (status: StatementStatus) => sql`${accountStatement.status} = ${status}`;
  const counts = statuses.map((status) => {
    const count = isAll
      ? countUpTo(tabLimit, sql`from ${accountStatement} where ${of(status)}`)
      : sql`least(count(*) filter (where ${of(status)}), ${tabLimit})::int`;
    return sql`${count} as ${sql.identifier(status)}`;
  });
  const from = isAll ? sql`` : sql`from ${accountStatement} where ${about}`;
  const { rows } = await db.execute<Record<StatementStatus, number>>(sql`select ${sql.join(counts, sql`, `)} ${from}`);
  const each = rows[0] ?? refuse(50000);
  return {
    ...each,
    all: Math.min(
      tabLimit,
      statuses.reduce((all, status) => all + each[status], 0),
    ),
  };
}

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
