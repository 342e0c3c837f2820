import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { estate as estateContract } from "~/contract/house/estate";
import { publicSite } from "~/contract/site/public-site";
import { special } from "~/contract/special/special";
import { article, articleCategory } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { country, currency, district } from "~/server/database/tables/region/geography";
import { appVersion, broker } from "~/server/database/tables/system/admin";
import { isGiven } from "~/server/resources/site/app-version";
import { desk } from "~/test/support/desk";
import { districtOf, makeEstate } from "~/test/support/estate";
import { makeMedia, setSetting, testNow } from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";

const { db, api, editor, asEditor, asAdmin, at, ask, read, whoMay } = desk({
  editor: { role: "seo_editor", name: "林优化" },
  admin: { role: "super_admin" },
});
// Whose rows estates refer to.
afterEach(() => db.update(district).set({ status: "enabled" }).where(eq(district.status, "disabled")));

const data = <T = Record<string, unknown>[]>(path: string): Promise<T> => read(path);

test("the site's settings and currencies: those in use, with what one unit is in CNY; kept an hour, by shared caches a minute", async () => {
  await setSetting(db, "site.name", "云汀置业");
  await setSetting(db, "site.main_base", "https://www.yunting.test");
  await db.update(currency).set({ status: "disabled" }).where(eq(currency.code, "THB"));
  const answer = await ask("config");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=3600, s-maxage=60");
  const config = (await answer.json()).data;
  expect(config).toMatchObject({ site_name: "云汀置业", main_base: "https://www.yunting.test", default_lang: "zh" });
  expect(config.currencies[0]).toMatchObject({ code: "CNY", rate_to_cny: "1.00000000" });
  const codes = (await data("currency")).map(({ code }) => code);
  expect(codes).toContain("JPY");
  expect(codes).not.toContain("THB");
  expect(config.currencies.map(({ code }: { code: string }) => code)).toEqual(codes);
});

test("places are those where business is done, in the asked language; a district counts what visitors see in it and below", async () => {
  await db.update(country).set({ is_open: false });
  await db
    .update(country)
    .set({ is_open: true, default_lang: "ja", name_local: "日本国" })
    .where(eq(country.code, "JP"));
  await db.update(country).set({ is_open: true, status: "disabled" }).where(eq(country.code, "TH"));
  expect((await data("geo/country")).map(({ code, name }) => [code, name])).toEqual([["JP", "日本"]]);
  const names = async (lang: string) => (await data(`geo/country?lang=${lang}`)).map(({ name }) => name);
  expect([await names("en"), await names("ja"), await names("zh_tw")]).toEqual([["Japan"], ["日本国"], ["日本"]]);

  const [tokyo, ward] = [await districtOf(db, "JP", "13"), await districtOf(db, "JP", "13103")];
  const other = await districtOf(db, "JP", "13101");
  await db.update(district).set({ status: "disabled" }).where(eq(district.id, other));
  await makeEstate(db, { district_id: ward });
  await makeEstate(db, { district_id: ward, publish_status: "offline" });
  const first = await data("geo/district?country=JP");
  expect(first).toHaveLength(47);
  expect(first.find(({ id }) => id === tokyo)).toMatchObject({ code: "13", level: 1, estate_count: 1 });
  const wards = await data(`geo/district?parent_id=${tokyo}`);
  expect(wards.find(({ id }) => id === ward)).toMatchObject({ estate_count: 1, level: 2 });
  expect(wards.map(({ id }) => id)).not.toContain(other);
  expect(await data("geo/district?country=TH")).toEqual([]);
  expect((await ask("geo/district")).status).toBe(422);
});

test("brokers in use, without whatever leads to a person", async () => {
  const facts = { type: "company" as const, contact_name: "不公开的联系人", phone_cc: "86", phone: "19900007777" };
  await db.insert(broker).values([
    { ...facts, broker_no: "BK1", name: "云汀经纪", company_name: "云汀不动产", license_no: "L-1", languages: ["ja"] },
    { ...facts, broker_no: "BK2", name: "停用经纪", license_no: "L-2", status: "disabled" },
    { ...facts, broker_no: "BK3", name: "删除经纪", license_no: "L-3", deleted_at: testNow.toISOString() },
  ]);
  const answer = await ask("broker");
  const text = await answer.text();
  expect(JSON.parse(text).data).toEqual([
    { name: "云汀经纪", company_name: "云汀不动产", license_no: "L-1", languages: ["ja"], avatar: null, intro: null },
  ]);
  expect(text).not.toMatch(/19900007777|不公开/);
});

