import { sql } from "drizzle-orm";
import type { Database } from "~/server/database/database";

/**
 * All that makes up the schema, a line each in alphabetical order: tables, columns, defaults, constraints, indexes, functions, triggers, sequences and
 * extensions. Neither the order of columns nor blanks within functions count.
 */
export async function schemaLines(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    with own as (
      select c.oid, c.relname, c.relkind, c.relpersistence, c.reloptions from pg_class c where c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    )
    select line from (
      select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions::text, pg_get_partkeydef(oid)) as line from own
      union all select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
          'identity', nullif(attidentity, ''), 'generated', nullif(attgenerated, ''), pg_get_expr(adbin, adrelid), attcollation::regcollation)
        from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
          left join pg_attrdef on adrelid = own.oid and adnum = attnum where relkind in ('r', 'p')
      union all select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(k.oid)) from own join pg_constraint k on conrelid = own.oid
      union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid) from own join pg_index on indrelid = own.oid
      union all select concat_ws(' ', 'trigger', pg_get_triggerdef(g.oid), tgenabled) from own join pg_trigger g on tgrelid = own.oid where not tgisinternal
      union all select 'function ' || regexp_replace(pg_get_functiondef(p.oid), '[[:space:]]+', ' ', 'g') from pg_proc p
        where pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all select concat_ws(' ', 'sequence', relname, pg_get_serial_sequence(quote_ident(relname), attname), seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
        from own join pg_attribute on attrelid = own.oid and attidentity <> ''
          join pg_sequence on seqrelid = pg_get_serial_sequence(quote_ident(relname), attname)::regclass
      union all select 'extension ' || extname from pg_extension
    ) as told order by line collate "C"`);
  return rows.map((row) => row.line);
}
