import { and, inArray, isNull, type SQL } from "drizzle-orm";
import { tag as contract, TagFields, TagRow } from "~/contract/article/tag";
import { articleTag } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { found, refuse, rowOf, type SignedCall } from "~/server/lib/call";
import { entity, isPresent } from "~/server/lib/entity";
import { listOf, orderOf } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve, serveAct, serveNull, statusHandlers } from "~/server/lib/serve";
import { termOf } from "~/server/resources/content/term";
import { articlesWithTag, replaceTag, tagUses } from "./word/uses";

type Tag = typeof articleTag.$inferSelect;

export const addressedTag = { kind: "article_tag", table: articleTag, name: articleTag.name };
const term = termOf(addressedTag, "标签", (call, id) => tagOf(call, id));

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
    await term.checkName(call, call.body);
    const slug = await term.slugFor(call, call.body);
    return tags.add(call, { ...call.body, slug });
  }),
  serveAct(contract.update, tagOf, async (call, id, { version, ...body }) => {
    const row = await tags.lock(call, id, version);
    await term.checkName(call, body, row);
    await tags.edit(call, row, { ...body, slug: await term.slugFor(call, body, row) });
  }),
  serveNull(contract.remove, async (call, id) => {
    const row = await tags.lock(call, id);
    const count = await articlesWithTag(call.db, id);
    if (count > 0) return refuse(40904, { n: `资讯 ${count}` });
    await tags.remove(call, row);
  }),
  ...statusHandlers(contract, tags.turn, tagOf),
  serve(contract.merge, async (call) => {
    await merge(call, call.params.id, call.body);
    return tagOf(call, call.body.into_id);
  }),
];

async function merge(call: SignedCall, id: number, body: { into_id: number; version: number }): Promise<void> {
  const { into_id } = body;
  const { source, target } = await term.lockPair(call, id, body);
  const count = await replaceTag(call.db, id, into_id);
  await term.pointTo(call, source, target);
  const summary = `资讯标签 ${source.name} 并入 ${target.name}（转入资讯${count}篇）`;
  await tags.change(call, source, { merged_to_id: into_id, deleted_at: isoInstant(call.services.now()) }, { summary });
  await tags.log(call, target, { summary });
}