test("an app hears of the newest version that is for its device, and has to update below the oldest that is supported", async () => {
  const version = (number: string, build: number, over: object = {}) => ({
    ...{ platform: "ios" as const, version: number, build, update_type: "optional" as const },
    ...{ title: `版本${number}`, notes: "改进", store_url: "https://apps.example/id1", status: "released" as const },
    ...over,
  });
  expect(await data("app-version?platform=ios&version=1.0.0")).toMatchObject({ latest: null, url: null });
  const [, gray] = await db
    .insert(appVersion)
    .values([
      version("1.0.0", 1, { min_supported: "0.9.0" }),
      version("1.1.0", 2, { gray_percent: 30 }),
      version("1.2.0", 3, { status: "draft" }),
      version("1.3.0", 4, { status: "withdrawn" }),
      version("2.0.0", 9, { platform: "android", store_url: null }),
    ])
    .returning();
  if (!gray) throw new Error("no version");
  const newest = async (query: string) => (await data<{ latest: string }>(`app-version?platform=ios&${query}`)).latest;
  const devices = Array.from({ length: 200 }, (_, index) => `device-${index}`);
  const [inside, outside] = [true, false].map((is) => devices.find((one) => isGiven(gray, one) === is));
  const share = devices.filter((one) => isGiven(gray, one)).length;
  expect([share > 40, share < 80]).toEqual([true, true]);
  expect(await newest(`version=1.0.0&device=${inside}`)).toBe("1.1.0");
  expect(await newest(`version=0.9.5&device=${outside}`)).toBe("1.0.0");
  expect(await newest(`version=1.0.0&device=${outside}`)).toBe(null);
  expect(await newest(`build=1&device=${outside}`)).toBe(null);
  expect(await newest("version=0.9.0")).toBe("1.0.0");
  expect(await data("app-version?platform=ios&version=0.8.9")).toMatchObject({
    ...{ latest: "1.0.0", update_type: "force", min_supported: "0.9.0", url: "https://apps.example/id1" },
  });
  expect((await ask("app-version?version=1.0.0")).status).toBe(422);
});

const locations = async (map: number) => {
  const answer = await ask(`sitemap-${map}.xml`);
  return [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);
};

test("maps of the site name what engines may take at this moment, each by its place on the site; none without the site's address", async () => {
  const said = async (path: string) => {
    const answer = await ask(path);
    return [answer.status, (await answer.json()).message];
  };
  const missing = "尚未设置主站地址，请在设置中心的基础设置中填写（site.main_base）";
  expect([await said("sitemap.xml"), await said("sitemap-1.xml")]).toEqual([
    [404, missing],
    [404, missing],
  ]);
  await setSetting(db, "site.main_base", "https://www.yunting.test/a&b/");
  // A map of maps names our own address, which a visitor's request cannot tell.
  expect(await said("sitemap.xml")).toEqual([
    404,
    "尚未设置工作台地址，请在设置中心的基础设置中填写（site.desk_base）",
  ]);
  await setSetting(db, "site.paths", "estate:/new/{slug}.html");
  await makeEstate(db, { slug: "bay" });
  await makeEstate(db, { slug: "hidden", publish_status: "offline" });
  const [category] = await db.insert(articleCategory).values({ name: "市场", slug: "market" }).returning();
  const cover_id = (await makeMedia(db, { uploader: editor.id, scene: "content", is_private: false, kind: "image" }))
    .id;
  const news = { title: "新闻", category_id: category?.id ?? 0, cover_id, summary: "摘要", content: "<p>文</p>" };
  await db.insert(article).values([
    { ...news, slug: "live", translation_key: "a", publish_status: "published", publish_at: isoInstant(at(-9)) },
    { ...news, slug: "soon", translation_key: "b", publish_status: "scheduled", publish_at: isoInstant(at(1)) },
    { ...news, slug: "off", translation_key: "c", publish_status: "offline", publish_at: isoInstant(at(-9)) },
    { ...news, slug: "draft", translation_key: "d" },
  ]);
  const specials = async () => (await locations(1)).filter((loc) => loc?.includes("/s/"));
  expect(await specials()).toEqual([]);
  await setSetting(db, "site.desk_base", "https://desk.yunting.test");
  const index = await ask("sitemap.xml");
  expect([index.headers.get("content-type"), index.headers.get("cache-control")]).toEqual([
    "application/xml; charset=utf-8",
    "public, max-age=60, s-maxage=60",
  ]);
  expect(await index.text()).toContain("<loc>https://desk.yunting.test/api/public/sitemap-1.xml</loc>");
  const site = "https://www.yunting.test/a&amp;b";
  expect(await locations(1)).toEqual([`${site}/`, `${site}/article/live`, `${site}/new/bay.html`]);
  expect([(await ask("sitemap-2.xml")).status, (await ask("sitemap-0.xml")).status]).toEqual([404, 404]);

  // Special pages are where the desk is; one that is over is on no map.
  const modules = [
    { type: "text", props: { title: "一", content: "<p>文</p>" } },
    { type: "form", props: {} },
  ];
  for (const [slug, end_at] of [
    ["open", null],
    ["over", at(2).toISOString()],
  ] as const) {
    const body = { name: slug, title: slug, slug, cover_id, modules, end_at } as never;
    const { id } = (await asEditor(special.create, { body })).data;
    const { version } = (await asEditor(special.get, { params: { id } })).data;
    await asEditor(special.publish, { params: { id }, body: { version } });
  }
  expect(await locations(1)).toContain("https://desk.yunting.test/s/over");
  const mark = (await ask("sitemap-1.xml")).headers.get("etag") ?? "";
  expect((await ask("sitemap-1.xml", { "if-none-match": mark })).status).toBe(304);
  api.setClock(at(1.5));
  expect((await ask("sitemap-1.xml", { "if-none-match": mark })).headers.get("cache-control")).toContain("max-age=30,");
  expect(await locations(1)).toContain(`${site}/article/soon`);
  api.setClock(at(3));
  const late = await locations(1);
  expect(late).toContain("https://desk.yunting.test/s/open");
  expect(late).not.toContain("https://desk.yunting.test/s/over");
});

