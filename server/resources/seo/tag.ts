import { and, isNull, type SQL, sql } from "drizzle-orm";
import { plainFilter } from "~/contract/house/public-filter";
import { seoTag as contract, filterCount, TagFields, TagRow } from "~/contract/seo/tag";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { encyclopaedia } from "~/server/database/tables/seo/city";
import { section, seoTag } from "~/server/database/tables/seo/seo";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { found, idsOf, pick, refuse, rowOf, type SignedCall, setRow } from "~/server/lib/call";
import { entity, isPresent } from "~/server/lib/entity";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve, serveAct, serveNull, statusHandlers } from "~/server/lib/serve";
import { readSettings, type Settings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { termOf } from "~/server/resources/content/term";
import { siteUrlBy } from "~/server/resources/shared/site";
import { countGiven, countOnline, filterText, onlineRows } from "./found-estates";

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
async function usesOfTag(db: Db, id: number): Promise<string> {
  const uses: [string, number][] = [["SEO版块", await sectionsWith(db, id)]];
  for (const [label, table] of tagged) uses.push([label, await db.$count(table, named(table, id))]);
  return uses.flatMap(([label, count]) => (count ? `${label} ${count}` : [])).join("、");
}

/** How many pieces name each of these tags, whatever their state. */
async function piecesWith(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
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
async function mergeUses(db: Db, from: number, to: number): Promise<void> {
  await showInstead(db, from, to);
  await nameInstead(db, from, to);
}

async function showInstead(db: Db, from: number, to: number): Promise<void> {
  const rows = await pick(db, section, ["id", "content"], showing(from), { lock: "update" });
  for (const { id, content } of rows) {
    if (!("tag_ids" in content)) continue;
    const tag_ids = [...new Set(content.tag_ids.map((one) => (one === from ? to : one)))];
    await setRow(db, section, id, { content: { tag_ids }, version: sql`${section.version} + 1` });
  }
}

export const addressedSeoTag = { kind: "seo_tag", table: seoTag, name: seoTag.name };

export type Tag = typeof seoTag.$inferSelect;

const term = termOf(addressedSeoTag, "标签", (call, id) => tagOf(call, id));

const tags = entity({
  ...{ table: seoTag, module: "seo", type: "seo_tag", title: "SEO标签", unique: "名称" },
  // Its search is described in its own words.
  fields: TagFields.omit({ filter: true }),
  nameOf: ({ name }) => name,
  present: (call, id) => tagOf(call, id),
});

export const indexingOf = (
  { index_flag }: Pick<Tag, "index_flag">,
  count: number,
  { "seo.noindex_below": least }: Pick<Settings, "seo.noindex_below">,
): TagRow["indexing"] => (index_flag ? (count < least ? "thin" : "index") : "off");

async function rowsOf({ db, user }: SignedCall, rows: readonly Tag[]): Promise<TagRow[]> {
  const settings = await readSettings(db);
  const pieces = await piecesWith(db, idsOf(rows));
  const [mayEdit, mayPublish] = (["seo:tag:edit", "seo:tag:publish"] as const).map((code) =>
    user.permissions.has(code),
  );
  return rows.map((row) => {
    const { id, slug, status, estate_count } = row;
    return rowOf(TagRow, row, {
      piece_count: pieces.get(id) ?? 0,
      indexing: indexingOf(row, estate_count, settings),
      url: siteUrlBy(settings, "seo_tag", slug),
      can: {
        edit: mayEdit ?? false,
        enable: (mayPublish ?? false) && status === "disabled",
        disable: (mayPublish ?? false) && status === "enabled",
        delete: mayEdit ?? false,
        merge: mayEdit ?? false,
      },
    });
  });
}

async function tagOf(call: SignedCall, id: number): Promise<TagRow> {
  const [row] = await call.db.select().from(seoTag).where(isPresent(seoTag, id));
  const [shown] = await rowsOf(call, [found(row)]);
  return found(shown);
}

export const tagHandlers = [
  serve(filterCount.count, async ({ db, query, services }) => {
    const where = await onlineRows(db, query);
    const total = await countOnline(db, query);
    const first = await pick(db, estate, ["id"], where, {
      order: sql`${estate.created_at} desc, ${estate.id} desc`,
      limit: 3,
    });
    const cards = await estateCards(db, services, idsOf(first));
    return { ...total, list: cards.map(({ id, title, facts }) => ({ id, title, facts })) };
  }),
  serve(contract.list, (call) => {
    const { query } = call;
    const where: SQL | undefined = and(
      isNull(seoTag.deleted_at),
      query.keyword ? includesText(seoTag.name, query.keyword) : undefined,
      ...matching(seoTag, query, ["type", "index_flag", "status"]),
    );
    return tablePage(call, seoTag, { where, order: orderOf(seoTag, query.sort, seoTag.id) }, rowsOf);
  }),
  serve(contract.get, (call) => tagOf(call, call.params.id)),
  serve(contract.create, async (call) => {
    await term.checkName(call, call.body);
    const { filter, ...body } = call.body;
    const kept = plainFilter(filter);
    const estate_count = await countGiven(call.db, kept, "filter");
    return tags.add(call, { ...body, filter: kept, estate_count, slug: await term.slugFor(call, call.body) });
  }),
  serveAct(contract.update, tagOf, async (call, id, { version, ...body }) => {
    const row = await tags.lock(call, id, version);
    await term.checkName(call, body, row);
    const filter = plainFilter(body.filter);
    const values = { ...body, slug: await term.slugFor(call, body, row) };
    const changes = await tags.changesIn(call, row, values);
    const [before, after] = [filterText(row.filter), filterText(filter)];
    if (before !== after) changes.push({ field: "filter", label: "筛选条件", before, after });
    if (changes.length === 0) return;
    const estate_count = await countGiven(call.db, filter, "filter");
    await tags.change(call, row, { ...values, filter, estate_count }, { changes });
  }),
  serveNull(contract.remove, async (call, id) => {
    const row = await tags.lock(call, id);
    const uses = await usesOfTag(call.db, id);
    if (uses) return refuse(40904, { n: uses });
    await tags.remove(call, row);
  }),
  ...statusHandlers(contract, tags.turn, tagOf),
  serve(contract.merge, async (call) => {
    const { into_id } = call.body;
    const { source, target } = await term.lockPair(call, call.params.id, call.body);
    await mergeUses(call.db, source.id, into_id);
    await term.pointTo(call, source, target);
    const summary = `SEO标签 ${source.name} 并入 ${target.name}`;
    const deleted_at = isoInstant(call.services.now());
    await tags.change(call, source, { merged_to_id: into_id, deleted_at }, { summary });
    await tags.log(call, target, { summary });
    return tagOf(call, into_id);
  }),
];
