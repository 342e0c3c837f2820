import type pg from "pg";
import { aroundQueries } from "./around-queries";

/** Where PgBouncer leads in transaction mode, and what goes past it. */
export interface Pooler {
  /** By the pooler, as the role that only reads. */
  listsUrl: string;
  /** PostgreSQL itself: LISTEN needs a connection of its own. */
  directUrl: string;
}

/** Sends statements without their names: the next one may go to another of PostgreSQL's connections, which does not know it. */
export function withoutNames(pool: pg.Pool): void {
  pool.on("connect", (client) =>
    aroundQueries(client, (query, ask) => {
      const isNamed = query instanceof Object && "name" in query && "text" in query;
      return ask(isNamed ? { ...query, name: undefined } : query);
    }),
  );
}

type RoleSettings = Readonly<Record<string, string>>;

/**
 * The limits of a role, in PostgreSQL's own writing. PgBouncer drops what a connection asks for in its options, silently: so they are the
 * role's, and a start without them is refused.
 */
export async function requireRole(pool: pg.Pool, wanted: RoleSettings): Promise<void> {
  const names = Object.keys(wanted);
  const { rows } = await pool.query<{ role: string; name: string; value: string }>(
    "select current_user as role, name, current_setting(name) as value from unnest($1::text[]) as name",
    [names],
  );
  const wrong = rows.filter(({ name, value }) => value !== wanted[name]);
  if (!wrong.length) return;
  const commands = wrong.map(({ role, name }) => `  alter role "${role}" set ${name} = '${wanted[name]}';`);
  throw new Error(
    `经 PgBouncer 连接时，限制须设在数据库角色上。请执行：\n${commands.join("\n")}\n然后断开它在 PgBouncer 里的连接。`,
  );
}
