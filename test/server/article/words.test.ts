import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { publicArticle } from "~/contract/article/public-article";
import { tag } from "~/contract/article/tag";
import { article as articleTable } from "~/server/database/tables/article/article";
import { operationLog } from "~/server/database/tables/system/system";
import { desk } from "~/test/support/desk";
import { refusedAt } from "~/test/support/refused";

const { db, api, asEditor, lifeOf, logLines } = desk({ editor: { role: "content_editor", name: "林编辑" } });

const addTag = (name: string, over: object = {}) => asEditor.unchecked(tag.create, { body: { name, ...over } });
const addCategory = (name: string, over: object = {}) =>
  asEditor.unchecked(category.create, { body: { name, ...over } });
const write = async (over: object) =>
  (await asEditor.unchecked(article.create, { body: { title: "湾岸观察", ...over } })).data.id;
const rowOf = async (id: number) => (await db.select().from(articleTable).where(eq(articleTable.id, id)))[0];

test("an address is one tag's alone; one out of use is not chosen, and one that an article has stays", async () => {
  const { id } = (await addTag("湾岸新盘")).data;
  expect(await addTag("别的", { slug: "wan-an-xin-pan" })).toMatchObject(refusedAt("slug"));
  await asEditor(tag.disable, { params: { id } });
  expect(await asEditor.unchecked(article.create, { body: { title: "x", tag_ids: [id] } })).toMatchObject(
    refusedAt("tag_ids"),
  );
  await asEditor(tag.enable, { params: { id } });
  const written = await write({ tag_ids: [id] });
  expect(await asEditor(tag.remove, { params: { id } })).toMatchObject({
    code: 40904,
    message: "存在关联数据，不能删除（资讯 1）",
  });
  await asEditor(article.remove, { params: { id: written } });
  expect((await asEditor(tag.remove, { params: { id } })).code).toBe(200);
});

test("merged tags: each article has the other one once, the count and the old address follow, older versions too", async () => {
  const [one, two, last] = [
    (await addTag("湾岸")).data.id,
    (await addTag("临海")).data.id,
    (await addTag("海滨")).data.id,
  ];
  const both = await write({ tag_ids: [one, two] });
  const only = await write({ tag_ids: [one], slug: "only" });
  expect(await asEditor(tag.merge, { params: { id: one }, body: { into_id: one, version: 1 } })).toMatchObject({
    data: { errors: [{ field: "into_id" }] },
  });
  expect(await asEditor(tag.merge, { params: { id: one }, body: { into_id: two, version: 9 } })).toMatchObject({
    code: 40901,
  });
  expect((await asEditor(tag.merge, { params: { id: one }, body: { into_id: two, version: 1 } })).data).toMatchObject({
    id: two,
    use_count: 2,
  });
  expect([(await rowOf(both))?.tag_ids, (await rowOf(only))?.tag_ids]).toEqual([[two], [two]]);
  await asEditor(tag.merge, { params: { id: two }, body: { into_id: last, version: 1 } });
  const { data: versions } = await asEditor(article.revisions, { params: { id: only } });
  const version = (await rowOf(only))?.version ?? 0;
  await asEditor(article.restore, { params: { id: only, revision_id: versions[0]?.id ?? 0 }, body: { version } });
  expect((await rowOf(only))?.tag_ids).toEqual([last]);
  expect((await api.app.request("http://desk.local/api/public/article?tag=wan-an")).status).toBe(200);
  expect(await asEditor(tag.create, { body: { name: "湾岸", color: "gray", sort: 1, slug: "wan-an" } })).toMatchObject({
    code: 42200,
  });
  const lines = await logLines(eq(operationLog.target_id, two));
  expect(lines.some(({ summary }) => summary === "资讯标签 湾岸 并入 临海（转入资讯2篇）")).toBe(true);
});

