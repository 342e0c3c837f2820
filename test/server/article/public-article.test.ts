import { desc, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { publicArticle } from "~/contract/article/public-article";
import { tag } from "~/contract/article/tag";
import { customerIntake } from "~/contract/customer/customer-intake";
import { contentDaily, contentVisit } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { contentRollup } from "~/server/jobs/content/content-rollup";
import { flushContentVisits, rollUpContentVisits } from "~/server/resources/content/visits";
import { testApi } from "~/test/support/api";
import { contentOf } from "~/test/support/content-life";
import { testDatabase } from "~/test/support/database";
import { makeOwnDeal } from "~/test/support/deal-rows";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeInquiry, makeMedia, makeUser, setSetting, testNow } from "~/test/support/factories";
import { machine } from "~/test/support/signed-call";

const { db, api, editor, asEditor, ask, at, track, runJob, whoMay } = desk({
  editor: { role: "content_editor", name: "林编辑" },
});
/** Another node on the same database. */
const other = testApi(testDatabase().db, { now: testNow });

const text = `<p>${"湾岸地区新盘陆续入市，交通与配套日渐成熟。".repeat(4)}</p>`;

const picture = async () => (await makeMedia(db, { uploader: editor.id, scene: "content", is_private: false })).id;
const term = async (endpoint: typeof category.create | typeof tag.create, name: string, over: object = {}) =>
  (await asEditor(endpoint, { body: { name, ...over } as never })).data.id;
const { get, add, act, save, live, schedule } = contentOf(
  asEditor,
  article,
  async (over: object & { slug?: string }) => ({
    title: `东京湾岸新盘 ${over.slug}`,
    category_id: await term(category.create, `分类-${over.slug}`),
    cover_id: await picture(),
    content: text,
    summary: "东京湾岸地区今年的新盘供应、价格与交通变化，一文看懂。",
    ...over,
  }),
);

const askOther = (path: string, mark = "") =>
  other.app.request(`http://desk.local/api/public/${path}`, { headers: { "if-none-match": mark } });
const slugs = async (query = "") => {
  const { data }: { data: { list: { slug: string }[] } } = await (await ask(`article${query}`)).json();
  return data.list.map(({ slug }) => slug);
};

test("an answer is kept for a minute, never beyond the next publication; its mark changes with it at every node, and else stays", async () => {
  const id = await live({ slug: "one" });
  const first = await ask("article");
  expect(first.headers.get("cache-control")).toBe("public, max-age=60, s-maxage=60");
  expect(first.headers.get("vary")).toContain("Accept-Encoding");
  const mark = first.headers.get("etag") ?? "";
  const two = await add({ slug: "two" });
  const again = await askOther("article", mark);
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", mark]);
  await schedule(two, at(0.5));
  const soon = await askOther("article");
  expect([soon.headers.get("etag"), soon.headers.get("cache-control")]).toEqual([
    mark,
    "public, max-age=30, s-maxage=30",
  ]);
  api.setClock(at(0.5));
  other.setClock(at(0.5));
  const changed = await askOther("article", mark);
  expect(changed.status).toBe(200);
  const next = changed.headers.get("etag") ?? "";
  expect(next).not.toBe(mark);
  expect((await ask("article", { "if-none-match": `"x", ${next}` })).status).toBe(304);
  await act("offline", id);
  expect((await askOther("article", next)).status).toBe(200);
  const page = await ask("article/two");
  await save(two, { author: "海外部" });
  expect((await askOther("article/two", page.headers.get("etag") ?? "")).status).toBe(200);
  other.resetClock();
});

