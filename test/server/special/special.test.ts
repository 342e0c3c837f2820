import { expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { tracker as tracking } from "~/contract/inquiry/tracker";
import { beginModule, type Module, moduleTypes } from "~/contract/special/modules";
import { special } from "~/contract/special/special";
import { dayOf } from "~/server/lib/list";
import { testNow } from "~/test/support/factories";
import { errorsOf, refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { api, make, setSetting, rowIn, rowsIn, updateIn, insertIn } = setUp();

const { editor, asEditor, asWriter } = signedIn(api, {
  editor: { role: "seo_editor", name: "周编辑" },
  writer: { permissions: ["special:page:view", "special:page:edit"], name: "何作者" },
});

type Body = Input<typeof special.create>["body"];

const picture = async () =>
  (await make.media({ uploader: editor.id, scene: "content", is_private: false, kind: "image" })).id;
const moduleOf = (type: Module["type"], props: object = {}) => ({ type, props }) as Module;
const page = async (over: object = {}) =>
  ({
    name: "湾岸秋季专题",
    title: "东京湾岸新盘合集",
    slug: "bay",
    cover_id: await picture(),
    modules: [moduleOf("text", { title: "为什么是湾岸", content: "<p>轨道与商业配套成熟。</p>" }), moduleOf("form")],
    ...over,
  }) as Body;
const add = async (over: object = {}) => (await asEditor(special.create, { body: await page(over) })).data.id;
const get = async (id: number) => (await asEditor(special.get, { params: { id } })).data;
const publish = async (id: number) =>
  asEditor(special.publish, { params: { id }, body: { version: (await get(id)).version } });
const save = async (id: number, over: object) => {
  const form = await get(id);
  return asEditor(special.update, { params: { id }, body: { ...form, ...over } as never });
};

test("a special page lives: added with its own tracking point, published, changed with a version, offline, deleted", async () => {
  const id = await add();
  const made = await get(id);
  expect(made).toMatchObject({ slug: "bay", publish_status: "draft", modules: [{ type: "text" }, { type: "form" }] });
  const [point] = await rowsIn("tracker");
  const named = { name: "专题·湾岸秋季专题", channel: "internal", page_type: "special" };
  expect(point).toMatchObject({ id: made.tracker?.id, ...named });
  // Until a setting gives our address, it is a path: the host name of the request does not count.
  expect(point?.target_url).toBe("/s/bay");
  const linked = async () => (await asEditor(tracking.get, { params: { id: made.tracker?.id ?? 0 } })).data;
  expect(await linked()).toMatchObject({ target_url: "/s/bay", link: `/s/bay?tk=${point?.code}` });
  const code = () => asEditor(special.qrcode, { params: { id }, query: {} });
  expect(await code()).toMatchObject({ code: 40902, message: "尚未设置工作台地址，不能生成二维码" });
  await setSetting("site.desk_base", "https://desk.example");
  expect((await linked()).link).toBe(`https://desk.example/s/bay?tk=${point?.code}`);
  expect(await code()).not.toHaveProperty("code", 40902);

  expect((await publish(id)).data).toMatchObject({ publish_status: "published", phase: "running" });
  expect((await save(id, { slug: "wan-an", channel: "wechat", title: "湾岸新盘" })).code).toBe(200);
  expect(await get(id)).toMatchObject({
    url: "https://desk.example/s/wan-an",
    site_url: "https://desk.example/s/wan-an",
  });
  expect(await rowsIn("tracker")).toMatchObject([{ target_url: "https://desk.example/s/wan-an", channel: "wechat" }]);

  const revisions = (await asEditor(special.revisions, { params: { id } })).data;
  expect(revisions.map(({ changed }) => changed)).toEqual([["标题", "渠道", "网址别名"], []]);
  expect((await asEditor(special.remove, { params: { id } })).code).toBe(40902);
  await asEditor(special.offline, { params: { id }, body: { version: (await get(id)).version } });
  expect((await asEditor(special.remove, { params: { id } })).code).toBe(200);
  expect((await asEditor(special.get, { params: { id } })).code).toBe(40400);
  const lines = await rowsIn("operationLog", { target_type: "special" });
  expect(lines.map(({ summary }) => summary)).toEqual(
    expect.arrayContaining([expect.stringContaining("新增专题"), expect.stringContaining("下线专题")]),
  );
  // Where its visits came from is still to be seen; nothing comes by it any more.
  expect(await rowsIn("tracker")).toMatchObject([{ status: "disabled", deleted_at: null }]);

  const draft = await add({ slug: "never-seen" });
  expect((await asEditor(special.remove, { params: { id: draft } })).code).toBe(200);
  const [, unseen] = await rowsIn("tracker");
  expect(unseen?.deleted_at).not.toBeNull();
});

test("modules are held to their type, cleaned, and compared by their words", async () => {
  expect(Object.keys(moduleTypes)).toHaveLength(11);
  const everything = (Object.keys(moduleTypes) as Module["type"][]).map(beginModule);
  const id = await add({ modules: everything });
  expect((await get(id)).modules.map(({ type }) => type)).toEqual(Object.keys(moduleTypes));

  const refused = async (modules: unknown) =>
    errorsOf(await asEditor(special.create, { body: (await page({ slug: null, modules })) as Body }))[0];
  const hidden = await make.media({ uploader: editor.id, scene: "tracking", is_private: true, kind: "image" });
  const cases: [modules: unknown[], message: string][] = [
    [[{ type: "script", props: {} }], "模块类型不正确"],
    [[moduleOf("faq", { items: [{ q: "长".repeat(61), a: "答" }] })], "问题不能超过60个字"],
    [[moduleOf("estates", { limit: 21 })], "数量不能大于20"],
    [Array.from({ length: 21 }, () => beginModule("form")), "模块最多20个"],
    [[moduleOf("picture", { media_id: 999_999 })], "第1个模块（图片）：图片不存在或未上传完成，请重新上传"],
    [[moduleOf("banner", { media_id: hidden.id })], "第1个模块"],
    [[moduleOf("video", { source: "link", url: "https://films.example/1" })], "视频"],
    [[moduleOf("video", { video_id: 4 })], "第1个模块（视频）：视频不存在"],
  ];
  for (const [modules, message] of cases) {
    const wrong = await refused(modules);
    expect(wrong?.field).toMatch(/^modules/);
    expect(wrong?.message).toContain(message);
  }

  // What was written is made safe; what is shown is known to the sweep of files.
  const shown = await picture();
  await save(id, {
    modules: [
      moduleOf("text", { content: '<p onclick="x()">一<script>alert(1)</script></p>' }),
      moduleOf("picture", { media_id: shown, alt: "外观" }),
    ],
  });
  expect((await get(id)).modules[0]).toMatchObject({ props: { content: "<p>一</p>" } });
  expect((await rowIn("special", id)).media_ids).toContain(shown);
  const [, first] = (await asEditor(special.revisions, { params: { id } })).data;
  const { diff } = (await asEditor(special.revision, { params: { id, revision_id: first?.id ?? 0 } })).data;
  const said = JSON.stringify(diff.find(({ field }) => field === "modules")?.blocks);
  for (const text of ["【横幅】", "外观"]) expect(said).toContain(text);
});

test("a publication wants a cover, whole modules, a way to answer, and an end after its beginning", async () => {
  const wanting = async (over: object) => {
    const id = await add({ slug: null, ...over });
    const reply = await publish(id);
    expect(reply.code).toBe(42200);
    return errorsOf(reply).map(({ field, message }) => `${field} ${message}`);
  };
  const now = testNow.toISOString();
  for (const [over, says] of [
    [{ cover_id: null }, expect.stringContaining("cover_id")],
    [{ modules: [] }, "modules 请添加模块"],
    [{ modules: [beginModule("form"), beginModule("cta")] }, "modules 第2个模块（行动按钮）：请输入按钮文字"],
    [{ form_fields: ["name", "note"] }, "form_fields 手机号、微信、邮箱至少选择一项"],
    [{ start_at: now, end_at: now }, "end_at 结束时间应晚于开始时间"],
  ] as const)
    expect(await wanting(over)).toEqual([says]);
});

test("who may not publish writes a draft copy; a version that is no longer the last is refused; a taken address too", async () => {
  const id = await add();
  await publish(id);
  const { version, ...form } = await get(id);
  const params = { id };
  await asWriter(special.update, { params, body: { ...form, version, title: "何作者的标题" } as never });
  expect(await get(id)).toMatchObject({ title: "东京湾岸新盘合集", has_draft: true });
  const stale = { params, body: { ...form, version: version - 1 } as never };
  expect((await asEditor(special.update, stale)).code).toBe(40901);
  expect(await asEditor(special.create, { body: await page() })).toMatchObject(refusedAt("slug"));
});

test("a copy is a draft of its own: name, address, tracking point; its times are left out", async () => {
  const id = await add({ start_at: testNow.toISOString(), name: "名".repeat(40) });
  await publish(id);
  const copy = await get((await asEditor(special.copy, { params: { id } })).data.id);
  const first = await get(id);
  expect(copy).toMatchObject({ publish_status: "draft", start_at: null, modules: first.modules });
  expect(copy.name).toBe(`${"名".repeat(36)}（副本）`);
  expect(copy.slug).not.toBe(first.slug);
  expect(copy.tracker?.id).not.toBe(first.tracker?.id);
});

test("an estate is put on a page from its own list: on what is public by who may publish, else on the draft copy; once, and fifty at most", async () => {
  const [bay, hill, lake] = [await make.estate(), await make.estate(), await make.estate()].map(({ id }) => id);
  const special_id = await add({ estate_ids: [bay] });
  const put = (as: typeof asEditor, ...estate_ids: (number | undefined)[]) =>
    as(special.addEstates, { body: { special_id, estate_ids: estate_ids.flatMap((id) => id ?? []) } });
  const title = "东京湾岸新盘合集";
  expect((await put(asWriter, bay, hill)).data).toEqual({ title, added: 1, is_draft: false });
  expect((await put(asWriter, hill)).data).toEqual({ title, added: 0, is_draft: false });
  expect(await get(special_id)).toMatchObject({ estate_ids: [bay, hill], version: 2, has_draft: false });

  await publish(special_id);
  for (const id of [lake, hill]) await put(asWriter, id);
  expect((await put(asWriter, lake)).data).toEqual({ title, added: 0, is_draft: true });
  const later = (await make.estate()).id;
  expect((await put(asWriter, later)).data).toEqual({ title, added: 1, is_draft: true });
  expect((await get(special_id)).estate_ids).toEqual([bay, hill]);
  const draft = await asEditor(special.draft, { params: { id: special_id } });
  expect(draft.data.estate_ids).toEqual([bay, hill, lake, later]);
  expect((await put(asEditor, lake)).data).toEqual({ title, added: 1, is_draft: false });
  expect((await get(special_id)).estate_ids).toEqual([bay, hill, lake]);

  const line = (await rowsIn("operationLog")).at(-1);
  expect(JSON.stringify(line)).toContain("房源");
  expect(await put(asEditor, 999_999)).toMatchObject(refusedAt("estate_ids"));
  await updateIn("special", special_id, { estate_ids: Array.from({ length: 50 }, (_, at) => 1_000 + at) });
  expect(await put(asEditor, later)).toMatchObject(refusedAt("special_id", "这个专题的房源最多50个"));
});

test("where a second person is asked, an estate goes onto the draft copy of what is public, by whoever it is", async () => {
  const [bay, hill] = [(await make.estate()).id, (await make.estate()).id];
  const special_id = await add({ estate_ids: [bay] });
  await publish(special_id);
  await setSetting("content.approval", "four_eyes");
  const body = { special_id, estate_ids: [hill] };
  expect((await asEditor(special.addEstates, { body })).data).toMatchObject({ added: 1, is_draft: true });
  expect((await get(special_id)).estate_ids).toEqual([bay]);
  const draft = { params: { id: special_id }, body: { draft_version: 1 } };
  expect(await asEditor(special.publishDraft, draft)).toMatchObject({ code: 40902 });
});

test("numbers day by day, and as cards: visits as they were told, inquiries as of now; cards of what is public, by phase and number", async () => {
  const one = await add({ slug: "one" });
  const two = await add({ slug: "two", end_at: new Date(testNow.getTime() - 1000).toISOString() });
  await add({ slug: "draft" });
  for (const id of [one, two]) await publish(id);
  const today = dayOf(testNow);
  await insertIn("contentDaily", { kind: "special", target_id: one, date: today, views: 30, uv: 20 });
  await updateIn("special", one, { view_count: 30, uv_count: 20, inquiry_count: 1 });
  await make.inquiry({ content_kind: "special", content_id: one, created_at: testNow.toISOString() });

  const { data } = await asEditor(special.stats, { params: { id: one }, query: { from: today, to: today } });
  expect(data).toEqual({
    ...{ from: today, to: today },
    days: [{ date: today, pv: 30, uv: 20, inquiries: 1, deals: 0 }],
    total: { pv: 30, uv: 20, inquiries: 1, deals: 0, conversion: 5 },
    versions: [],
  });
  expect((await asEditor(special.stats, { params: { id: one }, query: {} })).data.days).toHaveLength(30);

  const cards = async (query: object) => (await asEditor(special.cards, { query })).data.list;
  expect(await cards({})).toMatchObject([
    { id: one, uv_count: 20, inquiry_count: 1, conversion: 5 },
    { id: two, phase: "ended" },
  ]);
  expect((await cards({ phase: ["ended"] })).map(({ id }) => id)).toEqual([two]);
  expect((await cards({ phase: ["running", "waiting"] })).map(({ id }) => id)).toEqual([one]);
  expect((await cards({ sort: "uv_count", template: ["estate_list"] })).map(({ id }) => id)).toEqual([two, one]);
  const { list } = (await asEditor(special.list, { query: { keyword: "湾岸", status: ["draft"], sort: "-uv_count" } }))
    .data;
  expect(list).toMatchObject([{ slug: "draft" }]);
});

test("a page is compared with others of its language that are compared with none", async () => {
  const other = await add({ slug: "other", name: "乙版" });
  const japanese = await add({ slug: "ja", name: "日文版", lang: "ja" });
  const id = await add({ variant_ids: [other] });
  const refused = (message: string) => refusedAt("variant_ids", message);
  expect(await save(id, { variant_ids: [id] })).toMatchObject(refused("对比页不能是本页"));
  expect(await save(id, { variant_ids: [999_999] })).toMatchObject(refusedAt("variant_ids"));
  expect(await save(id, { variant_ids: [japanese] })).toMatchObject(refused("“日文版”是另一种语言的专题"));
  expect(await save(japanese, { lang: "zh", variant_ids: [id] })).toMatchObject(refused("“湾岸秋季专题”自己有对比页"));
  const third = await add({ slug: "third" });
  expect(await save(other, { variant_ids: [third] })).toMatchObject(refused("本页已是“湾岸秋季专题”的对比页"));
});

test("versions are told by what they have brought, without a rate of few; a publisher ends the comparison by one of them", async () => {
  const other = await add({ slug: "other", name: "乙版", title: "本周看房", form_success: "谢谢" });
  const stranger = await add({ slug: "stranger" });
  const id = await add({ variant_ids: [other] });
  for (const one of [id, other]) await publish(one);
  const date = dayOf(testNow);
  for (const [target_id, uv] of [
    [id, 99],
    [other, 200],
  ] as const)
    await insertIn("contentDaily", { kind: "special", target_id, date, views: uv, uv });
  await make.inquiry({ content_kind: "special", content_id: other, created_at: testNow.toISOString() });
  const { versions } = (await asEditor(special.stats, { params: { id }, query: {} })).data;
  expect(versions).toEqual([
    { id, name: "湾岸秋季专题", visitors: 99, inquiries: 0, conversion: null },
    { id: other, name: "乙版", visitors: 200, inquiries: 1, conversion: 0.5 },
  ]);

  const settle = async (as: typeof asEditor, winner_id: number, version?: number) =>
    as(special.settle, { params: { id }, body: { winner_id, version: version ?? (await get(id)).version } });
  expect(await settle(asWriter, other)).toMatchObject({ code: 40300 });
  expect(await settle(asEditor, stranger)).toMatchObject(refusedAt("winner_id"));
  expect(await settle(asEditor, other, 1)).toMatchObject({ code: 40901 });
  expect((await settle(asEditor, other)).code).toBe(200);
  expect(await get(id)).toMatchObject({
    ...{ name: "湾岸秋季专题", slug: "bay", title: "本周看房", form_success: "谢谢", variant_ids: [] },
    publish_status: "published",
  });
  expect(await get(other)).toMatchObject({ name: "乙版", slug: "other", publish_status: "published" });
  expect(await settle(asEditor, id)).toMatchObject({ code: 40902 });
});

whoMay(
  api,
  special,
  { all: "SA CE SE" },
  { "/specialEstate/special": "SA CE SE", "/specialEstate/specialList": "SA CE SE" },
);
