import { type SQL, sql } from "drizzle-orm";

/** Whether a number lies behind what its day's counter says. */
export function beyond(prefix: string, no: SQL): SQL {
  const after = prefix.length + 1;
  return sql`not exists (select 1 from counter n where n.prefix = ${prefix}
    and n.day = substr(${no}, ${after}, 6) and n.value >= substr(${no}, ${after + 6})::int)`;
}