test("a page has its text as readers see it: pictures with whole addresses, films, estates that are online; and what search engines are told", async () => {
  await setSetting(db, "site.main_base", "https://www.example.com/");
  await setSetting(db, "site.desk_base", "https://desk.example.com");
  const [online, offline] = [
    await makeEstate(db, { name: "云汀·湾岸塔" }),
    await makeEstate(db, { name: "云汀·下线塔", publish_status: "offline" }),
  ];
  const media = await picture();
  const film = '<div data-type="video" data-src="https://player.bilibili.com/player.html?bvid=BV1"></div>';
  const estates = [online, offline].map(({ id }) => `<div data-type="estate" data-id="${id}"></div>`).join("");
  await live({
    ...{ slug: "one", title: "湾岸</script><b>新盘", related_estate_ids: [online.id], seo_keywords: ["湾岸"] },
    content: `${text}<img data-media-id="${media}" alt="外观">${film}${estates}<img src="https://other.example/x.png">`,
    tag_ids: [await term(tag.create, "湾岸", { color: "blue" })],
  });
  const { data } = await api.send(publicArticle.get, { params: { slug: "one" } });
  expect(data.content).toContain(`<img src="https://desk.example.com/api/public/file/${media}.`);
  expect(data.content).toContain('<iframe src="https://player.bilibili.com/player.html?bvid=BV1"');
  expect(data.content).toContain("云汀·湾岸塔");
  expect(data.content).not.toMatch(/下线塔|other\.example|重新上传|data-type/);
  expect(data).toMatchObject({
    tags: [{ name: "湾岸", color: "blue" }],
    related_estates: [{ title: "云汀·湾岸塔", url: `https://www.example.com/estate/${online.slug}` }],
  });
  expect(data.seo).toMatchObject({ canonical: "https://www.example.com/article/one", keywords: ["湾岸"] });
  expect(data.seo.json_ld).not.toContain("<");
  expect(JSON.parse(data.seo.json_ld)).toMatchObject({ "@type": "Article", headline: "湾岸</script><b>新盘" });
  expect(JSON.stringify(data)).not.toMatch(/created_by|updated_by|林编辑|view_count/);
  await db.update(estate).set({ publish_status: "offline" });
  expect((await api.send(publicArticle.get, { params: { slug: "one" } })).data.related_estates).toEqual([]);
});

test("lists are by category with those below it, tag, district and language; those on top first", async () => {
  const parent = await term(category.create, "市场", { slug: "market" });
  const child = await term(category.create, "东京", { slug: "tokyo", parent_id: parent });
  const bay = await term(tag.create, "湾岸", { slug: "bay" });
  await live({ slug: "one", category_id: child, tag_ids: [bay] });
  const two = await live({ slug: "two", category_id: parent, is_top: true });
  await live({ slug: "two-ja", category_id: parent, lang: "ja", translation_of: two });
  expect(await slugs()).toEqual(["two", "one"]);
  expect(await slugs("?lang=ja")).toEqual(["two-ja", "one"]);
  expect(await slugs("?category=market")).toEqual(["two", "one"]);
  expect(await slugs("?category=tokyo")).toEqual(["one"]);
  expect(await slugs("?tag=bay")).toEqual(["one"]);
  expect(await slugs("?category=nowhere")).toEqual([]);
  expect((await api.send(publicArticle.get, { params: { slug: "two" } })).data.alternates).toEqual([
    { lang: "ja", slug: "two-ja", url: null },
  ]);
  const { data: categories } = await api.send(publicArticle.categories);
  expect(categories.find(({ slug }) => slug === "market")?.children).toEqual([
    { id: child, slug: "tokyo", name: "东京" },
  ]);
  expect((await ask("category")).headers.get("cache-control")).toBe("public, max-age=3600, s-maxage=60");
  expect((await api.send(publicArticle.tags)).data).toEqual([{ id: bay, slug: "bay", name: "湾岸", color: "gray" }]);
  // Out of use, they are not there.
  await asEditor(tag.disable, { params: { id: bay } });
  await asEditor(category.disable, { params: { id: child } });
  expect([await slugs("?tag=bay"), await slugs("?category=tokyo")]).toEqual([[], []]);
  expect((await api.send(publicArticle.get, { params: { slug: "one" } })).data).toMatchObject({
    category: null,
    tags: [],
  });
});

test("an old address leads on only while its article is public", async () => {
  const id = await live({ slug: "old" });
  await save(id, { slug: "new" });
  expect((await ask("article/old")).status).toBe(301);
  await act("offline", id);
  expect((await ask("article/old")).status).toBe(404);
});

