import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  district as contract,
  type DistrictDetail,
  type DistrictNode,
  type DistrictStatus,
} from "~/contract/region/district";
import { isoInstant } from "~/server/database/tables/columns";
import { district } from "~/server/database/tables/region/geography";
import { audit } from "~/server/lib/audit";
import { found, pick, Refusal, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import { type District, districtOf, districtPage } from "./district/district-list";
import { disableBelow, enableBelow, lockCountry } from "./district/places";
import { addDistrict, changeDistrict, districts, lockDistrict, namedOf, removeDistrict } from "./district/write";

const largestSort = 9999;
const widestStep = 10;

/** Puts siblings into an order: those that are named take each other's places, the others keep theirs. Answers how many have another number since. */
async function sortDistricts(call: SignedCall, { country, parent_id, ids }: z.output<typeof contract.sort.body>) {
  const { db, user, services } = call;
  await lockCountry(db, country);
  const below = parent_id === null ? isNull(district.parent_id) : eq(district.parent_id, parent_id);
  const siblings = await pick(db, district, ["id", "sort", "name_zh"], and(eq(district.country_code, country), below), {
    order: [district.sort, district.id],
  });
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

export const districtHandlers = [
  serve(contract.list, (call) => districtPage(call, call.query)),

  serve(contract.tree, async (call) => ({ list: await districtNodes(call, call.query) })),

  serve(contract.get, (call) => districtOf(call, call.params.id)),

  serve(contract.create, async (call) => ({ id: (await addDistrict(call, call.body)).id })),

  serveAct(contract.update, districtOf, changeDistrict),

  serveNull(contract.remove, removeDistrict),

  serve(contract.enable, (call) => enable(call, call.params.id, call.body.with_below)),
  serve(contract.disable, (call) => disable(call, call.params.id)),

  serve(contract.sort, async (call) => ({ count: await sortDistricts(call, call.body) })),
];

/** By itself or with all below it; below something that is out of use nothing can be in use. */
async function enable(call: SignedCall, id: number, withBelow: boolean): Promise<DistrictDetail> {
  const { db } = call;
  const row = await lockDistrict(call, id);
  if (row.status === "enabled") return refuse(40902);
  const [parent] = row.parent_id === null ? [] : await db.select().from(district).where(eq(district.id, row.parent_id));
  if (parent && parent.status !== "enabled") throw new Refusal(40902, `请先启用上级区域“${parent.name_zh}”`);
  await setStatus(call, row, "enabled");
  const count = withBelow ? await enableBelow(call, row) : 0;
  await districts.log(call, row, { summary: `启用区域 ${namedOf(row)}${count ? `及其下级${count}个` : ""}` });
  return districtOf(call, id);
}

async function disable(call: SignedCall, id: number): Promise<DistrictDetail> {
  const row = await lockDistrict(call, id);
  if (row.status === "disabled") return refuse(40902);
  await setStatus(call, row, "disabled");
  const count = await disableBelow(call, row.country_code);
  await districts.log(call, row, { summary: `停用区域 ${namedOf(row)}${count ? `及其下级${count}个` : ""}` });
  return districtOf(call, id);
}

async function setStatus(call: SignedCall, { id, version }: District, status: DistrictStatus): Promise<void> {
  await setRow(call.db, district, id, { status, version: version + 1, ...changedBy(call) });
}

/** A part of the tree, flat: level by level, siblings in their order. */
async function districtNodes(
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
