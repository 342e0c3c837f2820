import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { brokenLink } from "~/contract/seo/broken-link";
import { siteRedirect } from "~/contract/seo/redirect";
import { brokenLink as table } from "~/server/database/tables/seo/site-page";
import { databaseFlag } from "~/server/database/tables/system/system";
import { brokenLinks } from "~/server/jobs/seo/broken-links";
import { contentOf } from "~/test/support/content-life";
import { desk } from "~/test/support/desk";
import { makeMedia, testNow } from "~/test/support/factories";
import { startReceiver } from "~/test/support/receiver";

const work = desk({
  admin: { role: "super_admin", name: "林管理" },
  editor: { role: "seo_editor", name: "周编辑" },
  viewer: { permissions: ["seo:section:view"], name: "何作者" },
});
const { db, api, admin, asAdmin, asEditor, asViewer, make, runJob, setSetting, whoMay } = work;
const site = "https://www.example.com";

let outside: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  outside = await startReceiver(({ path }) => ({ status: path === "/there" ? 200 : path === "/shut" ? 403 : 404 }));
  api.services.outward = outside.outward;
});
afterAll(() => outside.close());
beforeEach(async () => {
  outside.received.length = 0;
  await setSetting("site.main_base", site);
});

const linked = (urls: readonly string[]) =>
  `<p>${"湾岸地区新盘陆续入市，交通与配套日渐成熟。".repeat(4)}</p>${urls.map((url) => `<p><a href="${url}">看这里</a></p>`).join("")}`;
const items = contentOf(asAdmin, article, async (over: object) => ({
  title: "东京湾岸新盘观察",
  category_id: (await asAdmin(category.create, { body: { name: `分类${Math.random()}` } as never })).data.id,
  cover_id: (await makeMedia(db, { uploader: admin.id, scene: "content", is_private: false, kind: "image" })).id,
  summary: "东京湾岸地区今年的新盘供应、价格与交通变化，一文看懂。",
  ...over,
}));
/** The day on which a piece's links to other sites are asked. */
const turnOf = (id: number) => {
  const day = Math.floor(testNow.getTime() / 86_400_000);
  return new Date((day + ((((id - day) % 7) + 7) % 7)) * 86_400_000 + 43_200_000);
};
const run = (id: number) => {
  const at = turnOf(id);
  api.setClock(at);
  return runJob(brokenLinks, at);
};
const found = async () => (await db.select().from(table).orderBy(table.url)).map(({ url, reason }) => [url, reason]);

test("links to our own pages that are not there are found, and go once they are mended", async () => {
  await make.estate({ slug: "bay-tower" });
  const urls = [`${site}/estate/bay-tower`, `${site}/estate/none`, `${site}/article/led-on`, "mailto:a@example.com"];
  const id = await items.live({ content: linked(urls) });
  await asEditor(siteRedirect.create, { body: { from_path: "/article/led-on", to_path: "/estate/bay-tower" } });
  expect(await run(id)).toBe("1 broken");
  expect(await found()).toEqual([[`${site}/estate/none`, "站内页面不存在或已下线"]]);
  const list = async (query: object) => (await asAdmin(brokenLink.list, { query })).data.list;
  expect(await list({ kind: "article" })).toMatchObject([
    { kind: "article", target_id: id, title: "东京湾岸新盘观察", url: `${site}/estate/none` },
  ]);
  expect(await list({ keyword: "没有的" })).toEqual([]);
  // A colleague who may not see the kind does not see its links.
  expect((await asViewer(brokenLink.list, {})).data.list).toEqual([]);
  await make.estate({ slug: "none" });
  expect(await run(id)).toBe("0 broken");
});

test("other sites are asked once a week, and only what is gone for good counts", async () => {
  const host = "https://receiver.example.com";
  const id = await items.live({ content: linked([`${host}/there`, `${host}/shut`, `${host}/gone?a=1&amp;b=2`]) });
  const other = new Date(turnOf(id).getTime() + 86_400_000);
  api.setClock(other);
  await runJob(brokenLinks, other);
  expect(outside.received).toEqual([]);
  expect(await run(id)).toBe("1 broken");
  expect(await found()).toEqual([[`${host}/gone?a=1&b=2`, "对方返回 HTTP 404"]]);
  expect(outside.received).toHaveLength(3);
  // On the days between it stays as it was found; with its piece it goes.
  await runJob(brokenLinks, other);
  expect(await found()).toHaveLength(1);
  await items.act("offline", id);
  await runJob(brokenLinks, other);
  expect(await found()).toEqual([]);
  expect(outside.received).toHaveLength(3);
});

test("with demo data no other site is asked", async () => {
  await db.insert(databaseFlag).values({ name: "demo", value: "1" });
  const id = await items.live({ content: linked(["https://receiver.example.com/gone", `${site}/article/none`]) });
  await run(id);
  expect(outside.received).toEqual([]);
  expect(await found()).toEqual([[`${site}/article/none`, "站内页面不存在或已下线"]]);
});

whoMay(brokenLink, { list: "SA SE" });
