import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { customer as contract } from "~/contract/customer/customer";
import { poolReasons } from "~/contract/customer/customer-record";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customerChangeLog, customerOwnerLog } from "~/server/database/tables/customer/customer";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";

type Page = z.input<typeof contract.audit.reply>;
interface Line extends Record<string, unknown> {
  id: string;
  at: string;
  operator: string;
  action: string;
  changes: Page["list"][number]["changes"];
  reason: string | null;
  note: string | null;
  from_name: string | null;
  to_name: string | null;
}

export async function historyOf(db: Db, id: number, query: { page: number; page_size: number }): Promise<Page> {
  const offset = offsetOf(query);
  const lines = sql`(${changed(sql`customer_id = ${id}`)} union all ${handed(sql`customer_id = ${id}`)})`;
  const { rows } = await db.execute<Line>(
    // Of one instant the later written comes first: by its number, since as a text 9 comes after 10.
    sql`${told(lines)} order by line.at desc, left(line.id, 1) desc, substr(line.id, 2)::bigint desc limit ${query.page_size} offset ${offset}`,
  );
  return pageOf(query, rows.map(toLine), await cappedCount(db, sql`from ${lines} line`));
}

export async function historyLines(db: Db, of: "facts" | "owner", ids: number[]) {
  const isOne = sql`id = any(${sql.param(ids)}::bigint[])`;
  const { rows } = await db.execute<Line>(told(sql`(${of === "facts" ? changed(isOne) : handed(isOne)})`));
  return new Map(rows.map((row) => [Number(row.id.slice(1)), toLine(row)]));
}

const changed = (where: SQL) => sql`
  select 'c' || id as id, at, "by", action, changes, reason, null::text as note, null::bigint as from_user, null::bigint as to_user
  from ${customerChangeLog} where ${where}`;

const handed = (where: SQL) => sql`
  select 'o' || id as id, at, "by", action, '[]'::jsonb as changes, reason, note, from_user, to_user
  from ${customerOwnerLog} where ${where}`;

const told = (lines: SQL) => sql`
  select line.id, line.at, coalesce(actor.name, '系统') as operator, line.action, line.changes,
    coalesce(words.label, line.reason) as reason, line.note, giver.name as from_name, taker.name as to_name
  from ${lines} line
  left join "user" actor on actor.id = line."by"
  left join "user" giver on giver.id = line.from_user
  left join "user" taker on taker.id = line.to_user
  left join option words on line.action = 'release' and words.scene = 'release_reason' and words.value = line.reason`;

function toLine({ note, from_name, to_name, ...line }: Line): Page["list"][number] {
  const reasons: Record<string, string> = poolReasons;
  const reason = line.reason && (reasons[line.reason] ?? line.reason);
  const ownerChange = { field: "owner_id", label: "跟进人", before: from_name, after: to_name };
  return {
    ...line,
    at: isoInstant(line.at),
    changes: from_name === to_name ? line.changes : [ownerChange, ...line.changes],
    reason: [reason, note].filter(Boolean).join("：") || null,
  };
}
