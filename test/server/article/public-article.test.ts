import { desc, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { publicArticle } from "~/contract/article/public-article";
import { tag } from "~/contract/article/tag";
import { richTags } from "~/contract/content/rich-text";
import { customerIntake } from "~/contract/customer/customer-intake";
import type { Input } from "~/contract/endpoint";
import { contentDaily, contentVisit } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { contentRollup } from "~/server/jobs/content/content-rollup";
import { flushContentVisits, rollUpContentVisits } from "~/server/resources/content/visits";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeOwnDeal } from "~/test/support/deal-rows";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeInquiry, makeMedia, makeUser, setSetting, testNow } from "~/test/support/factories";
import { faultsIn } from "~/test/support/rich-faults";
import { inParts, scriptPayloads } from "~/test/support/script-payloads";
import { machine } from "~/test/support/signed-call";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
/** Another node on the same database. */
const other = testApi(testDatabase().db, { now: testNow });

const { editor, asEditor } = signedIn(api, { editor: { role: "content_editor", name: "林编辑" } });

type Body = Input<typeof article.create>["body"];
const text = `<p>${"湾岸地区新盘陆续入市，交通与配套日渐成熟。".repeat(4)}</p>`;
const at = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);

const picture = async () => (await makeMedia(db, { uploader: editor.id, scene: "content", is_private: false })).id;
const word = async (endpoint: typeof category.create | typeof tag.create, name: string, over: object = {}) =>
  (await asEditor(endpoint, { body: { name, ...over } as never })).data.id;
async function add(slug: string, over: object = {}): Promise<number> {
  const category_id = await word(category.create, `分类-${slug}`);
  const facts = { title: `东京湾岸新盘 ${slug}`, slug, category_id, cover_id: await picture(), content: text };
  const body = { ...facts, summary: "东京湾岸地区今年的新盘供应、价格与交通变化，一文看懂。", ...over } as Body;
  return (await asEditor(article.create, { body })).data.id;
}
const act = async (name: "publish" | "offline", id: number) =>
  asEditor(article[name], {
    params: { id },
    body: { version: (await asEditor(article.get, { params: { id } })).data.version },
  });
async function live(slug: string, over: object = {}): Promise<number> {
  const id = await add(slug, over);
  expect((await act("publish", id)).code).toBe(200);
  return id;
}

const ask = (path: string, headers: Record<string, string> = {}, node = api) =>
  node.app.request(`http://desk.local/api/public/${path}`, { headers });
const slugs = async (query = "") => {
  const { data }: { data: { list: { slug: string }[] } } = await (await ask(`article${query}`)).json();
  return data.list.map(({ slug }) => slug);
};

test("nothing unpublished ever leaves, at any moment: drafts, what is scheduled, offline or deleted, draft copies", async () => {
  const draft = await add("draft");
  const later = await add("later");
  const gone = await live("gone");
  const changed = await live("changed");
  const params = { id: changed };
  const { data: form } = await asEditor(article.get, { params });
  const copy = { ...(form as unknown as Body), title: "修改稿里的标题", base_version: 2, draft_version: 0 };
  await asEditor(article.saveDraft, { params, body: copy });
  await asEditor(article.schedule, { params: { id: later }, body: { version: 1, publish_at: at(10).toISOString() } });

  const shown = async () => {
    const found: string[] = [];
    for (const slug of ["draft", "later", "gone", "changed"])
      if ((await ask(`article/${slug}`)).status === 200) found.push(slug);
    expect((await slugs()).sort()).toEqual([...found].sort());
    const all = await (await ask("article")).text();
    expect(all).not.toMatch(/修改稿|林编辑/);
    return found;
  };
  const moments: [number, string[]][] = [
    [0, ["gone", "changed"]],
    [9.999, ["gone", "changed"]],
    [10, ["later", "gone", "changed"]],
    [100_000, ["later", "gone", "changed"]],
    [-1, []],
  ];
  for (const [minutes, expected] of moments) {
    api.setClock(at(minutes));
    expect(await shown(), `after ${minutes} minutes`).toEqual(expected);
  }
  api.setClock(at(11));
  await act("offline", gone);
  expect(await shown()).toEqual(["later", "changed"]);
  await asEditor(article.remove, { params: { id: gone } });
  await asEditor(article.remove, { params: { id: draft } });
  expect(await shown()).toEqual(["later", "changed"]);
  expect(await (await ask("article/changed")).text()).not.toContain("修改稿");
});

