import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import {
  type district as contract,
  DistrictDetail,
  type DistrictPage,
  type DistrictPlace,
  DistrictRow,
  districtLevels,
} from "~/contract/region/district";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { country, district } from "~/server/database/tables/region/geography";
import { found, refuse, rowOf, type SignedCall } from "~/server/lib/call";
import { listOf, matching, orderOf } from "~/server/lib/list";
import { beginsWith, foundByName, withBelow } from "~/server/resources/shared/districts";
import { pictureUrl } from "~/server/resources/shared/upload";

type Query = z.output<typeof contract.list.query>;
export type District = typeof district.$inferSelect;

const above = alias(district, "above");
const child_count = sql<number>`(select count(*)::int from district child where child.country_code = district.country_code
  and child.level = district.level + 1 and child.parent_id = district.id)`;

const selected = { row: district, parent_name: above.name_zh, child_count };
type Selected = { row: District; parent_name: string | null; child_count: number };

const columns = { ...district, child_count };

export async function districtPage({ db }: SignedCall, query: Query): Promise<DistrictPage> {
  const place = await placeOf(db, query);
  const select = db.select(selected).from(district).leftJoin(above, eq(above.id, district.parent_id)).$dynamic();
  const order = sql.join([...firstOf(query), orderOf(columns, query.sort, district.id)], sql`, `);
  const parts = { select, from: district, where: rowsOf(query, place), order, fields: { child_count } };
  const page = await listOf(db, query, parts, (row) => row);
  return { ...page, list: await toRows(db, page.list), place };
}

/** In the order of the siblings what begins with the keyword comes first. */
const firstOf = ({ keyword, sort }: Query) => (keyword && sort === "sort" ? [sql`${beginsWith(keyword)} desc`] : []);

export async function districtOf({ db, services }: SignedCall, id: number): Promise<DistrictDetail> {
  const rows = await db
    .select(selected)
    .from(district)
    .leftJoin(above, eq(above.id, district.parent_id))
    .where(eq(district.id, id));
  const { row } = found(rows[0]);
  const { cover_id } = row;
  return rowOf(DistrictDetail, row, {
    ...found((await toRows(db, rows))[0]),
    cover: cover_id ? pictureUrl(services, cover_id) : null,
    place: { country: await countryNamed(db, row.country_code), above: await allAbove(db, row) },
  });
}

async function toRows(db: Db, rows: readonly Selected[]): Promise<DistrictRow[]> {
  const parents = rows.filter(({ child_count }) => child_count > 0).map(({ row }) => row.id);
  const counts = await countBelow(db, parents);
  const allIds = rows.map(({ row }) => row.id);
  const estates = await estatesIn(db, allIds);
  return rows.map(({ row, parent_name, child_count }) => {
    const { id, parent_id, status } = row;
    const isEnabled = status === "enabled";
    return rowOf(DistrictRow, row, {
      child_count,
      parent: parent_id === null ? null : { id: parent_id, name: parent_name ?? "" },
      below: counts.get(id) ?? { enabled: 0, disabled: 0 },
      estate_count: estates.get(id) ?? 0,
      can: { edit: true, enable: !isEnabled, disable: isEnabled, delete: true },
    });
  });
}

async function countBelow(db: Db, ids: readonly number[]): Promise<Map<number, DistrictRow["below"]>> {
  if (ids.length === 0) return new Map();
  const parents = sql`${sql.param([...ids])}::bigint[]`;
  const { rows } = await db.execute<{ id: string; enabled: number; disabled: number }>(sql`
    select id, (count(*) filter (where status = 'enabled'))::int as enabled,
      (count(*) filter (where status <> 'enabled'))::int as disabled
    from (select parent_id as id, status from district where parent_id = any(${parents})
      union all
      select upper.parent_id, lower.status from district lower join district upper on upper.id = lower.parent_id
      where upper.parent_id = any(${parents})) lying group by id`);
  return new Map(rows.map(({ id, enabled, disabled }) => [Number(id), { enabled, disabled }]));
}

function rowsOf({ level, parent_id, keyword, ...query }: Query, { country: { code } }: DistrictPlace): SQL {
  const children = sql`(select child.id from district child where child.parent_id = ${parent_id ?? null})`;
  return sql`${and(
    eq(district.country_code, code),
    level ? eq(district.level, level) : undefined,
    parent_id ? or(eq(district.parent_id, parent_id), sql`${district.parent_id} in ${children}`) : undefined,
    keyword ? foundByName(keyword) : undefined,
    ...matching(district, query, ["is_hot", "status"]),
  )}`;
}

/** The place of a list; without a named country, the first in which business is done. */
async function placeOf(db: Db, { country: code, parent_id }: Query): Promise<DistrictPlace> {
  if (!parent_id) return { country: await countryNamed(db, code), above: [] };
  const parent = await oneOf(db, parent_id);
  if (code && parent.country_code !== code) return refuse(40400);
  const { id, name_zh: name, level } = parent;
  return {
    country: await countryNamed(db, parent.country_code),
    above: [...(await allAbove(db, parent)), { id, name, level }],
  };
}

async function countryNamed(db: Db, code: string | undefined): Promise<DistrictPlace["country"]> {
  const [row] = await db
    .select()
    .from(country)
    .where(code ? eq(country.code, code) : undefined)
    .orderBy(desc(country.is_open), asc(country.sort), asc(country.code))
    .limit(1);
  const { code: named, name_zh: name, flag, level_names } = found(row);
  return { code: named, name, flag, level_names: districtLevels.map((level, index) => level_names[index] || level) };
}

async function allAbove(db: Db, { parent_id }: District): Promise<DistrictPlace["above"]> {
  if (parent_id === null) return [];
  const parent = await oneOf(db, parent_id);
  return [...(await allAbove(db, parent)), { id: parent.id, name: parent.name_zh, level: parent.level }];
}

async function oneOf(db: Db, id: number): Promise<District> {
  const [row] = await db.select().from(district).where(eq(district.id, id));
  return found(row);
}

/** How many estates lie in each of these districts and in all below them; one without any is absent. */
async function estatesIn(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const below = await withBelow(db, ids);
  const { rows } = await db.execute<{ id: string; n: number }>(sql`
    select place.id, sum(counted.n)::int as n
    from (select ${estate.district_id}, count(*) as n from ${estate}
      where ${estate.deleted_at} is null and ${estate.district_id} = any(${sql.param(below)}::bigint[]) group by 1) counted
    join ${district} own on own.id = counted.district_id
    left join ${district} upper on upper.id = own.parent_id
    cross join lateral (values (own.id), (own.parent_id), (upper.parent_id)) place(id)
    where place.id = any(${sql.param([...ids])}::bigint[])
    group by place.id having sum(counted.n) > 0`);
  return new Map(rows.map(({ id, n }) => [Number(id), n]));
}
