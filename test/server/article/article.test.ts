import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { tag } from "~/contract/article/tag";
import { editing } from "~/contract/content/editing";
import { mostRevisions } from "~/contract/content/publishing";
import type { Input } from "~/contract/endpoint";
import { batch } from "~/contract/shared/batch";
import { article as articleTable } from "~/server/database/tables/article/article";
import { contentDraft, revision, slugRedirect } from "~/server/database/tables/content/content";
import { media } from "~/server/database/tables/system/system";
import { sweepMedia } from "~/server/lib/media";
import { pictureUrl } from "~/server/resources/shared/upload";
import { contentLife, contentOf } from "~/test/support/content-life";
import { desk } from "~/test/support/desk";
import { days, makeInquiry, makeMedia } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";

const work = desk({
  editor: { role: "content_editor", name: "林编辑" },
  writer: { permissions: ["article:news:view", "article:news:edit"], name: "何作者" },
  other: { role: "seo_editor", name: "周编辑" },
});
const { db, api, editor, asEditor, asWriter, asOther, at, whoMay } = work;

type Body = Input<typeof article.create>["body"];
const text = `<p>${"湾岸地区新盘陆续入市，交通与配套日渐成熟。".repeat(4)}</p>`;

const picture = async () =>
  (await makeMedia(db, { uploader: editor.id, scene: "content", is_private: false, kind: "image" })).id;
const news = async (over: object = {}) =>
  ({
    title: "东京湾岸新盘观察",
    category_id: (await asEditor(category.create, { body: { name: `分类${Math.random()}` } as never })).data.id,
    cover_id: await picture(),
    summary: "东京湾岸地区今年的新盘供应、价格与交通变化，一文看懂。",
    content: text,
    ...over,
  }) as Body;
const items = contentOf(asEditor, article, news);
const { add, get, live, save, schedule } = items;
const row = async (id: number) => (await db.select().from(articleTable).where(eq(articleTable.id, id)))[0];
/** The form's fields as the record has them. */
const formOf = async (id: number): Promise<Body> => (await get(id)) as unknown as Body;

contentLife(work, article, items, {
  ...{ by: asEditor, writer: asWriter, path: "article", readAt: ({ slug }) => `article/${slug}` },
  least: { title: "观察" },
  demanded: ["title", "category_id", "cover_id", "summary", "content"],
  broken: [{ content: "<p>短</p>" }, "content"],
  change: { author: "海外部" },
  label: "作者",
  named: "资讯 东京湾岸新盘观察",
});

test("bad input is refused on its field", async () => {
  const cases: [object, string][] = [
    [{ title: " " }, "title"],
    [{ title: "长".repeat(81) }, "title"],
    [{ summary: "长".repeat(201) }, "summary"],
    [{ category_id: 987654 }, "category_id"],
    [{ tag_ids: [987654] }, "tag_ids"],
    [{ cover_id: 987654 }, "cover_id"],
    [{ cover_id: (await makeMedia(db, { uploader: editor.id })).id }, "cover_id"],
    [{ slug: "No Slug" }, "slug"],
    [{ source_url: "javascript:alert(1)" }, "source_url"],
    [{ lang: "fr" }, "lang"],
    [{ country_code: "XX" }, "country_code"],
    [{ content: `<p>${"长".repeat(40_000)}</p>` }, "content"],
    [{ related_estate_ids: [987654] }, "related_estate_ids"],
    [{ seo_keywords: Array.from({ length: 11 }, (_, index) => `词${index}`) }, "seo_keywords"],
  ];
  const body = await news();
  for (const [over, name] of cases)
    expect(await asEditor.unchecked(article.create, { body: { ...body, ...over } }), name).toMatchObject(
      refusedAt(name),
    );
});

test("a text is made safe when it is kept; its own pictures stay, others' are to be uploaded again", async () => {
  const id7 = await picture();
  const secret = (await makeMedia(db, { uploader: editor.id, is_private: true, kind: "image" })).id;
  const address = pictureUrl(api.services, id7);
  const id = await add({
    content: `${text}<script>alert(1)</script><img src="${address}" onerror=alert(1) alt="外观"><img data-media-id="${secret}"><img src="https://other.example/x.png">`,
  });
  const saved = (await row(id))?.content ?? "";
  expect(saved).toBe(
    `${text}<img data-media-id="${id7}" alt="外观" /><div data-type="missing-picture"></div><div data-type="missing-picture"></div>`,
  );
  expect((await row(id))?.media_ids).toContain(id7);
  expect((await get(id)).content).toContain(`src="${address}"`);
});