test("a preview shows what is not public to whoever has its address, for a day, and nobody keeps it", async () => {
  await setSetting(db, "content.video_hosts", "player.bilibili.com");
  const id = await live({ slug: "one", title: "公开的标题<img>" });
  const params = { id };
  const form = await get(id);
  await asEditor.unchecked(article.saveDraft, {
    params,
    body: { ...form, title: "修改稿的标题", base_version: 2, draft_version: 0 },
  });
  const { url, expires_at } = (await asEditor(article.previewLink, { params })).data;
  expect(expires_at).toBe("2026-11-21T12:00:00.000+08:00");
  const page = await api.app.request(`http://desk.local${url}`);
  expect(page.status).toBe(200);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-src https://player.bilibili.com");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain("script-src");
  expect(
    Object.fromEntries(
      ["cache-control", "x-robots-tag", "x-frame-options", "set-cookie", "referrer-policy"].map((name) => [
        name,
        page.headers.get(name),
      ]),
    ),
  ).toEqual({
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "x-frame-options": "SAMEORIGIN",
    "set-cookie": null,
    "referrer-policy": "no-referrer",
  });
  const html = await page.text();
  expect(html).toContain("<h1>公开的标题&lt;img&gt;</h1>");
  expect(html).not.toMatch(/<script|修改稿/);
  const draft = (await asEditor(article.previewLink, { params, query: { draft: true } })).data;
  expect(await (await api.app.request(`http://desk.local${draft.url}`)).text()).toContain("<h1>修改稿的标题</h1>");
  // The sites' own preview, by the same token.
  const token = draft.url.replace("/p/", "");
  const read = await ask(`article/one?preview=${encodeURIComponent(token)}`);
  expect([read.status, read.headers.get("cache-control"), read.headers.get("x-robots-tag")]).toEqual([
    200,
    "no-store",
    "noindex",
  ]);
  expect(await read.text()).toContain("修改稿的标题");

  expect((await api.app.request(`http://desk.local${url}x`)).status).toBe(404);
  expect((await ask("article/one?preview=x")).status).toBe(404);
  api.setClock(at(24 * 60 + 1));
  const late = await api.app.request(`http://desk.local${url}`);
  expect([late.status, (await late.text()).includes("预览已失效")]).toEqual([404, true]);
});

test("what is read of an article is counted by visitor and day; of one that is not public nothing is", async () => {
  const [one, hidden] = [await live({ slug: "one" }), await add({ slug: "hidden" })];
  const browser = "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0";
  for (const [id, agent] of [
    [one, browser],
    [one, browser],
    [one, `${browser} second`],
    [one, "Googlebot/2.1"],
    [hidden, browser],
  ] as const)
    expect(await track({ kind: "article", id, type: "view" }, agent)).toBe(204);
  await track({ kind: "article", id: one, type: "play" });
  await flushContentVisits(api.services);
  for (let turn = 0; turn < 2; turn++) await rollUpContentVisits(db, "2026-11-19");
  expect(await db.select().from(contentDaily)).toMatchObject([
    { kind: "article", target_id: one, date: "2026-11-20", views: 3, uv: 2, plays: 1, clicks: 0 },
  ]);
  expect((await get(one)).view_count).toBe(3);
  await rollUpContentVisits(db, "2026-11-22");
  expect(await db.select().from(contentVisit)).toEqual([]);
  expect((await get(one)).view_count).toBe(3);
  expect(await track({ kind: "article", id: one, code: "spring-banner", type: "view" })).toBe(422);
});

