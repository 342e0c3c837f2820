import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { district as contract } from "~/contract/region/district";
import { isoInstant } from "~/server/database/tables/columns";
import { district } from "~/server/database/tables/region/geography";
import { audit } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { found, refuse } from "~/server/lib/refusal";
import { lockCountry } from "./places";

const largestSort = 9999;
const widestStep = 10;

/** Puts siblings into an order: those that are named take each other's places, the others keep theirs. Answers how many have another number since. */
export async function sortDistricts(
  call: SignedCall,
  { country, parent_id, ids }: z.output<typeof contract.sort.body>,
): Promise<number> {
  const { db, user, services } = call;
  await lockCountry(db, country);
  const below = parent_id === null ? isNull(district.parent_id) : eq(district.parent_id, parent_id);
  const siblings = await db
    .select({ id: district.id, sort: district.sort, name_zh: district.name_zh })
    .from(district)
    .where(and(eq(district.country_code, country), below))
    .orderBy(district.sort, district.id);
  const byId = new Map(siblings.map((row) => [row.id, row]));
  // One that is gone or has moved elsewhere: what the caller sees is no longer so.
  if (ids.some((id) => !byId.has(id))) return refuse(40902);
  const named = new Set(ids);
  const queue = ids.map((id) => found(byId.get(id)));
  const ordered = siblings.map((row) => (named.has(row.id) ? found(queue.shift()) : row));
  const step = Math.max(1, Math.min(widestStep, Math.floor(largestSort / ordered.length)));
  const moved = ordered
    .map(({ id, sort }, index) => ({ id, before: sort, sort: Math.min(largestSort, (index + 1) * step) }))
    .filter(({ before, sort }) => before !== sort);
  if (moved.length === 0) return 0;
  await db.execute(sql`update district set sort = given.sort, version = version + 1, updated_by = ${user.id},
      updated_at = ${isoInstant(services.now())}
    from json_to_recordset(${JSON.stringify(moved)}::json) as given(id bigint, sort int) where district.id = given.id`);
  const [parent] = parent_id === null ? [] : await db.select().from(district).where(eq(district.id, parent_id));
  await audit(call, {
    module: "geo",
    action: "update",
    ...(parent ? { target: { type: "district", id: parent.id, name: parent.name_zh } } : {}),
    summary: `调整区域顺序 ${parent ? parent.name_zh : country}：${ordered
      .slice(0, 20)
      .map(({ name_zh }) => name_zh)
      .join("、")}${ordered.length > 20 ? " 等" : ""}`,
  });
  return moved.length;
}
