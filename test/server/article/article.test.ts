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
import { media, operationLog } from "~/server/database/tables/system/system";
import { publishScheduled } from "~/server/jobs/content/publish-scheduled";
import { jobsOf } from "~/server/jobs/jobs";
import { sweepMedia } from "~/server/lib/media";
import { pictureUrl } from "~/server/resources/shared/upload";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeInquiry, makeMedia, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

const { editor, writer, asEditor, asWriter, asOther, asSales } = signedIn(api, {
  editor: { role: "content_editor", name: "林编辑" },
  writer: { permissions: ["article:news:view", "article:news:edit"], name: "何作者" },
  other: { role: "seo_editor", name: "周编辑" },
  sales: { role: "sales" },
});

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
const add = async (over: object = {}) => (await asEditor(article.create, { body: await news(over) })).data.id;
const get = async (id: number) => (await asEditor(article.get, { params: { id } })).data;
const row = async (id: number) => (await db.select().from(articleTable).where(eq(articleTable.id, id)))[0];
const versionOf = async (id: number) => (await row(id))?.version ?? 0;
const act = async (name: "publish" | "unschedule" | "offline" | "toDraft", id: number) =>
  asEditor(article[name], { params: { id }, body: { version: await versionOf(id) } });
const schedule = async (id: number, publish_at: string) =>
  asEditor(article.schedule, { params: { id }, body: { version: await versionOf(id), publish_at } });
const live = async (over: object = {}) => {
  const id = await add(over);
  expect((await act("publish", id)).code).toBe(200);
  return id;
};
/** The form's fields as the record has them. */
const formOf = async (id: number): Promise<Body> => (await get(id)) as unknown as Body;
const runJob = async (at: Date) => {
  const jobs = jobsOf(api.services, [publishScheduled]);
  await jobs.runDue(at);
  await jobs.stop();
};
const at = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);

test("an article lives: draft, scheduled, public at its minute, offline, draft again, deleted; each in the log", async () => {
  const id = await add();
  expect(await get(id)).toMatchObject({
    publish_status: "draft",
    slug: "dong-jing-wan-an-xin-pan-guan-cha",
    can: {
      publish: true,
      schedule: true,
      unschedule: false,
      offline: false,
      to_draft: false,
      delete: true,
      save_live: true,
    },
    draft: null,
  });
  expect(await schedule(id, at(-1).toISOString())).toMatchObject(refusedAt("publish_at"));
  expect((await schedule(id, at(5).toISOString())).data).toMatchObject({
    publish_status: "scheduled",
    publish_at: "2026-11-20T12:05:00.000+08:00",
  });
  expect(await asEditor(article.remove, { params: { id } })).toMatchObject({ code: 40902 });
  expect((await act("unschedule", id)).data.publish_status).toBe("draft");
  await schedule(id, at(5).toISOString());

  api.setClock(at(5));
  // No job has run.
  expect(await get(id)).toMatchObject({
    publish_status: "published",
    can: { offline: true, publish: false, unschedule: false },
  });
  expect((await row(id))?.publish_status).toBe("scheduled");
  expect(await act("unschedule", id)).toMatchObject({ code: 40902 });
  const before = await row(id);
  await runJob(at(5));
  await runJob(at(6));
  expect(await row(id)).toEqual({ ...before, publish_status: "published", was_public: true });

  expect((await act("offline", id)).data).toMatchObject({ publish_status: "offline", publish_at: before?.publish_at });
  expect(await act("offline", id)).toMatchObject({ code: 40902 });
  // Back on line it keeps its day; as a draft it gets another.
  expect((await act("publish", id)).data.publish_at).toBe(before?.publish_at);
  await act("offline", id);
  expect((await act("toDraft", id)).data).toMatchObject({ publish_status: "draft", publish_at: null });
  expect((await asEditor(article.remove, { params: { id } })).code).toBe(200);
  expect((await asEditor(article.get, { params: { id } })).code).toBe(40400);
  const lines = await db
    .select()
    .from(operationLog)
    .where(eq(operationLog.target_type, "article"))
    .orderBy(operationLog.id);
  expect(lines.map(({ summary }) => summary.replace("资讯 东京湾岸新盘观察", ""))).toEqual([
    "新增",
    "定时（2026-11-20 12:05）发布",
    "取消定时发布",
    "定时（2026-11-20 12:05）发布",
    "定时发布",
    "下线",
    "发布",
    "下线",
    "转为草稿",
    "删除",
  ]);
  expect(lines.filter(({ action }) => action === "publish").map(({ user_name }) => user_name)).toEqual([
    "系统",
    "林编辑",
  ]);
});

