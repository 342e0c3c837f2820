import { expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { publicArticle } from "~/contract/article/public-article";
import { tag } from "~/contract/article/tag";
import type { Input } from "~/contract/endpoint";
import { contentDaily, contentVisit } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { flushReadings, rollUpReadings } from "~/server/resources/content/visits";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, setSetting, testNow } from "~/test/support/factories";
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
  expect(data.content).toContain(`<img src="https://desk.example.com/api/upload/media/${media}/file/`);
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
  expect((await ask("category")).headers.get("cache-control")).toBe("public, max-age=3600, s-maxage=3600");
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
  await flushReadings(api.services);
  for (let turn = 0; turn < 2; turn++) await rollUpReadings(db, "2026-11-19");
  expect(await db.select().from(contentDaily)).toMatchObject([
    { kind: "article", target_id: one, date: "2026-11-20", views: 3, uv: 2, plays: 1, clicks: 0 },
  ]);
  expect((await asEditor(article.get, { params: { id: one } })).data.view_count).toBe(3);
  await rollUpReadings(db, "2026-11-22");
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

whoMay(api, publicArticle, { all: "public" });
