import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { article as contract } from "~/contract/article/article";
import { webhook } from "~/contract/system/webhook";
import { media } from "~/server/database/tables/system/system";
import { webhookSender } from "~/server/outbox/outbox";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, setSetting, testNow } from "~/test/support/factories";
import { putArticle, putSpecial } from "~/test/support/public-pages";
import { startReceiver } from "~/test/support/receiver";
import { testFolder } from "~/test/support/test-folder";
import { build } from "../../../docs/sample-site/build.mjs";
import { isOurs } from "../../../docs/sample-site/rebuild.mjs";

const { db, api, admin, asAdmin, insertIn } = desk({ admin: { role: "super_admin" } });

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver(() => ({ status: 204 }));
  api.services.outward = receiver.outward;
});
afterAll(() => receiver.close());

const out = join(testFolder(), "site");
const [site, own] = ["https://www.yunting.test", "https://desk.yunting.test"];
const rebuild = () =>
  build({ desk: own, key: "public-key-of-the-site", out, get: async (request) => api.app.request(request) });
const read = (path: string) => readFileSync(join(out, path), "utf8");
const files = () => readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));

async function named() {
  await setSetting(db, "site.name", "云汀");
  await setSetting(db, "site.main_base", site);
  await setSetting(db, "site.desk_base", own);
}

async function picture(): Promise<number> {
  const { id, key } = await makeMedia(db, { uploader: admin.id, scene: "content", is_private: false });
  await api.services.storage.write(key, new Blob(["picture"]).stream(), 100);
  return id;
}

test("the sample site shows estates, articles in their languages and special pages, with what engines and readers need", async () => {
  await named();
  const { id, slug } = await makeEstate(db, { slug: "bay", description: "<p>海边</p>" });
  await putArticle(db, "wan-an", { translation_key: "bay", title: "湾岸 <新盘>", related_estate_ids: [id] });
  await putArticle(db, "bay-ja", { translation_key: "bay", lang: "ja" });
  const { id: page } = await putSpecial(db, "open-day", {
    estate_ids: [id],
    modules: [
      { type: "text", props: { title: "为什么", content: "<p>商业配套成熟</p>" } },
      { type: "form", props: { title: "预约", note: null, button_text: null } },
    ],
  });
  await rebuild();
  expect(files().sort()).toEqual([
    ...["article/bay-ja.html", "article/index.html", "article/wan-an.html", `estate/${slug}.html`, "estate/index.html"],
    ...["index.html", "robots.txt", "site.js", "special/open-day.html"],
  ]);
  const article = read("article/wan-an.html");
  for (const part of [
    "<h1>湾岸 &#60;新盘&#62;</h1>",
    `<link rel="canonical" href="${site}/article/wan-an">`,
    `<link rel="alternate" hreflang="ja" href="${site}/article/bay-ja">`,
    `<link rel="alternate" type="application/atom+xml" href="${own}/api/public/feed/article/atom">`,
    ...['<script type="application/ld+json">', '<a href="/estate/bay">', '<a href="/article/bay-ja">ja</a>'],
    `<script async src="${own}/chat/embed.js">`,
  ])
    expect(article).toContain(part);
  expect(read("estate/bay.html")).toContain("<p>海边</p>");
  expect(read("estate/bay.html")).toContain(`{&#34;kind&#34;:&#34;estate&#34;,&#34;estate_id&#34;:${id}}`);
  const special = read("special/open-day.html");
  expect(special).toContain("商业配套成熟");
  expect(special).toContain(`&#34;content_kind&#34;:&#34;special&#34;,&#34;content_id&#34;:${page}`);
  expect(read("index.html")).toContain('<a href="/special/open-day">');
  expect(read("robots.txt")).toContain(`${own}/api/public/sitemap.xml`);
});