test("a draft need not be whole; what becomes public, and what is, must be", async () => {
  const { id } = (await asEditor(article.create, { body: { title: "观察" } as Body })).data;
  const { data: refused } = await act("publish", id);
  expect(refused).toMatchObject({
    errors: [
      { field: "title" },
      { field: "category_id" },
      { field: "cover_id" },
      { field: "summary" },
      { field: "content" },
    ],
  });
  // List and form have said so before.
  const { errors } = refused as unknown as { errors: { message: string }[] };
  const blocked = { publish: errors.map(({ message }) => message).join("；") };
  expect((await get(id)).blocked).toEqual(blocked);
  expect((await asEditor(article.list, {})).data.list[0]?.blocked).toEqual(blocked);
  expect((await get(await add())).blocked).toEqual({});
  expect(await schedule(id, at(5).toISOString())).toMatchObject({ code: 42200 });
  const whole = await live();
  const body = { ...(await formOf(whole)), content: "<p>短</p>" };
  expect(await asEditor(article.update, { params: { id: whole }, body: { ...body, version: 2 } })).toMatchObject(
    refusedAt("content", "正文至少50个字"),
  );
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
  const kept = (await row(id))?.content ?? "";
  expect(kept).toBe(
    `${text}<img data-media-id="${id7}" alt="外观" /><div data-type="missing-picture"></div><div data-type="missing-picture"></div>`,
  );
  expect((await row(id))?.media_ids).toContain(id7);
  expect((await get(id)).content).toContain(`src="${address}"`);
});

test("saved over by two at once, the later one is told; without a change nothing is written", async () => {
  const id = await add();
  const body = await formOf(id);
  expect((await asEditor(article.update, { params: { id }, body: { ...body, version: 1 } })).data.version).toBe(1);
  expect(
    (await asEditor(article.update, { params: { id }, body: { ...body, title: "湾岸新盘观察二", version: 1 } })).data
      .version,
  ).toBe(2);
  const late = await asOther(article.update, {
    params: { id },
    body: { ...body, title: "湾岸新盘观察三", version: 1 },
  });
  expect(late).toMatchObject({ code: 40901, data: { title: "湾岸新盘观察二", version: 2, can: { edit: true } } });
  expect(await act("publish", id)).toMatchObject({ code: 200 });
  expect(await asEditor(article.offline, { params: { id }, body: { version: 2 } })).toMatchObject({ code: 40901 });
});

