import { sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { isoInstant } from "~/server/database/tables/columns";
import { audit } from "~/server/lib/audit";
import { found, refuse, type SignedCall } from "~/server/lib/call";

const largestSort = 9999;
const widestStep = 10;
const mostNamed = 20;

interface Sorted {
  id: number;
  sort: number;
  title: string;
}

interface Sorting {
  table: PgTable & Record<"id" | "sort" | "version" | "updated_by" | "updated_at", AnyPgColumn>;
  title: string;
  /** Rows of the same list, in their order, locked. */
  siblings: readonly Sorted[];
  ids: readonly number[];
}

/** Puts rows into an order: those that are named take each other's places, the others keep theirs. Answers how many have another number since. */
export async function putInOrder(call: SignedCall, { table, title, siblings, ids }: Sorting): Promise<number> {
  const { db, user, services } = call;
  const byId = new Map(siblings.map((row) => [row.id, row]));
  // One that is gone or has moved elsewhere: what the caller sees is no longer so.
  if (ids.some((id) => !byId.has(id))) return refuse(40902);
  const named = new Set(ids);
  const queue = ids.map((id) => found(byId.get(id)));
  const ordered = siblings.map((row) => (named.has(row.id) ? found(queue.shift()) : row));
  const step = Math.max(1, Math.min(widestStep, Math.floor(largestSort / Math.max(1, ordered.length))));
  const moved = ordered
    .map(({ id, sort }, index) => ({ id, before: sort, sort: Math.min(largestSort, (index + 1) * step) }))
    .filter(({ before, sort }) => before !== sort);
  if (moved.length === 0) return 0;
  await db.execute(sql`update ${table} as row set sort = given.sort, version = row.version + 1, updated_by = ${user.id},
      updated_at = ${isoInstant(services.now())}
    from json_to_recordset(${JSON.stringify(moved)}::json) as given(id bigint, sort int) where row.id = given.id`);
  const names = ordered.slice(0, mostNamed).map((row) => row.title);
  await audit(call, {
    module: "resources",
    action: "update",
    summary: `调整${title}顺序：${names.join("、")}${ordered.length > mostNamed ? " 等" : ""}`,
  });
  return moved.length;
}
