import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";

/** A table of the product as the database describes it. */
export interface Table {
  name: string;
  columns: Column[];
  /** The moment by whose month its rows are parted; null for most tables. */
  month_key: string | null;
}

interface Column {
  name: string;
  /** As PostgreSQL writes it. */
  type: string;
  /** Travels as PostgreSQL's own text: JSON has one null where json columns know two, and no arrays with bounds. */
  isText: boolean;
}

/** What extensions brought along is not ours. */
const isOwn = sql`c.relnamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** The tables in the order of their names, without the columns that the database computes. Partitions are no tables of their own: they are in another schema. */
export async function readTables(tx: Transaction): Promise<Table[]> {
  const { rows } = await tx.execute<{ name: string; columns: Column[]; month_key: string | null }>(sql`
    select c.relname as name, json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'isText', t.typname in ('json', 'jsonb') or t.typcategory = 'A'
      ) order by a.attnum) as columns,
      min(a.attname) filter (where a.attnum = p.partattrs[0]) as month_key
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      join pg_type t on t.oid = a.atttypid
      left join pg_partitioned_table p on p.partrelid = c.oid
    where c.relkind in ('r', 'p') and ${isOwn}
    group by c.relname order by c.relname`);
  return rows;
}

/** Whether there is nothing at all in the schema. */
export async function isEmpty(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from pg_class c where ${isOwn} limit 1`);
  return rows.length === 0;
}

/** How many rows each table has. */
export async function countRows(tx: Transaction, tables: readonly { name: string }[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await tx.execute<{ count: string }>(sql`select count(*) as count from ${sql.identifier(name)}`);
    counts.set(name, Number(rows[0]?.count));
  }
  return counts;
}

/** The sequences that have given a number, with the last one. */
export async function readSequences(tx: Transaction): Promise<{ name: string; value: string }[]> {
  const { rows } = await tx.execute<{ name: string; value: string }>(sql`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);
  return rows;
}

/** The migrations that the database has seen, oldest first; throws an Error in Chinese words when it is none of ours. */
export async function readMigrations(tx: Transaction): Promise<{ hash: string; when: number }[]> {
  const found = await tx.execute<{ is_ours: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_ours`,
  );
  if (!found.rows[0]?.is_ours) throw new Error("数据库里没有本系统的数据");
  const { rows } = await tx.execute<{ hash: string; when: string }>(sql`
    select hash, created_at::text as "when" from drizzle.__drizzle_migrations order by created_at`);
  return rows.map(({ hash, when }) => ({ hash, when: Number(when) }));
}

/**
 * Statements that take away what slows loading down or forbids its order (foreign keys, indexes, triggers), and those that put it back, which
 * proves keys and uniqueness. Switching them off by session_replication_role would need a superuser.
 */
export async function readBrakes(tx: Transaction): Promise<{ off: string[]; on: string[] }> {
  const { rows } = await tx.execute<{ off: string; on: string }>(sql`
    select off, "on" from (
      select 1 as step, conname as name, format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as "on"
      from pg_constraint k join pg_class c on c.oid = k.conrelid where contype = 'f' and ${isOwn}
      union all
      select 2, c.relname, format('drop index %s', c.oid::regclass), replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ')
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where ${isOwn} and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype <> 'f')
      union all
      select 3, tgname, format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
        format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
      from pg_trigger g join pg_class c on c.oid = g.tgrelid where not tgisinternal and tgenabled = 'O' and tgparentid = 0
        and (${isOwn} or c.relispartition)
    ) as brake order by step, name`);
  // What is referred to comes back before what refers to it.
  return { off: rows.map((row) => row.off), on: rows.map((row) => row.on).reverse() };
}
