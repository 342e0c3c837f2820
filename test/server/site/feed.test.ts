import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { feed, type JsonFeed } from "~/contract/site/feed";
import { isoInstant } from "~/server/database/tables/columns";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, makeUser, setSetting, testNow } from "~/test/support/factories";
import { putArticle, putSpecial } from "~/test/support/public-pages";
import { rowsOf } from "~/test/support/rows";

const { db, api, at, ask, whoMay } = desk({});

const [site, own] = ["https://www.yunting.test", "https://desk.yunting.test"];
async function named() {
  await setSetting(db, "site.name", "云汀 & 伙伴");
  await setSetting(db, "site.main_base", site);
  await setSetting(db, "site.desk_base", own);
}
const addressOf = (id: number) => own + publicPictureUrl(api.services, id);
const hours = (count: number) => isoInstant(at(60 * count));

/** A well-formed document's texts and attributes, each by the element that has it. */
function partsOf(xml: string): string[] {
  const parser = new SaxesParser({ xmlns: true });
  const [parts, open]: [string[], string[]] = [[], []];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    open.push(name);
    for (const { name: key, value } of Object.values(attributes))
      if (!key.startsWith("xmlns")) parts.push(`${name} ${key}=${value}`);
  });
  parser.on("text", (text) => text.trim() && parts.push(`${open.at(-1)}: ${text}`));
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return parts;
}
const read = async (path: string) => partsOf(await (await ask(path)).text());
const jsonOf = async (path: string): Promise<JsonFeed> => (await ask(path)).json();

test("a kind's newest pieces are a feed in three forms, each once and in one language", async () => {
  await named();
  const cover = await makeMedia(db, {
    ...{ uploader: (await makeUser(db)).id, scene: "content", is_private: false, size: 4_096, mime: "image/webp" },
  });
  const bay = { translation_key: "bay", title: "湾岸 <新盘> & 租金", summary: "供应 < 需求", cover_id: cover.id };
  const first = await putArticle(db, "wan-an", { ...bay, publish_at: hours(-3), updated_at: hours(-9) });
  await putArticle(db, "bay-ja", { ...bay, lang: "ja", title: "湾岸の新築", publish_at: hours(-2) });
  await putArticle(db, "older", { publish_at: hours(-5), updated_at: hours(-1) });
  await putArticle(db, "gone", { publish_status: "offline" });
  await putArticle(db, "soon", { publish_status: "scheduled", publish_at: isoInstant(at(0.5)) });

  const { items, ...about } = await jsonOf("feed/article/json");
  expect(about).toEqual({
    ...{ version: "https://jsonfeed.org/version/1.1", title: "云汀 & 伙伴 · 资讯", language: "zh" },
    ...{ home_page_url: `${site}/`, feed_url: `${own}/api/public/feed/article/json` },
  });
  const id = `tag:www.yunting.test,2026:article/${first.id}`;
  expect(items).toMatchObject([
    {
      ...{ id, url: `${site}/article/wan-an`, title: bay.title, content_text: bay.summary, language: "zh" },
      // It was written before, and has been there for its readers since its publication.
      ...{ image: addressOf(cover.id), date_published: hours(-3), date_modified: hours(-3) },
    },
    { url: `${site}/article/older`, date_published: hours(-5), date_modified: hours(-1) },
  ]);
  expect((await jsonOf("feed/article/json?lang=ja")).items.map(({ title }) => title)).toEqual([
    "湾岸の新築",
    "资讯 older",
  ]);

  const rss = await read("feed/article/rss");
  expect(rss).toEqual(
    expect.arrayContaining([
      ...["title: 云汀 & 伙伴 · 资讯", `link: ${site}/`, `atom:link href=${own}/api/public/feed/article/rss`],
      ...[`title: ${bay.title}`, "description: 供应 < 需求", `guid: ${id}`, "guid isPermaLink=false"],
      ...[`link: ${site}/article/wan-an`, "pubDate: Fri, 20 Nov 2026 01:00:00 GMT"],
      ...[`enclosure url=${addressOf(cover.id)}`, "enclosure type=image/webp", "enclosure length=4096"],
    ]),
  );
  const atom = await read("feed/article/atom?lang=ja");
  expect(atom).toEqual(
    expect.arrayContaining([
      ...[`id: ${own}/api/public/feed/article/atom?lang=ja`, "feed xml:lang=ja", "name: 云汀 & 伙伴"],
      ...["title: 湾岸の新築", `link href=${site}/article/bay-ja`, `published: ${hours(-2)}`],
    ]),
  );

  // Nobody keeps it past the next publication.
  expect((await ask("feed/article/rss")).headers.get("cache-control")).toBe("public, max-age=30, s-maxage=30");
  api.setClock(at(1));
  expect((await jsonOf("feed/article/json")).items[0]?.url).toBe(`${site}/article/soon`);
});