test("what is seen of an estate, by whom, and what it brings, is counted by day; of one that is not online nothing", async () => {
  const [online, offline] = [await makeEstate(db), await makeEstate(db, { publish_status: "offline" })];
  for (const { id } of [online, offline]) expect(await track({ kind: "estate", id, type: "view" })).toBe(204);
  await flushContentVisits(api.services);
  const site = machine(api);
  await site.known();
  await site.send(customerIntake.user, {
    ...{ external_id: "u-9", nickname: "u-9", email: "u-9@demo.test" },
    ...{ register_platform: "h5", registered_at: days(-9) },
  });
  const did = (external_id: string, over: object = {}) => ({
    ...{ external_id, user: "u-9", type: "view_estate", target_type: "estate", target_id: online.id },
    at: testNow.toISOString(),
    ...over,
  });
  const rows = [
    ...[did("e-1"), did("e-2", { at: "2026-10-01T09:00:00+08:00" })],
    ...[did("e-3", { target_id: offline.id }), did("e-4", { type: "favorite" }), did("e-5", { type: "view_content" })],
  ];
  expect((await site.send(customerIntake.behaviors, { rows })).data.refused).toEqual([]);

  const { id: owner_id } = await makeUser(db, { role: "sales" });
  const { id: customer_id } = await makeCustomer(db, { owner_id });
  await makeInquiry(db, { estate_id: online.id, customer_id, created_at: testNow.toISOString() });
  await makeOwnDeal(db, { owner_id, customer_id, subscribed_at: "2026-12-01" });
  for (let turn = 0; turn < 2; turn++) await rollUp("2026-11-20T12:05:00+08:00");
  expect(await db.select().from(contentDaily).orderBy(contentDaily.date)).toMatchObject([
    { kind: "estate", target_id: online.id, date: "2026-10-01", views: 1, uv: 1, inquiries: 0 },
    { kind: "estate", target_id: online.id, date: "2026-11-20", views: 2, uv: 2, inquiries: 1, deals: 0 },
    { kind: "estate", target_id: online.id, date: "2026-12-01", views: 0, uv: 0, inquiries: 0, deals: 1 },
  ]);
  const [row] = await db.select({ views: estate.view_count }).from(estate).where(eq(estate.id, online.id));
  expect(row?.views).toBe(3);
});

const origin = "https://www.example.com";
let households = 0;
/** A form of the company's site, sent from one of its pages. */
async function inquire(phone: string, over: object = {}) {
  const form = {
    site_key: "public-key-of-the-site",
    elapsed_ms: 8_000,
    kind: "estate",
    platform: "web",
    name: "王小姐",
  };
  const sent = await api.app.request("http://desk.local/api/inquiry/public", {
    method: "POST",
    headers: { origin, "user-agent": "Mozilla/5.0 (iPhone)", "x-forwarded-for": `114.114.${households++}.9` },
    body: JSON.stringify({ ...form, phone, ...over }),
  });
  expect(sent.status).toBe(200);
  const [row] = await db.select().from(inquiry).orderBy(desc(inquiry.id)).limit(1);
  return row;
}
const rollUp = (date: string) => runJob(contentRollup, new Date(date));

