import { and, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ref } from "~/contract/common";
import { plainText } from "~/server/database/baseline/plain-text";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { district } from "~/server/database/tables/region/geography";
import { pick } from "~/server/lib/call";

const above = alias(district, "above");
const highest = alias(district, "highest");

const holds = (column: { getSQL(): SQL }, text: string) => sql`strpos(${column}, ${text}) > 0`;

/** Districts found by any of their names, their code, or the pinyin of their name and its initials. */
export const foundByName = (keyword: string): SQL => holds(district.search_text, plainText(keyword));

export const beginsWith = (keyword: string): SQL => holds(district.search_text, `\n${plainText(keyword)}`);

/** Each as it is compared: as one, names of Han would lose the blank between them. */
const wordsIn = (keyword: string): string[] => keyword.trim().split(/\s+/).map(plainText);

/** Found by name; of several words all but the last may also name a district above. For `districtsOf`. */
export function foundByNames(keyword: string): SQL {
  const words = wordsIn(keyword);
  const last = words.pop() ?? "";
  const anyLine = sql`concat(${district.search_text}, ${above.search_text}, ${highest.search_text})`;
  const byText = words.length
    ? and(holds(district.search_text, last), ...words.map((word) => holds(anyLine, word)))
    : undefined;
  return sql`(${or(foundByName(keyword), byText)})`;
}

/** Found by its own names or by those of one above it; of several words each by any of them. For `districtsOf`. */
export function foundOnTheWay(keyword: string): SQL {
  const anyLine = sql`concat(${district.search_text}, ${above.search_text}, ${highest.search_text})`;
  return sql`${and(...wordsIn(keyword).map((word) => holds(anyLine, word)))}`;
}

/** Districts by their full names, such as 东京都 港区; at most fifty unless by number. What begins with the `keyword` comes first. */
export async function districtsOf(db: Db, which: number[] | SQL, keyword?: string) {
  const begins = keyword ? [sql`${beginsWith(keyword)} desc`] : [];
  const rows = await db
    .select({
      id: district.id,
      name: sql<string>`concat_ws(' ', ${highest.name_zh}, ${above.name_zh}, ${district.name_zh})`,
      country_code: district.country_code,
      isEnabled: sql<boolean>`${district.status} = 'enabled'`,
    })
    .from(district)
    .leftJoin(above, eq(above.id, district.parent_id))
    .leftJoin(highest, eq(highest.id, above.parent_id))
    .where(Array.isArray(which) ? inArray(district.id, which) : which)
    .orderBy(...begins, district.level, district.sort, district.id)
    .limit(Array.isArray(which) ? which.length : 50);
  return rows;
}

/** Districts and the two levels below them. As numbers: the planner then knows whether they have many rows or few. */
export async function withBelow(db: Db, ids: readonly number[]): Promise<number[]> {
  const given = sql`any(${sql.param(ids)}::bigint[])`;
  const { rows } = await db.execute<{ id: string }>(sql`select id from ${district}
    where id = ${given} or parent_id = ${given} or parent_id in (select id from ${district} where parent_id = ${given})`);
  return rows.map(({ id }) => Number(id));
}

/** The districts that a typed place or address names most of, such as 港区 in 东京都港区. Down to wards: others may know it by either. */
export async function districtsIn(db: Db, text: string): Promise<number[]> {
  const place = text.replace(/\s/g, "");
  const said = (name: SQL) => sql`case when strpos(${place}::text, ${name}) > 0 then length(${name}) else 0 end`;
  const names = [district.name_zh, above.name_zh, highest.name_zh];
  const score = sql<number>`(${sql.join(
    names.map((name) => said(sql`${name}`)),
    sql` + `,
  )})`;
  const rows = await db
    .select({ id: district.id, score })
    .from(district)
    .leftJoin(above, eq(above.id, district.parent_id))
    .leftJoin(highest, eq(highest.id, above.parent_id))
    .where(
      and(eq(district.status, "enabled"), lte(district.level, 2), sql`strpos(${place}::text, ${district.name_zh}) > 0`),
    )
    .orderBy(sql`${score} desc`)
    .limit(50);
  return rows.filter((row) => row.score === rows[0]?.score).map(({ id }) => id);
}

export async function placeOf(db: Db, id: number): Promise<Ref[]> {
  const [row] = await db
    .select({
      names: sql<Ref[]>`jsonb_build_array(
        jsonb_build_object('id', ${highest.id}, 'name', ${highest.name_zh}),
        jsonb_build_object('id', ${above.id}, 'name', ${above.name_zh}),
        jsonb_build_object('id', ${district.id}, 'name', ${district.name_zh}))`,
    })
    .from(district)
    .leftJoin(above, eq(above.id, district.parent_id))
    .leftJoin(highest, eq(highest.id, above.parent_id))
    .where(eq(district.id, id));
  return row?.names.filter((one) => one.id !== null) ?? [];
}

/** The districts of these rows by their names, with those above them. */
export async function placeNames(
  db: Db,
  rows: readonly { district_id: number | null }[],
): Promise<(id: number | null) => Ref | null> {
  const ids = [...new Set(rows.flatMap(({ district_id }) => district_id ?? []))];
  const places = ids.length ? await districtsOf(db, ids) : [];
  const byId = new Map(places.map(({ id, name }) => [id, { id, name }]));
  return (id) => (id === null ? null : (byId.get(id) ?? null));
}

/** Estates by their names, in the order in which they are asked for; those that are gone are left out. */
export async function estateNames(db: Db, ids: readonly number[]): Promise<(ids: readonly number[]) => Ref[]> {
  const rows = ids.length
    ? await pick(db, estate, ["id", "name"], and(inArray(estate.id, [...new Set(ids)]), isNull(estate.deleted_at)))
    : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (asked) => asked.flatMap((id) => byId.get(id) ?? []);
}
