import { answerOf } from "./load";
import type { Table } from "./report";
import { pairs, requests } from "./requests";
import type { Site } from "./site";

/** The tables that grow without end, and the key by which a database of many machines would part them (docs/growth.md). */
const keys = {
  customer: "id",
  customer_contact: "customer_id",
  tracking: "customer_id",
  requirement: "customer_id",
  schedule: "customer_id",
  inquiry: "customer_id",
  clue: "customer_id",
  deal: "customer_id",
  user_behavior: "customer_user_id",
  operation_log: "created_at",
} as const;

const preload = "shared_preload_libraries=pg_stat_statements";
export const keySettings = [preload, "pg_stat_statements.max=10000"];

/** Every statement of the bench's requests and of the jobs that names a table without its key: each would ask all machines. */
export async function keyTable({ line, tokens, pool }: Site): Promise<Table> {
  await pool.query("create extension if not exists pg_stat_statements");
  for (const { path, role } of [...requests, ...pairs]) await answerOf(line, { path, token: tokens[role] });
  const { rows } = await pool.query<{ query: string; calls: number }>(
    `select query, calls::int from pg_stat_statements where query ~* '^\\s*(select|insert|update|delete|with)\\M'
      and dbid = (select oid from pg_database where datname = current_database()) order by calls desc`,
  );
  const figures = Object.entries(keys).map(([table, key]) => {
    const naming = rows.filter(({ query }) =>
      new RegExp(`\\b(from|join|update|into)\\s+"?${table}"?\\b`, "i").test(query),
    );
    const without = naming.filter(({ query }) => !hasKey(query, key));
    console.log(`\n## ${table}, without ${key}`);
    for (const { query, calls } of without) console.log(`- ${calls} × \`${query.replace(/\s+/g, " ").slice(0, 300)}\``);
    return { name: table, value: without.length, unit: `of ${naming.length} statements`, beside: `by ${key}` };
  });
  return { title: "Statements that do not name the key of a table", figures };
}

/** Whether a condition or an inserted row names the key. */
const hasKey = (query: string, key: string): boolean =>
  new RegExp(`\\b${key}"?\\s*(=|in\\b|<|>|between)`, "i").test(query) ||
  new RegExp(`=\\s*"?(\\w+"?\\."?)?${key}\\b`, "i").test(query) ||
  new RegExp(`^\\s*insert[^)]*\\b${key}\\b`, "i").test(query);