test("who may not publish writes a draft copy beside what is public; published, it is the live version", async () => {
  const id = await live();
  const body = await formOf(id);
  const saved = await asWriter(article.update, {
    params: { id },
    body: { ...body, title: "湾岸新盘再观察", version: 2 },
  });
  expect(saved.data).toMatchObject({
    title: "东京湾岸新盘观察",
    version: 2,
    has_draft: true,
    can: { save_live: false },
  });
  expect(saved.data.draft).toMatchObject({ version: 1, base_version: 2, is_stale: false, by: { name: "何作者" } });
  expect((await asWriter(article.draft, { params: { id } })).data.title).toBe("湾岸新盘再观察");
  // It is gone on with by itself, in its own version.
  const draft = { ...body, title: "湾岸新盘三观察", base_version: 2, draft_version: 1 };
  expect((await asWriter(article.saveDraft, { params: { id }, body: draft })).data.title).toBe("湾岸新盘三观察");
  expect(await asWriter(article.saveDraft, { params: { id }, body: draft })).toMatchObject({ code: 40901 });
  expect(await asWriter(article.publishDraft, { params: { id }, body: { draft_version: 2 } })).toMatchObject({
    code: 40300,
  });
  expect((await asEditor(article.publishDraft, { params: { id }, body: { draft_version: 2 } })).data).toMatchObject({
    title: "湾岸新盘三观察",
    version: 3,
    draft: null,
    publish_status: "published",
  });
  expect((await asEditor(article.draft, { params: { id } })).code).toBe(40400);
  // A draft is edited itself.
  const plain = await add({ slug: "another" });
  expect(
    await asWriter(article.saveDraft, { params: { id: plain }, body: { ...body, base_version: 1, draft_version: 0 } }),
  ).toMatchObject({ code: 40902 });
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
  await asEditor(article.update, {
    params,
    body: { ...body, content: `${text}<p>价格上涨五成。</p><p>新的一段。</p>`, version: 2 },
  });
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
  expect(await asWriter(article.restore, restoring)).toMatchObject({ code: 40300 });
  expect((await asEditor(article.restore, restoring)).data).toMatchObject({ version: 4 });
  expect((await get(id)).content).toContain("三成");
  expect((await asEditor(article.revisions, { params })).data[0]).toMatchObject({
    no: 3,
    act: "restore",
    is_present: true,
  });
  for (let version = 4; version < 4 + mostRevisions; version++)
    await asEditor(article.update, { params, body: { ...body, sort: version, version } });
  const kept = await db.select().from(revision).where(eq(revision.target_id, id));
  expect([kept.length, Math.min(...kept.map(({ no }) => no))]).toEqual([mostRevisions, 4]);
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
  await asEditor(article.update, { params: { id }, body: { ...(await formOf(id)), slug: "bay-area", version: 2 } });
  expect(await db.select().from(slugRedirect)).toMatchObject([{ kind: "article", old_slug: slug, target_id: id }]);
  expect(await asEditor(article.create, { body: await news({ slug }) })).toMatchObject(refusedAt("slug"));
  // Its owner may have it again.
  await asEditor(article.update, { params: { id }, body: { ...(await formOf(id)), slug, version: 3 } });
  expect(await db.select().from(slugRedirect)).toMatchObject([{ old_slug: "bay-area", target_id: id }]);
  // Of a draft nobody has had the address.
  const draft = await add({ slug: "draft-one" });
  await asEditor(article.update, {
    params: { id: draft },
    body: { ...(await formOf(draft)), slug: "draft-two", version: 1 },
  });
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

test("bulk acts answer row by row and are undone", async () => {
  const [one, two, bad] = [
    await add({ slug: "a-1" }),
    await live({ slug: "a-2" }),
    (await asEditor(article.create, { body: { title: "草稿" } as Body })).data.id,
  ];
  const done = (await asEditor(article.publishBatch, { body: { ids: [one, two, bad] } })).data;
  expect(done.success).toEqual([one]);
  expect(done.failed.map(({ id, code }) => [id, code])).toEqual([
    [two, 40902],
    [bad, 42200],
  ]);
  expect((await asEditor(batch.undo, { params: { id: done.batch_id ?? 0 } })).data.success).toEqual([one]);
  expect((await get(one)).publish_status).toBe("draft");
  const off = (await asEditor(article.offlineBatch, { body: { ids: [two] } })).data;
  await asEditor(batch.undo, { params: { id: off.batch_id ?? 0 } });
  expect((await get(two)).publish_status).toBe("published");
  const { id: category_id } = (await asEditor(category.create, { body: { name: "政策" } as never })).data;
  const moved = (await asEditor(article.categoryBatch, { body: { ids: [one, two], category_id } })).data;
  expect((await asEditor(article.list, { query: { category_id } })).data.list).toHaveLength(2);
  // What was changed since stays.
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
  await schedule(two, at(5).toISOString());
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
  await asEditor(article.update, { params: { id }, body: { ...body, content: show(now), version: 2 } });
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

test("only holders of the code come in, and who may not publish does not", async () => {
  const id = await add();
  expect(await asSales(article.list)).toMatchObject({ code: 40300 });
  for (const endpoint of [article.publish, article.offline, article.toDraft, article.unschedule])
    expect(await asWriter(endpoint, { params: { id }, body: { version: 1 } })).toMatchObject({ code: 40300 });
  expect((await asWriter(article.get, { params: { id } })).data.can).toMatchObject({
    edit: true,
    publish: false,
    delete: true,
  });
  expect(writer.id).toBeGreaterThan(0);
});

const all = "SA CE SE" as const;
whoMay(api, article, { all }, { "/article/news-list": all });
whoMay(api, editing, { all });