test("fifty thousand pages stand on a map, and the next begins the next", async () => {
  await setSetting(db, "site.main_base", "https://www.yunting.test");
  await setSetting(db, "site.desk_base", "https://desk.yunting.test");
  await setSetting(db, "seo.noindex_below", 1);
  await db.execute(sql`insert into seo_tag (name, slug, type, filter, estate_count, status, index_flag, created_at, updated_at)
    select 'T' || n, 't-' || n, 'feature', '{}', case when n = 3 then 0 else 5 end, case when n = 1 then 'disabled' else 'enabled' end, n <> 2, now(), now()
    from generate_series(1, 50003) n`);
  const index = await (await ask("sitemap.xml")).text();
  expect([...index.matchAll(/sitemap-(\d+)\.xml/g)].map(([, n]) => n)).toEqual(["1", "2"]);
  const [first, second] = [await locations(1), await locations(2)];
  expect([first.length, second.length]).toEqual([50_000, 1]);
  expect(first.slice(0, 2)).toEqual(["https://www.yunting.test/", "https://www.yunting.test/tag/t-4"]);
  expect(second).toEqual(["https://www.yunting.test/tag/t-50003"]);
});

test("an estate that was online leads from its old address on; nobody else is given that", async () => {
  const shown = await makeEstate(db, { slug: "bay" });
  await rowsOf(db).updateIn("estate", shown.id, { published_at: isoInstant(at(-60)) });
  const { data: form } = await asAdmin(estateContract.get, { params: { id: shown.id } });
  const saved = await asAdmin.unchecked(estateContract.update, {
    params: { id: shown.id },
    body: { ...form, slug: "wan-an" },
  });
  expect(saved.code).toBe(200);
  const old = await ask("estate/bay");
  expect([old.status, old.headers.get("location")]).toEqual([301, "/api/public/estate/wan-an"]);
  expect((await ask("estate/wan-an")).status).toBe(200);
  const another = await makeEstate(db, { slug: "sea", name: "海景苑" });
  const { data: sea } = await asAdmin(estateContract.get, { params: { id: another.id } });
  const taken = await asAdmin.unchecked(estateContract.update, {
    params: { id: another.id },
    body: { ...sea, slug: "bay" },
  });
  expect([taken.code, JSON.stringify(taken.data)]).toEqual([42200, expect.stringContaining("网址别名已被")]);
  await db.update(estate).set({ publish_status: "offline" }).where(eq(estate.id, shown.id));
  expect((await ask("estate/bay")).status).toBe(404);
});

whoMay(publicSite, { all: "public" });
