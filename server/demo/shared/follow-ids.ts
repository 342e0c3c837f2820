import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";

/** Moves all sequences past the ids that were written by hand. */
export async function followIds(tx: Transaction): Promise<void> {
  await tx.execute(sql`do $$
    declare one record;
    begin
      for one in select table_name from information_schema.columns
        where table_schema = current_schema and column_name = 'id' and is_identity = 'YES'
      loop
        execute format('select setval(pg_get_serial_sequence(%L, ''id''), max(id)) from %I having max(id) is not null',
          quote_ident(one.table_name), one.table_name);
      end loop;
    end $$`);
}
