import { and, inArray, isNull, ne, type SQL } from "drizzle-orm";
import { tag as contract, TagFields, TagRow } from "~/contract/article/tag";
import { articleTag } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import type { SignedCall } from "~/server/lib/call";
import { checkVersion, entity, isPresent } from "~/server/lib/entity";
import { listOf, orderOf } from "~/server/lib/list";
import { isNameTaken } from "~/server/lib/names";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { replyNull, replyWith } from "~/server/lib/reply";
import { includesText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { type Addressed, freeSlug } from "~/server/resources/content/slug";
import { leadOn, takeSlug } from "~/server/resources/shared/redirects";
import { articlesWithTag, flatten, replaceTag, tagUses } from "./word/uses";
import { rowOf } from "~/server/lib/row";

type Tag = typeof articleTag.$inferSelect;

export const addressedTag: Addressed = { kind: "article_tag", table: articleTag, name: articleTag.name };

const tags = entity({
  ...{
    table: articleTag,
    module: "article",
    type: "article_tag",
    title: "资讯标签",
    fields: TagFields,
    unique: "名称",
  },
  nameOf: ({ name }) => name,
  present: (call, id) => tagOf(call, id),
});

const select = ({ db }: Pick<SignedCall, "db">) => db.select({ row: articleTag, use_count: tagUses }).from(articleTag);

const toRow = ({ row, use_count }: { row: Tag; use_count: number }): TagRow => {
  const { status } = row;
  return rowOf(TagRow, row, {
    use_count,
    can: {
      edit: true,
      enable: status === "disabled",
      disable: status === "enabled",
      delete: use_count === 0,
      merge: true,
    },
  });
};

async function tagOf(call: SignedCall, id: number): Promise<TagRow> {
  const [row] = await select(call).where(isPresent(articleTag, id));
  return toRow(found(row));
}

const sorts = { ...articleTag, use_count: tagUses };

export const tagHandlers = [
  serve(contract.list, (call) => {
    const { db, query } = call;
    const where: SQL | undefined = and(
      isNull(articleTag.deleted_at),
      query.keyword ? includesText(articleTag.name, query.keyword) : undefined,
      query.status?.length ? inArray(articleTag.status, query.status) : undefined,
    );
    const order = orderOf(sorts, query.sort, articleTag.id);
    return listOf(db, query, { select: select(call).$dynamic(), from: articleTag, where, order }, toRow);
  }),
  serve(contract.get, (call) => tagOf(call, call.params.id)),
  serve(contract.create, async (call) => {
    await checkName(call, call.body);
    const slug = await slugFor(call, call.body);
    return tags.add(call, { ...call.body, slug });
  }),
  serve(
    contract.update,
    replyWith(tagOf, async (call, id, { version, ...body }) => {
      const row = await tags.lock(call, id, version);
      await checkName(call, body, row);
      await tags.edit(call, row, { ...body, slug: await slugFor(call, body, row) });
    }),
  ),
  serve(
    contract.remove,
    replyNull(async (call, id) => {
      const row = await tags.lock(call, id);
      const count = await articlesWithTag(call.db, id);
      if (count > 0) return refuse(40904, { n: `资讯 ${count}` });
      await tags.remove(call, row);
    }),
  ),
  serve(contract.enable, (call) => setStatus(call, call.params.id, "enabled")),
  serve(contract.disable, (call) => setStatus(call, call.params.id, "disabled")),
  serve(contract.merge, async (call) => {
    await merge(call, call.params.id, call.body);
    return tagOf(call, call.body.into_id);
  }),
];

/** One name is one tag's. */
async function checkName(call: SignedCall, { name }: Pick<TagFields, "name">, row?: Tag): Promise<void> {
  const others = and(isNull(articleTag.deleted_at), row && ne(articleTag.id, row.id));
  if (await isNameTaken(call, { column: articleTag.name, name, before: row?.name, others }))
    return refuse(40900, { label: "名称" });
}

/** The wanted address or the present one, else one made of the name; the one before leads on to it. */
async function slugFor(call: SignedCall, { slug, name }: TagFields, row?: Tag): Promise<string> {
  const { db, services } = call;
  if (row && (slug === null || slug === row.slug)) return row.slug;
  const free = await freeSlug(db, addressedTag, { slug, name, ownId: row?.id ?? 0 });
  await takeSlug(db, addressedTag.kind, free);
  if (row) await leadOn(db, addressedTag.kind, services.now(), row, row.id);
  return free;
}

async function setStatus(call: SignedCall, id: number, status: Tag["status"]): Promise<TagRow> {
  const row = await tags.lock(call, id);
  if (row.status === status) return refuse(40902);
  await tags.change(call, row, { status }, { verb: status === "enabled" ? "启用" : "停用" });
  return tagOf(call, id);
}

/** Makes a tag part of another: its articles have that one, its address leads there. */
async function merge(
  call: SignedCall,
  id: number,
  { into_id, version }: { into_id: number; version: number },
): Promise<void> {
  const { db, services } = call;
  const wrong = (message: string) => refuseFields([{ field: "into_id", label: "并入的标签", message }]);
  if (into_id === id) return wrong("不能并入自身");
  // In the order of their numbers, as every merge takes them.
  const rows = await db
    .select()
    .from(articleTag)
    .where(and(inArray(articleTag.id, [id, into_id]), isNull(articleTag.deleted_at)))
    .orderBy(articleTag.id)
    .for("update");
  const source = found(rows.find((row) => row.id === id));
  const target = rows.find((row) => row.id === into_id) ?? wrong("标签不存在或已被删除");
  await checkVersion(source, version, () => tagOf(call, id));
  const count = await replaceTag(db, id, into_id);
  await flatten(db, articleTag, id, into_id);
  await leadOn(db, addressedTag.kind, services.now(), source, into_id);
  const gone = { merged_to_id: into_id, deleted_at: isoInstant(services.now()) };
  await tags.change(call, source, gone, {
    summary: `资讯标签 ${source.name} 并入 ${target.name}（转入资讯${count}篇）`,
  });
  await tags.log(call, target, { summary: `资讯标签 ${source.name} 并入 ${target.name}（转入资讯${count}篇）` });
}