test("the tags' list is narrowed and sorted, by use as well", async () => {
  const [one, two] = [(await addTag("湾岸")).data.id, (await addTag("政策", { sort: 1 })).data.id];
  await write({ tag_ids: [one] });
  const list = async (query: object) => (await asEditor(tag.list, { query })).data.list.map(({ id }) => id);
  expect(await list({})).toEqual([two, one]);
  expect(await list({ sort: "-use_count" })).toEqual([one, two]);
  expect(await list({ keyword: "湾" })).toEqual([one]);
  await asEditor(tag.disable, { params: { id: two } });
  expect(await list({ status: ["disabled"] })).toEqual([two]);
});

test("categories have two levels, one name among siblings, and go when nothing is in them; merged, their articles go over", async () => {
  const top = (await addCategory("市场", { sort: 2 })).data.id;
  const below = (await addCategory("东京", { parent_id: top })).data.id;
  const first = (await addCategory("政策", { sort: 1 })).data.id;
  expect(await addCategory("东京", { parent_id: top, slug: "x" })).toMatchObject({ code: 40900 });
  expect((await addCategory("东京", { slug: "tokyo-top" })).code).toBe(200);
  for (const [body, message] of [
    [{ parent_id: below }, "分类最多两级"],
    [{ parent_id: 987654 }, "上级分类不存在或已被删除"],
  ] as const)
    expect(await addCategory("三级", body)).toMatchObject(refusedAt("parent_id", message));
  const change = (id: number, body: object) =>
    asEditor.unchecked(category.update, { params: { id }, body: { name: "市场", sort: 2, version: 1, ...body } });
  expect(await change(top, { parent_id: first })).toMatchObject({
    data: { errors: [{ message: "该分类已有下级，不能归入其他分类" }] },
  });
  expect(await change(top, { parent_id: top })).toMatchObject({ data: { errors: [{ message: "不能归入自身" }] } });
  expect((await asEditor(category.list, {})).data.list.map(({ name, level }) => [name, level])).toEqual([
    ["政策", 1],
    ["市场", 1],
    ["东京", 2],
    ["东京", 1],
  ]);
  const id = await write({ category_id: below });
  expect(await asEditor(category.remove, { params: { id: top } })).toMatchObject({
    code: 40904,
    message: "存在关联数据，不能删除（下级分类 1）",
  });
  expect(await asEditor(category.remove, { params: { id: below } })).toMatchObject({
    code: 40904,
    message: "存在关联数据，不能删除（资讯 1）",
  });
  expect(await asEditor(category.merge, { params: { id: top }, body: { into_id: first, version: 1 } })).toMatchObject({
    code: 40902,
  });
  expect(
    (await asEditor(category.merge, { params: { id: below }, body: { into_id: first, version: 1 } })).data,
  ).toMatchObject({ id: first, use_count: 1 });
  expect((await rowOf(id))?.category_id).toBe(first);
  expect((await asEditor(category.remove, { params: { id: top } })).code).toBe(200);
  expect((await api.send(publicArticle.categories)).data.map(({ name }) => name)).toEqual(["政策", "东京"]);
});

const roles = "SA CE SE" as const;
lifeOf(tag, {
  by: asEditor,
  facts: { name: "湾岸新盘", color: "blue", sort: 5 },
  shown: { slug: "wan-an-xin-pan", use_count: 0, status: "enabled" },
  change: { color: "red", slug: "bay" },
  shownAfter: { slug: "bay" },
  named: "资讯标签 湾岸新盘",
  changes: [
    ["颜色", "蓝", "红"],
    ["网址别名", "wan-an-xin-pan", "bay"],
  ],
  unique: "名称",
  roles: { all: roles },
  pages: { "/article/news-tag": roles },
});
lifeOf(category, {
  by: asEditor,
  facts: { name: "市场", sort: 2 },
  shown: { slug: "shi-chang", status: "enabled" },
  change: { sort: 3 },
  named: "资讯分类 市场",
  changes: [["排序", "2", "3"]],
  unique: "同级分类的名称",
  roles: { all: roles },
});