test("an inquiry is of the piece that it names, else of the one whose page it was sent from; pieces count theirs and their deals, day by day", async () => {
  api.services.trustsProxy = true;
  await setSetting(db, "site.public_key", "public-key-of-the-site");
  await setSetting(db, "site.origins", origin);
  await setSetting(db, "site.main_base", `${origin}/zh/`);
  await setSetting(db, "site.paths", "article:/read/{slug}.html");
  const [one, two] = [await live({ slug: "one" }), await live({ slug: "two" })];
  expect((await get(one)).site_url).toBe(`${origin}/zh/read/one.html`);
  await save(one, { slug: "one-anew" });

  const page = (path: string) => ({ page_url: `${origin}${path}` });
  const cases: [phone: string, over: object, id: number | null][] = [
    ["19900000001", page("/zh/read/one-anew.html?utm_source=x#form"), one],
    ["19900000002", page("/zh/read/one.html"), one],
    ["19900000003", { ...page("/zh/read/one.html"), content_kind: "article", content_id: two }, two],
    // Neither a piece nor a page that is not there is a reason to lose it.
    ["19900000004", { ...page("/zh/read/none.html"), content_kind: "article", content_id: 999_999 }, null],
    ["19900000005", page("/zh/article/one-anew"), null],
  ];
  for (const [phone, over, id] of cases)
    expect(await inquire(phone, over), phone).toMatchObject({ content_kind: id ? "article" : null, content_id: id });

  const { id: owner_id } = await makeUser(db, { role: "sales" });
  const { id: customer_id } = await makeCustomer(db, { owner_id });
  await db
    .update(inquiry)
    .set({ customer_id })
    .where(inArray(inquiry.phone, ["19900000001", "19900000003"]));
  await makeOwnDeal(db, { owner_id, customer_id, subscribed_at: "2026-12-01" });
  await makeOwnDeal(db, { owner_id, customer_id, subscribed_at: "2027-11-20" });
  const counted = async () =>
    (await db.select().from(contentDaily).orderBy(contentDaily.date, contentDaily.target_id)).map(
      ({ target_id, date, inquiries, deals }) => [target_id, date, inquiries, deals],
    );
  const shown = [
    [one, "2026-11-20", 2, 0],
    [two, "2026-11-20", 1, 0],
    [one, "2026-12-01", 0, 1],
  ];
  // A year after the first inquiry it is no deal of the piece any more.
  for (let turn = 0; turn < 2; turn++) {
    await rollUp("2026-11-20T12:05:00+08:00");
    expect(await counted()).toEqual(shown);
  }
  const { list } = (await asEditor(article.list, { query: { sort: "created_at" } })).data;
  expect(list.map(({ inquiry_count, deal_count }) => [inquiry_count, deal_count])).toEqual([
    [2, 1],
    [1, 0],
  ]);
  // What is gone is counted off: of the last days at once, of all others with the day's first turn.
  await db
    .update(inquiry)
    .set({ deleted_at: at(0).toISOString() })
    .where(eq(inquiry.phone, "19900000002"));
  await rollUp("2026-11-21T12:05:00+08:00");
  expect(await counted()).toContainEqual([one, "2026-11-20", 1, 0]);
  await db.update(inquiry).set({ deleted_at: at(0).toISOString() });
  await rollUp("2026-12-24T12:05:00+08:00");
  expect(await counted()).toContainEqual([one, "2026-11-20", 1, 0]);
  await rollUp("2026-12-24T00:00:00+08:00");
  expect((await counted()).every(([, , inquiries, deals]) => inquiries === 0 && deals === 0)).toBe(true);
});

test("who is signed in on the site is counted by what the site tells of them, once each; whoever passes a piece on as well", async () => {
  const [one, hidden] = [await live({ slug: "one" }), await add({ slug: "hidden" })];
  const site = machine(api);
  await site.known();
  for (const name of ["u-1", "u-2"])
    await site.send(customerIntake.user, {
      ...{ external_id: name, nickname: name, email: `${name}@demo.test` },
      ...{ register_platform: "h5", registered_at: days(-9) },
    });
  const did = (external_id: string, over: object = {}) => ({
    ...{ external_id, user: "u-1", type: "view_content", target_type: "article", target_id: one },
    ...{ at: testNow.toISOString(), ...over },
  });
  const rows = [
    ...[did("b-1"), did("b-2"), did("b-3", { user: "u-2" }), did("b-4", { type: "share" })],
    ...[did("b-5", { target_id: hidden }), did("b-6", { type: "share", target_id: hidden })],
    // Days whose visitors are no longer told apart.
    ...[did("b-7", { at: "2026-10-01T09:00:00+08:00" }), did("b-8", { at: "2026-10-01T10:00:00+08:00" })],
    did("b-9", { target_type: "estate" }),
    // The other kinds that the site publishes are taken as well.
    ...["video", "investment", "seo_article", "encyclopaedia", "city_intro"].map((target_type) =>
      did(`b-${target_type}`, { target_type }),
    ),
  ];
  for (let turn = 0; turn < 2; turn++)
    expect((await site.send(customerIntake.behaviors, { rows }, { ahead: turn })).data.refused).toEqual([]);
  expect(await track({ kind: "article", id: one, type: "share" }, "Mozilla/5.0 Chrome/130.0")).toBe(204);
  await flushContentVisits(api.services);
  await rollUp("2026-11-20T12:05:00+08:00");
  const daily = await db.select().from(contentDaily).orderBy(contentDaily.date);
  expect(daily).toMatchObject([
    { target_id: one, date: "2026-10-01", views: 2, uv: 1 },
    { target_id: one, date: "2026-11-20", views: 3, uv: 2 },
  ]);
  expect(await get(one)).toMatchObject({ view_count: 5, share_count: 2, version: 2 });
  expect(await get(hidden)).toMatchObject({ view_count: 0, share_count: 0 });
});

whoMay(publicArticle, { all: "public" });