test("a draft copy whose base has changed is not published over it: field by field it is said who has changed what", async () => {
  const id = await live();
  const body = await formOf(id);
  const params = { id };
  await asEditor(article.saveDraft, {
    params,
    body: { ...body, title: "修改稿的标题", summary: `${body.summary}稿`, base_version: 2, draft_version: 0 },
  });
  await asOther(article.update, { params, body: { ...body, title: "公开版的标题", author: "周编辑", version: 2 } });
  const refused = await asEditor(article.publishDraft, { params, body: { draft_version: 1 } });
  expect(refused).toMatchObject({ code: 40901, message: "公开版本已被修改，请核对后再发布" });
  const { fields } = refused.data as unknown as {
    fields: { field: string; side: string; before: string; after: string }[];
  };
  expect(Object.fromEntries(fields.map(({ field, side }) => [field, side]))).toEqual({
    title: "both",
    summary: "draft",
    author: "live",
  });
  expect(fields[0]).toMatchObject({ before: "公开版的标题", after: "修改稿的标题" });
  // Held against the new base it goes.
  await asEditor(article.saveDraft, {
    params,
    body: { ...body, title: "修改稿的标题", author: "周编辑", base_version: 3, draft_version: 1 },
  });
  expect((await asEditor(article.publishDraft, { params, body: { draft_version: 2 } })).data).toMatchObject({
    title: "修改稿的标题",
    author: "周编辑",
  });
  expect(await db.select().from(contentDraft)).toEqual([]);
});

test("versions are kept, compared by block and by word, and restored as a new one; the last twenty", async () => {
  const id = await live({ content: `${text}<p>价格上涨三成。</p>` });
  const params = { id };
  const body = await formOf(id);
  await save(id, { content: `${text}<p>价格上涨五成。</p><p>新的一段。</p>` });
  const list = (await asEditor(article.revisions, { params })).data;
  expect(list.map(({ no, act, changed, is_live, is_present }) => [no, act, changed, is_live, is_present])).toEqual([
    [2, "save", ["正文"], true, true],
    [1, "create", [], true, false],
  ]);
  const first = list[1]?.id ?? 0;
  const { diff, snapshot } = (await asEditor(article.revision, { params: { id, revision_id: first } })).data;
  expect(snapshot.content).toContain("三成");
  expect(diff).toHaveLength(1);
  expect(diff[0]?.blocks?.slice(1)).toEqual([
    {
      kind: "changed",
      before: [
        { text: "价格上涨", is_marked: false },
        { text: "三", is_marked: true },
        { text: "成。", is_marked: false },
      ],
      after: [
        { text: "价格上涨", is_marked: false },
        { text: "五", is_marked: true },
        { text: "成。", is_marked: false },
      ],
    },
    { kind: "added", before: null, after: [{ text: "新的一段。", is_marked: true }] },
  ]);
  const restoring = { params: { id, revision_id: first }, body: { version: 3 } };
  expect((await asEditor(article.restore, restoring)).data).toMatchObject({ version: 4 });
  expect((await get(id)).content).toContain("三成");
  expect((await asEditor(article.revisions, { params })).data[0]).toMatchObject({
    no: 3,
    act: "restore",
    is_present: true,
  });
  for (let version = 4; version < 4 + mostRevisions; version++)
    await asEditor(article.update, { params, body: { ...body, sort: version, version } });
  const saved = await db.select().from(revision).where(eq(revision.target_id, id));
  expect([saved.length, Math.min(...saved.map(({ no }) => no))]).toEqual([mostRevisions, 4]);
  expect(await asEditor(article.restore, { params: { id, revision_id: first }, body: { version: 24 } })).toMatchObject({
    code: 40400,
  });
});

test("an address is proposed, refused where it is taken, and an old one leads on and stays its owner's", async () => {
  const id = await live();
  const slug = "dong-jing-wan-an-xin-pan-guan-cha";
  expect((await asEditor(article.slug, { query: { title: "东京湾岸新盘观察" } })).data).toEqual({
    slug: `${slug}-2`,
    is_free: true,
    taken_by: null,
  });
  expect((await asEditor(article.slug, { query: { slug } })).data).toMatchObject({
    is_free: false,
    taken_by: { id, is_old: false },
  });
  expect((await asEditor(article.slug, { query: { slug, exclude_id: id } })).data.is_free).toBe(true);
  await save(id, { slug: "bay-area" });
  expect(await db.select().from(slugRedirect)).toMatchObject([{ kind: "article", old_slug: slug, target_id: id }]);
  expect(await asEditor(article.create, { body: await news({ slug }) })).toMatchObject(refusedAt("slug"));
  // Its owner may have it again.
  await save(id, { slug });
  expect(await db.select().from(slugRedirect)).toMatchObject([{ old_slug: "bay-area", target_id: id }]);
  // Of a draft nobody has had the address.
  const draft = await add({ slug: "draft-one" });
  await save(draft, { slug: "draft-two" });
  expect(await db.select().from(slugRedirect)).toHaveLength(1);
});

