import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { CategoryFields, CategoryRow, category as contract } from "~/contract/article/category";
import { articleCategory } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { found, Refusal, refuse, refuseFields, rowOf, type SignedCall } from "~/server/lib/call";
import { entity, isNameTaken, isPresent } from "~/server/lib/entity";
import { listOf, orderOf } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve, serveAct, serveNull, statusHandlers } from "~/server/lib/serve";
import { termOf } from "~/server/resources/content/term";
import { articlesIn, categoryUses, childrenOf, moveArticles } from "./word/uses";

type Category = typeof articleCategory.$inferSelect;

export const addressedCategory = { kind: "article_category", table: articleCategory, name: articleCategory.name };
const term = termOf(addressedCategory, "分类", (call, id) => categoryOf(call, id));

const categories = entity({
  ...{ table: articleCategory, module: "article", type: "article_category", title: "资讯分类" },
  ...{ fields: CategoryFields, unique: "同级分类的名称" },
  nameOf: ({ name }) => name,
  present: (call, id) => categoryOf(call, id),
});

const above = alias(articleCategory, "above");
// Written out, since drizzle omits a table's name.
const children = sql<number>`(select count(*)::int from article_category c where c.parent_id = article_category.id and c.deleted_at is null)`;

const select = ({ db }: Pick<SignedCall, "db">) =>
  db
    .select({ row: articleCategory, parent: above.name, child_count: children, use_count: categoryUses })
    .from(articleCategory)
    .leftJoin(above, eq(above.id, articleCategory.parent_id));

interface Read {
  row: Category;
  parent: string | null;
  child_count: number;
  use_count: number;
}

const toRow = ({ row, parent, child_count, use_count }: Read): CategoryRow => {
  const { status, parent_id } = row;
  return rowOf(CategoryRow, row, {
    child_count,
    use_count,
    level: parent_id === null ? 1 : 2,
    parent: parent_id === null ? null : { id: parent_id, name: parent ?? "" },
    can: {
      edit: true,
      enable: status === "disabled",
      disable: status === "enabled",
      delete: child_count === 0 && use_count === 0,
    },
  });
};

async function categoryOf(call: SignedCall, id: number): Promise<CategoryRow> {
  const [row] = await select(call).where(isPresent(articleCategory, id));
  return toRow(found(row));
}

/** Each of the first level with those below it, both in their order. */
const inTree = sql`coalesce((select a.sort from article_category a where a.id = article_category.parent_id), ${articleCategory.sort}), coalesce(${articleCategory.parent_id}, ${articleCategory.id}),
  ${articleCategory.parent_id} is not null, ${articleCategory.sort}, ${articleCategory.id}`;
export const categoryHandlers = [
  serve(contract.list, (call) => {
    const { db, query } = call;
    const where: SQL | undefined = and(
      isNull(articleCategory.deleted_at),
      query.keyword ? includesText(articleCategory.name, query.keyword) : undefined,
      query.parent_id ? eq(articleCategory.parent_id, query.parent_id) : undefined,
      query.status?.length ? inArray(articleCategory.status, query.status) : undefined,
    );
    const order = query.sort === "sort" ? inTree : orderOf(articleCategory, query.sort, articleCategory.id);
    return listOf(db, query, { select: select(call).$dynamic(), from: articleCategory, where, order }, toRow);
  }),
  serve(contract.get, (call) => categoryOf(call, call.params.id)),
  serve(contract.create, async (call) => {
    await checkPlace(call, call.body);
    return categories.add(call, { ...call.body, slug: await term.slugFor(call, call.body) });
  }),
  serveAct(contract.update, categoryOf, async (call, id, { version, ...body }) => {
    const row = await categories.lock(call, id, version);
    await checkPlace(call, body, row);
    await categories.edit(call, row, { ...body, slug: await term.slugFor(call, body, row) });
  }),
  serveNull(contract.remove, async (call, id) => {
    const row = await categories.lock(call, id);
    const [below, used] = [await childrenOf(call.db, id), await articlesIn(call.db, id)];
    if (below + used > 0)
      return refuse(40904, { n: [below && `下级分类 ${below}`, used && `资讯 ${used}`].filter(Boolean).join("、") });
    await categories.remove(call, row);
  }),
  ...statusHandlers(contract, categories.turn, categoryOf),
  serve(contract.merge, async (call) => {
    await merge(call, call.params.id, call.body);
    return categoryOf(call, call.body.into_id);
  }),
];

/** Two levels: a category with children stays on the first, and one on the second has none. Its name is unique among its siblings. */
async function checkPlace(call: SignedCall, { parent_id, name }: CategoryFields, row?: Category): Promise<void> {
  const { db } = call;
  const wrong = (message: string) => refuseFields([{ field: "parent_id", label: "上级分类", message }]);
  // One at a time, so that no two make a third level between them.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('article-category', 0))`);
  if (parent_id !== null) {
    const [parent] = await db.select().from(articleCategory).where(isPresent(articleCategory, parent_id));
    if (!parent) return wrong("上级分类不存在或已被删除");
    if (parent.id === row?.id) return wrong("不能归入自身");
    if (parent.parent_id !== null) return wrong("分类最多两级");
    if (row && (await childrenOf(db, row.id)) > 0) return wrong("该分类已有下级，不能归入其他分类");
  }
  const others = and(
    sql`coalesce(${articleCategory.parent_id}, 0) = ${parent_id ?? 0}`,
    isNull(articleCategory.deleted_at),
    row && ne(articleCategory.id, row.id),
  );
  const before = row?.parent_id === parent_id ? row.name : undefined;
  if (await isNameTaken(call, { column: articleCategory.name, name, before, others }))
    return refuse(40900, { label: "同级分类的名称" });
}

async function merge(call: SignedCall, id: number, body: { into_id: number; version: number }): Promise<void> {
  const { db, services } = call;
  const { into_id } = body;
  const { source, target } = await term.lockPair(call, id, body);
  if ((await childrenOf(db, id)) > 0) throw new Refusal(40902, "请先合并或移走它的下级分类");
  const count = await moveArticles(db, id, into_id);
  await term.pointTo(call, source, target);
  const summary = `资讯分类 ${source.name} 并入 ${target.name}（转入资讯${count}篇）`;
  await categories.change(call, source, { merged_to_id: into_id, deleted_at: isoInstant(services.now()) }, { summary });
  await categories.log(call, target, { summary });
}