test("an answer is kept for a minute, never beyond the next publication; its mark changes with it at every node, and else stays", async () => {
  const id = await live("one");
  const first = await ask("article");
  expect(first.headers.get("cache-control")).toBe("public, max-age=60, s-maxage=60");
  expect(first.headers.get("access-control-allow-origin")).toBe("*");
  expect(first.headers.get("vary")).toContain("Accept-Encoding");
  expect(first.headers.get("set-cookie")).toBeNull();
  expect(await first.json()).toMatchObject({
    code: 200,
    message: "success",
    data: { total: 1, total_capped: false, page: 1, page_size: 20 },
  });
  const mark = first.headers.get("etag") ?? "";
  const again = await ask("article", { "if-none-match": mark }, other);
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", mark]);
  expect(again.headers.get("cache-control")).toContain("max-age=60");

  const two = await add("two");
  expect((await ask("article", { "if-none-match": mark }, other)).status).toBe(304);
  await asEditor(article.schedule, { params: { id: two }, body: { version: 1, publish_at: at(0.5).toISOString() } });
  const soon = await ask("article", {}, other);
  expect([soon.headers.get("etag"), soon.headers.get("cache-control")]).toEqual([
    mark,
    "public, max-age=30, s-maxage=30",
  ]);
  api.setClock(at(0.5));
  other.setClock(at(0.5));
  const changed = await ask("article", { "if-none-match": mark }, other);
  expect(changed.status).toBe(200);
  const next = changed.headers.get("etag") ?? "";
  expect(next).not.toBe(mark);
  expect((await ask("article", { "if-none-match": `"x", ${next}` })).status).toBe(304);
  await act("offline", id);
  expect((await ask("article", { "if-none-match": next }, other)).status).toBe(200);
  const page = await ask("article/two");
  await asEditor(article.update, {
    params: { id: two },
    body: {
      ...((await asEditor(article.get, { params: { id: two } })).data as unknown as Body),
      author: "海外部",
      version: 2,
    },
  });
  expect((await ask("article/two", { "if-none-match": page.headers.get("etag") ?? "" }, other)).status).toBe(200);
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
  await live("one", {
    title: "湾岸</script><b>新盘",
    content: `${text}<img data-media-id="${media}" alt="外观"><div data-type="video" data-src="https://player.bilibili.com/player.html?bvid=BV1"></div><div data-type="estate" data-id="${online.id}"></div><div data-type="estate" data-id="${offline.id}"></div><img src="https://other.example/x.png">`,
    related_estate_ids: [online.id],
    tag_ids: [await word(tag.create, "湾岸", { color: "blue" })],
    seo_keywords: ["湾岸"],
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
  const parent = await word(category.create, "市场", { slug: "market" });
  const child = await word(category.create, "东京", { slug: "tokyo", parent_id: parent });
  const bay = await word(tag.create, "湾岸", { slug: "bay" });
  await live("one", { category_id: child, tag_ids: [bay] });
  const two = await live("two", { category_id: parent, is_top: true });
  await live("two-ja", { category_id: parent, lang: "ja", translation_of: two });
  expect(await slugs()).toEqual(["two", "one"]);
  expect(await slugs("?lang=ja")).toEqual(["two-ja", "one"]);
  expect(await slugs("?category=market")).toEqual(["two", "one"]);
  expect(await slugs("?category=tokyo")).toEqual(["one"]);
  expect(await slugs("?tag=bay")).toEqual(["one"]);
  expect(await slugs("?category=nowhere")).toEqual([]);
  expect((await api.send(publicArticle.get, { params: { slug: "two" } })).data.alternates).toEqual([
    { lang: "ja", slug: "two-ja" },
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

test("an old address is sent on for good, while its article is public", async () => {
  const id = await live("old");
  const form = (await asEditor(article.get, { params: { id } })).data as unknown as Body;
  await asEditor(article.update, { params: { id }, body: { ...form, slug: "new", version: 2 } });
  const moved = await ask("article/old");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/api/public/article/new"]);
  await act("offline", id);
  expect((await ask("article/old")).status).toBe(404);
  expect((await ask("article/nowhere")).status).toBe(404);
});

test("more than six hundred a minute of one address are refused", async () => {
  const answers = await Promise.all(Array.from({ length: 605 }, () => ask("tag", {}, other)));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
});

test("a preview shows what is not public to whoever has its address, for a day, and nobody keeps it", async () => {
  await setSetting(db, "content.video_hosts", "player.bilibili.com");
  const id = await live("one", { title: "公开的标题<img>" });
  const params = { id };
  const form = (await asEditor(article.get, { params })).data as unknown as Body;
  await asEditor(article.saveDraft, {
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
  const [one, hidden] = [await live("one"), await add("hidden")];
  const told = async (id: number, ua: string, type: "view" | "play" = "view") =>
    api.app.request("http://desk.local/api/public/track", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": ua },
      body: JSON.stringify({ kind: "article", id, type }),
    });
  const browser = "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0";
  for (const [id, ua] of [
    [one, browser],
    [one, browser],
    [one, `${browser} second`],
    [one, "Googlebot/2.1"],
    [hidden, browser],
  ] as const)
    expect((await told(id, ua)).status).toBe(204);
  await told(one, browser, "play");
  await flushContentVisits(api.services);
  for (let turn = 0; turn < 2; turn++) await rollUpContentVisits(db, "2026-11-19");
  expect(await db.select().from(contentDaily)).toMatchObject([
    { kind: "article", target_id: one, date: "2026-11-20", views: 3, uv: 2, plays: 1, clicks: 0 },
  ]);
  expect((await asEditor(article.get, { params: { id: one } })).data.view_count).toBe(3);
  await rollUpContentVisits(db, "2026-11-22");
  expect(await db.select().from(contentVisit)).toEqual([]);
  expect((await asEditor(article.get, { params: { id: one } })).data.view_count).toBe(3);
  const both = { kind: "article", id: one, code: "spring-banner", type: "view" };
  const refused = await api.app.request("http://desk.local/api/public/track", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(both),
  });
  expect(refused.status).toBe(422);
});

test("what is seen of an estate, by whom, and what it brings, is counted by day; of one that is not online nothing", async () => {
  const [online, offline] = [await makeEstate(db), await makeEstate(db, { publish_status: "offline" })];
  const told = (id: number, ua: string) =>
    api.app.request("http://desk.local/api/public/track", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": ua },
      body: JSON.stringify({ kind: "estate", id, type: "view" }),
    });
  const browser = "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0";
  for (const [id, ua] of [
    [online.id, browser],
    [online.id, browser],
    [online.id, `${browser} second`],
    [offline.id, browser],
  ] as const)
    expect((await told(id, ua)).status).toBe(204);
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
    { kind: "estate", target_id: online.id, date: "2026-11-20", views: 4, uv: 3, inquiries: 1, deals: 0 },
    { kind: "estate", target_id: online.id, date: "2026-12-01", views: 0, uv: 0, inquiries: 0, deals: 1 },
  ]);
  const [row] = await db.select({ views: estate.view_count }).from(estate).where(eq(estate.id, online.id));
  expect(row?.views).toBe(5);
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
const rollUp = (date: string) =>
  contentRollup.run({ services: api.services, at: new Date(date), signal: new AbortController().signal });

test("an inquiry is of the piece that it names, else of the one whose page it was sent from; pieces count theirs and their deals, day by day", async () => {
  api.services.trustsProxy = true;
  await setSetting(db, "site.public_key", "public-key-of-the-site");
  await setSetting(db, "site.origins", origin);
  await setSetting(db, "site.main_base", `${origin}/zh/`);
  await setSetting(db, "site.paths", "article:/read/{slug}.html");
  const [one, two] = [await live("one"), await live("two")];
  const { data: form } = await asEditor(article.get, { params: { id: one } });
  expect(form.site_url).toBe(`${origin}/zh/read/one.html`);
  await asEditor(article.update, {
    params: { id: one },
    body: { ...(form as unknown as Body), slug: "one-anew", version: form.version },
  });

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
  const told = [
    [one, "2026-11-20", 2, 0],
    [two, "2026-11-20", 1, 0],
    [one, "2026-12-01", 0, 1],
  ];
  // A year after the first inquiry it is no deal of the piece any more.
  for (let turn = 0; turn < 2; turn++) {
    await rollUp("2026-11-20T12:05:00+08:00");
    expect(await counted()).toEqual(told);
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
  const [one, hidden] = [await live("one"), await add("hidden")];
  const site = machine(api);
  await site.known();
  for (const name of ["u-1", "u-2"])
    await site.send(customerIntake.user, {
      ...{ external_id: name, nickname: name, email: `${name}@demo.test` },
      ...{ register_platform: "h5", registered_at: days(-9) },
    });
  const did = (external_id: string, over: object = {}) => ({
    ...{
      external_id,
      user: "u-1",
      type: "view_content",
      target_type: "article",
      target_id: one,
      at: testNow.toISOString(),
    },
    ...over,
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
  const share = () =>
    api.app.request("http://desk.local/api/public/track", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 Chrome/130.0" },
      body: JSON.stringify({ kind: "article", id: one, type: "share" }),
    });
  expect((await share()).status).toBe(204);
  await flushContentVisits(api.services);
  await rollUp("2026-11-20T12:05:00+08:00");
  const daily = await db.select().from(contentDaily).orderBy(contentDaily.date);
  expect(daily).toMatchObject([
    { target_id: one, date: "2026-10-01", views: 2, uv: 1 },
    { target_id: one, date: "2026-11-20", views: 3, uv: 2 },
  ]);
  expect((await asEditor(article.get, { params: { id: one } })).data).toMatchObject({
    view_count: 5,
    share_count: 2,
    version: 2,
  });
  expect((await asEditor(article.get, { params: { id: hidden } })).data).toMatchObject({
    view_count: 0,
    share_count: 0,
  });
});

test("no script of a list of attempts leaves in form, version, preview or public read", async () => {
  const attempts = inParts(scriptPayloads());
  for (const [index, some] of attempts.entries()) {
    const id = await live(`attempt-${index}`, { content: `${text}${some}` });
    const { data } = await asEditor(article.get, { params: { id } });
    const [version] = (await asEditor(article.revisions, { params: { id } })).data;
    const { data: revision } = await asEditor(article.revision, { params: { id, revision_id: version?.id ?? 0 } });
    const read = (await (await ask(`article/attempt-${index}`)).json()).data.content;
    const { data: link } = await asEditor(article.previewLink, { params: { id } });
    const page = await (await api.app.request(`http://desk.local${link.url}`)).text();
    const shown = /<div class="text">([\s\S]*)<\/div>/.exec(page)?.[1] ?? "";
    const tags = [...richTags, "iframe"];
    const pictures = "/api/upload/media/";
    for (const html of [data.content, revision.snapshot.content, read])
      expect(faultsIn(html ?? "", tags, pictures)).toEqual([]);
    expect(shown).toContain("湾岸地区");
    expect(page).not.toMatch(/<script|javascript:|onerror/i);
  }
});

whoMay(api, publicArticle, { all: "public" });