test("a signed webhook says that something has been published or withdrawn; one rebuild later the site shows it, or no more", async () => {
  await named();
  const secret = "a secret of the site's server";
  await asAdmin(webhook.create, {
    body: {
      ...{ name: "网站", provider: "custom", url: "https://receiver.example.com:8443/rebuild", secret },
      events: ["content.published", "content.changed", "content.unpublished"],
    },
  });
  const { id } = await putArticle(db, "news", { publish_status: "draft", publish_at: null });
  await rebuild();
  expect(existsSync(join(out, "article/news.html"))).toBe(false);

  const told = async () => {
    await webhookSender(api.services).runDue();
    const [one] = receiver.received.splice(0);
    return one ?? { headers: {}, body: "" };
  };
  const move = async (act: typeof contract.publish | typeof contract.offline) => {
    const { version } = (await asAdmin(contract.get, { params: { id } })).data;
    await asAdmin(act, { params: { id }, body: { version } });
  };
  await move(contract.publish);
  const { headers, body } = await told();
  expect(isOurs(headers, body, secret, testNow.getTime())).toBe(true);
  expect([
    isOurs(headers, `${body} `, secret, testNow.getTime()),
    isOurs(headers, body, "another secret of somebody", testNow.getTime()),
    isOurs(headers, body, secret, testNow.getTime() + 301_000),
    isOurs({}, body, secret, testNow.getTime()),
  ]).toEqual([false, false, false, false]);
  expect(JSON.parse(body)).toMatchObject({
    ...{ event: "content.published", text: "【内容发布】资讯“资讯 news”已发布" },
    data: { kind: "article", slug: "news", url: `${site}/article/news` },
  });
  await rebuild();
  expect(read("article/index.html")).toContain('<a href="/article/news">');

  await move(contract.offline);
  expect(JSON.parse((await told()).body)).toMatchObject({ event: "content.unpublished", data: { slug: "news" } });
  await rebuild();
  expect(existsSync(join(out, "article/news.html"))).toBe(false);
});

test("its pictures are at addresses that are good for good", async () => {
  await named();
  const [cover, inText, floor] = [await picture(), await picture(), await picture()];
  const content = `<p>湾岸</p><img data-media-id="${inText}" alt="" />`;
  await putArticle(db, "wan-an", { cover_id: cover, content, media_ids: [cover, inText] });
  const { id: owner_id } = await makeEstate(db, { slug: "bay" });
  const entry = { owner_type: "estate", owner_id, category: "exterior", sort: 1 } as const;
  await insertIn("album", { ...entry, media_id: floor, is_cover: true, caption: "夜景" });
  // Both have a narrower copy, and something that stays in sight.
  const { key } = await makeMedia(db, { uploader: admin.id, scene: "content", is_private: false });
  await api.services.storage.write(key, new Blob(["narrow"]).stream(), 100);
  const more = {
    width: 960,
    height: 640,
    widths: [{ width: 480 as const, key }],
    focus_x: 30,
    focus_y: 70,
    alt_zh: "外观",
  };
  await db
    .update(media)
    .set(more)
    .where(inArray(media.id, [cover, floor]));
  await rebuild();
  const pictures = (file: string) => [...read(file).matchAll(/<img ([^>]+)>/g)].map(([, words = ""]) => words);
  const shown = files().flatMap((file) =>
    pictures(file).flatMap((words) => {
      const widths = /srcset="([^"]+)"/.exec(words)?.[1]?.split(", ") ?? [];
      return [/ ?src="([^"]+)"/.exec(words)?.[1], ...widths.map((one) => one.split(" ")[0])];
    }),
  );
  expect(new Set(shown).size).toBeGreaterThanOrEqual(6);
  for (const [file, sizes, alt] of [
    ["estate/bay.html", "(max-width: 48rem) 100vw, 48rem", "夜景"],
    ["estate/index.html", "12rem", ""],
    ["article/index.html", "12rem", ""],
  ] as const) {
    const [words] = pictures(file);
    expect(words).toMatch(/srcset="\S+ 480w, \S+ 960w"/);
    for (const part of [`sizes="${sizes}"`, 'width="960" height="640"', "object-position:30% 70%", `alt="${alt}"`])
      expect(words).toContain(part);
  }
  api.setClock(new Date("2030-01-01T12:00:00+08:00"));
  for (const url of new Set(shown)) expect([url, (await api.app.request(url ?? "")).status]).toEqual([url, 200]);
});

test("it stays small enough to be read at once", () => {
  const folder = join(import.meta.dirname, "../../../docs/sample-site");
  const own = readdirSync(folder).filter((name) => name !== "public-api.d.ts");
  const lines = own.map((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n").length);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(300);
});