test("every kind has its feed, of fifty pieces; a special page is in its own while it may be opened", async () => {
  await named();
  for (let n = 0; n < 51; n++) await putArticle(db, `a-${n}`);
  expect((await jsonOf("feed/article/json")).items).toHaveLength(50);
  await putSpecial(db, "open", { end_at: isoInstant(at(1)) });
  await putSpecial(db, "later", { start_at: isoInstant(at(2)) });
  const urls = async () => (await jsonOf("feed/special/json")).items.map(({ url }) => url);
  expect(await urls()).toEqual([`${own}/s/open`]);
  api.setClock(at(1));
  expect(await urls()).toEqual([]);
  expect(await read("feed/special/atom")).toContain("updated: 1970-01-01T08:00:00.000+08:00");
});

test("without an address of the site, or of a kind, there is none", async () => {
  const said = async (path: string) => {
    const answer = await ask(path);
    return [answer.status, (await answer.json()).message];
  };
  expect(await said("feed/article/rss")).toEqual([404, expect.stringContaining("（site.main_base）")]);
  await setSetting(db, "site.main_base", site);
  expect(await said("feed/article/json")).toEqual([404, expect.stringContaining("（site.desk_base）")]);
  await named();
  expect((await said("feed/estate/atom"))[0]).toBe(404);
});

test("maps tell engines each page's pictures, its cover first, and the articles of two days as news", async () => {
  await named();
  const { id: uploader } = await makeUser(db);
  const file = { uploader, scene: "content", is_private: false };
  const [cover, inText] = [await makeMedia(db, file), await makeMedia(db, file)];
  const hidden = await makeMedia(db, { ...file, is_private: true });
  const film = await makeMedia(db, { ...file, kind: "video" });
  const media_ids = [inText.id, hidden.id, film.id, cover.id];
  await putArticle(db, "new", { cover_id: cover.id, media_ids, publish_at: hours(-47), lang: "zh_tw" });
  await putArticle(db, "old", { cover_id: cover.id, publish_at: hours(-48) });
  const { id: estate } = await makeEstate(db, { slug: "bay" });
  await makeEstate(db, { slug: "bare" });
  const plan = await makeMedia(db, file);
  const entry = { owner_type: "estate", owner_id: estate, category: "exterior" } as const;
  const { insertIn } = rowsOf(db);
  await insertIn("album", { ...entry, media_id: plan.id, sort: 1 });
  await insertIn("album", { ...entry, media_id: cover.id, sort: 2, is_cover: true });

  const pages = (await read("sitemap-image-1.xml")).map((part) => part.replace(/^.*?: /, ""));
  expect(pages).toEqual([
    ...[`${site}/article/new`, addressOf(cover.id), addressOf(inText.id)],
    ...[`${site}/article/old`, addressOf(cover.id)],
    ...[`${site}/estate/bay`, addressOf(cover.id), addressOf(plan.id)],
  ]);
  expect(await read("sitemap-news.xml")).toEqual([
    ...[`loc: ${site}/article/new`, "news:name: 云汀 & 伙伴", "news:language: zh-tw"],
    ...[`news:publication_date: ${hours(-47)}`, "news:title: 资讯 new"],
  ]);
  const maps = (await read("sitemap.xml")).map((part) => part.split("/").at(-1));
  expect(maps).toEqual(["sitemap-1.xml", "sitemap-image-1.xml", "sitemap-news.xml"]);
  expect((await ask("sitemap-image-2.xml")).status).toBe(404);

  // What is news for half a minute more is kept no longer.
  api.setClock(new Date(testNow.getTime() + 3_600_000 - 30_000));
  expect((await ask("sitemap-news.xml")).headers.get("cache-control")).toBe("public, max-age=30, s-maxage=30");
  api.setClock(at(60));
  expect(await read("sitemap-news.xml")).toEqual([]);
});

whoMay(feed, { all: "public" });
