import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { encyclopaedia } from "~/server/database/tables/seo/city";
import { section } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { setRow } from "~/server/lib/row";

/** Clouds that show a tag among those they have chosen. */
const showing = (id: number): SQL =>
  sql`${section.type} = 'tag_cloud' and ${section.content} -> 'tag_ids' @> ${JSON.stringify([id])}::jsonb`;

const sectionsWith = (db: Db, id: number): Promise<number> => db.$count(section, showing(id));

const tagged = [
  ["SEO文章", seoArticle],
  ["百科文章", encyclopaedia],
] as const;

const named = (table: (typeof tagged)[number][1], id: number): SQL =>
  sql`${table.tag_ids} @> ${JSON.stringify([id])}::jsonb and ${table.deleted_at} is null`;

/** What shows a tag and how often, in words; of a tag that nothing shows nothing. */
export async function usesOfTag(db: Db, id: number): Promise<string> {
  const uses: [string, number][] = [["SEO版块", await sectionsWith(db, id)]];
  for (const [label, table] of tagged) uses.push([label, await db.$count(table, named(table, id))]);
  return uses.flatMap(([label, count]) => (count ? `${label} ${count}` : [])).join("、");
}

/** How many pieces name each of these tags, whatever their state. */
export async function piecesWith(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const counts = tagged.map(
    ([, table]) =>
      sql`(select count(*)::int from ${table} where ${table.tag_ids} @> jsonb_build_array(asked.id) and ${table.deleted_at} is null)`,
  );
  const { rows } = await db.execute<{ id: string; count: number }>(
    sql`select asked.id, ${sql.join(counts, sql` + `)} as count from unnest(${sql.param([...ids])}::bigint[]) asked(id)`,
  );
  return new Map(rows.map((row) => [Number(row.id), row.count]));
}

/** Every piece that names the one names the other in its place, each once. */
async function nameInstead(db: Db, from: number, to: number): Promise<void> {
  for (const [, table] of tagged) {
    const replaced = sql`(select coalesce(jsonb_agg(one.id order by one.at), '[]'::jsonb) from (
        select id, min(at) as at from (
          select case when value::bigint = ${from} then ${to}::bigint else value::bigint end as id, at
          from jsonb_array_elements_text(${table.tag_ids}) with ordinality as had(value, at)) had group by id) one)`;
    await db.execute(sql`update ${table} set tag_ids = ${replaced}, version = version + 1 where ${named(table, from)}`);
  }
}

/** What shows a tag or names it has the other instead, once. */
export async function mergeUses(db: Db, from: number, to: number): Promise<void> {
  await showInstead(db, from, to);
  await nameInstead(db, from, to);
}

async function showInstead(db: Db, from: number, to: number): Promise<void> {
  const rows = await db
    .select({ id: section.id, content: section.content })
    .from(section)
    .where(showing(from))
    .for("update");
  for (const { id, content } of rows) {
    if (!("tag_ids" in content)) continue;
    const tag_ids = [...new Set(content.tag_ids.map((one) => (one === from ? to : one)))];
    await setRow(db, section, id, { content: { tag_ids }, version: sql`${section.version} + 1` });
  }
}
