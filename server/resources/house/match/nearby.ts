import { inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { district } from "~/server/database/tables/region/geography";
import { pick } from "~/server/lib/call";
import { placeOf, withBelow } from "~/server/resources/shared/districts";
import { districtPoints } from "./points";

const numbers = (ids: readonly number[]) => sql`any(${sql.param(ids)}::bigint[])`;
const { within, near, country } = districtPoints;

/** An estate's points by its district, where these are asked for; `place` is a column. */
export async function districtsRequested(db: Db, asked: readonly number[], place: SQL): Promise<SQL> {
  if (asked.length === 0) return sql`${within}::int`;
  const rows = await pick(db, district, { parent: district.parent_id }, inArray(district.id, [...asked]));
  const parents = rows.flatMap(({ parent }) => parent ?? []);
  const beside = await belowOnly(db, parents);
  return pointsAt(place, { full: await withBelow(db, asked), beside: [...parents, ...(await withBelow(db, beside))] });
}

/** What somebody gets by the districts that they ask for, of an estate in this one; `asked` is a column with a list of them. */
export async function districtsAround(db: Db, place: number, asked: SQL): Promise<SQL> {
  const chain = (await placeOf(db, place)).map(({ id }) => id);
  const beside = [...(await belowOnly(db, chain.slice(0, -1))), ...(await belowOnly(db, [place]))];
  const one = sql`one::bigint`;
  return sql`coalesce((select max(${pointsAt(one, { full: chain, beside })}) from jsonb_array_elements(${asked}) one), ${within}::int)`;
}

const pointsAt = (place: SQL, { full, beside }: { full: readonly number[]; beside: readonly number[] }): SQL =>
  sql`case when ${place} = ${numbers(full)} then ${within}::int when ${place} = ${numbers(beside)} then ${near}::int else ${country}::int end`;

async function belowOnly(db: Db, parents: readonly number[]): Promise<number[]> {
  if (parents.length === 0) return [];
  const rows = await pick(db, district, ["id"], inArray(district.parent_id, [...parents]));
  return rows.map(({ id }) => id);
}
