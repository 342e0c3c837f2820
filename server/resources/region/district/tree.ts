import { and, eq, lte, sql } from "drizzle-orm";
import type { z } from "zod";
import type { district as contract, DistrictNode } from "~/contract/region/district";
import { district } from "~/server/database/tables/region/geography";
import type { SignedCall } from "~/server/lib/call";
import { found, refuse } from "~/server/lib/refusal";

/** A part of the tree, flat: level by level, siblings in their order. */
export async function districtNodes(
  { db }: SignedCall,
  { country, parent_id, depth, with_disabled }: z.output<typeof contract.tree.query>,
): Promise<DistrictNode[]> {
  const [parent] = parent_id ? await db.select().from(district).where(eq(district.id, parent_id)) : [];
  if (parent_id && found(parent).country_code !== country) return refuse(40400);
  const { id, level, code, name_zh, name_local, initial, is_hot, status } = district;
  return db
    .select({
      ...{ id, parent_id: district.parent_id, level, code, name_zh, name_local, initial, is_hot, status },
      child_count: sql<number>`(select count(*)::int from district child where child.country_code = district.country_code
        and child.level = district.level + 1 and child.parent_id = district.id
        ${with_disabled ? sql`` : sql`and child.status = 'enabled'`})`,
    })
    .from(district)
    .where(
      and(
        eq(district.country_code, country),
        lte(district.level, (parent?.level ?? 0) + depth),
        parent ? sql`starts_with(${district.path}, ${`${parent.path}/`})` : undefined,
        with_disabled ? undefined : eq(district.status, "enabled"),
      ),
    )
    .orderBy(district.level, district.sort, district.id);
}