test("who edits is told to the others, and is gone a minute after the last word", async () => {
  const id = await add();
  const tab = (name: string) => ({ kind: "article" as const, id, tab: `tab-${name}` });
  expect((await asEditor(editing.beat, { body: tab("one-1") })).data.users).toEqual([]);
  expect((await asEditor(editing.beat, { body: tab("one-2") })).data.users).toEqual([]);
  expect((await asOther(editing.beat, { body: tab("two-1") })).data.users).toMatchObject([
    { id: editor.id, name: "林编辑" },
  ]);
  expect((await asOther(article.get, { params: { id } })).data.editors).toMatchObject([{ name: "林编辑" }]);
  await asEditor(editing.leave, { body: tab("one-1") });
  expect((await asOther(editing.beat, { body: tab("two-1") })).data.users).toHaveLength(1);
  api.setClock(at(0.9));
  await asOther(editing.beat, { body: tab("two-1") });
  api.setClock(at(1.1));
  expect((await asOther(editing.beat, { body: tab("two-1") })).data.users).toEqual([]);
  expect((await asEditor(editing.beat, { body: tab("one-2") })).data.users).toMatchObject([{ name: "周编辑" }]);
  expect(await asEditor(editing.beat, { body: { ...tab("one-2"), id: 987654 } })).toMatchObject({ code: 40400 });
});

test("articles change their category together; what was changed since stays", async () => {
  const [one, two] = [await add(), await live()];
  const { id: category_id } = (await asEditor(category.create, { body: { name: "政策" } as never })).data;
  const moved = (await asEditor(article.categoryBatch, { body: { ids: [one, two], category_id } })).data;
  expect((await asEditor(article.list, { query: { category_id } })).data.list).toHaveLength(2);
  await asEditor(article.top, { params: { id: one }, body: { is_top: true } });
  expect((await asEditor(batch.undo, { params: { id: moved.batch_id ?? 0 } })).data).toMatchObject({
    success: [two],
    failed: [{ id: one, code: 40901 }],
  });
});

test("the list is narrowed by each filter, and says what each article has brought", async () => {
  const { id: tag_id } = (await asEditor(tag.create, { body: { name: "湾岸" } as never })).data;
  const one = await live({ title: "湾岸塔楼入市", tag_ids: [tag_id], country_code: "JP", is_recommend: true });
  const two = await add({ title: "泰国购房流程", lang: "zh_tw" });
  await makeInquiry(db, { content_kind: "article", content_id: one });
  const titles = async (query: object) => (await asEditor(article.list, { query })).data.list.map(({ id }) => id);
  const cases: [object, number[]][] = [
    [{ keyword: "塔楼" }, [one]],
    [{ tag_id: [tag_id] }, [one]],
    [{ lang: ["zh_tw"] }, [two]],
    [{ status: ["published"] }, [one]],
    [{ status: ["draft", "scheduled"] }, [two]],
    [{ is_recommend: true }, [one]],
    [{ is_top: true }, []],
    [{ country: ["JP"] }, [one]],
    [{ published_from: "2026-11-20", published_to: "2026-11-20" }, [one]],
    [{ published_from: "2026-11-21" }, []],
  ];
  for (const [query, ids] of cases) expect(await titles(query), JSON.stringify(query)).toEqual(ids);
  await schedule(two, at(5));
  expect(await titles({ status: ["scheduled"] })).toEqual([two]);
  api.setClock(at(5));
  expect(await titles({ status: ["scheduled"] })).toEqual([]);
  expect((await asEditor(article.list, { query: { keyword: "塔楼" } })).data.list).toMatchObject([
    { tags: [{ name: "湾岸", color: "gray" }], inquiry_count: 1, deal_count: 0 },
  ]);
});

test("translations are of one article, in other languages", async () => {
  const of = await add({ slug: "one" });
  const ja = await add({ slug: "one-ja", lang: "ja", translation_of: of });
  expect((await get(of)).translations).toMatchObject([{ id: ja, lang: "ja" }]);
  expect(
    await asEditor(article.create, { body: await news({ slug: "x", lang: "ja", translation_of: of }) }),
  ).toMatchObject({ data: { errors: [{ field: "lang" }] } });
  expect(
    await asEditor(article.create, { body: await news({ slug: "x", lang: "en", translation_of: ja }) }),
  ).toMatchObject({ data: { errors: [{ field: "translation_of" }] } });
});

test("the sweep leaves pictures that a text, an older version or a draft copy shows", async () => {
  const [now, before, drafted, lost] = [await picture(), await picture(), await picture(), await picture()];
  const show = (media: number) => `${text}<img data-media-id="${media}" alt="">`;
  const id = await live({ content: show(before) });
  const body = await formOf(id);
  await save(id, { content: show(now) });
  await asEditor(article.saveDraft, {
    params: { id },
    body: { ...body, content: show(drafted), base_version: 3, draft_version: 0 },
  });
  await db.update(media).set({ created_at: days(-3) });
  await sweepMedia(api.services);
  const left = (await db.select({ id: media.id }).from(media)).map((one) => one.id);
  expect(left).toEqual(expect.arrayContaining([now, before, drafted]));
  expect(left).not.toContain(lost);
});

const all = "SA CE SE" as const;
whoMay(article, { all }, { "/article/news-list": all });
whoMay(editing, { all });
