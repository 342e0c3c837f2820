import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { banner } from "~/contract/resource/banner";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily, contentVisit } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { banner as table } from "~/server/database/tables/resource/advert";
import { media } from "~/server/database/tables/system/system";
import { sweepMedia } from "~/server/lib/media";
import { flushContentVisits, rollUpContentVisits } from "~/server/resources/content/visits";
import { mostAtOnce } from "~/server/resources/resource/banner/overlap";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { makeMedia, setSetting, testNow } from "~/test/support/factories";

const { db, api, editor, asEditor, at, ask, read, track, lifeOf } = desk({
  editor: { role: "content_editor", name: "林编辑" },
});

type Body = Omit<Input<typeof banner.update>["body"], "version">;
const moment = (minutes: number) => at(minutes).toISOString();
const picture = async (over: object = {}) =>
  (await makeMedia(db, { uploader: editor.id, scene: "cover", is_private: false, ...over })).id;
const facts = async (over: Partial<Body> = {}): Promise<Body> => ({
  ...{ title: "新盘开放日", platform: ["web"], position: "home_top", image_id: await picture() },
  ...{ start_at: moment(-60), end_at: moment(60), ...over },
});
const add = async (over: Partial<Body> = {}) => (await asEditor(banner.create, { body: await facts(over) })).data.id;
const enable = (id: number) => asEditor(banner.enable, { params: { id } });
const enabled = async (over: Partial<Body> = {}) => {
  const id = await add(over);
  expect((await enable(id)).code).toBe(200);
  return id;
};
const place = "carousel?platform=web&position=home_top";
const shown = (query = ""): Promise<{ id: number; link: object }[]> => read(place + query);
const ids = async (query = "") => (await shown(query)).map(({ id }) => id);

test("a new one stands from the server's now where nobody chose when, and ends later than that", async () => {
  const { start_at: _, ...body } = await facts();
  const { id } = (await asEditor(banner.create, { body })).data;
  expect((await asEditor(banner.get, { params: { id } })).data.start_at).toBe(isoInstant(testNow));
  const { title: __, image_id: ___, ...place } = body;
  expect((await asEditor(banner.check, { body: place })).data).toMatchObject({ most: 1 });
  const over = await asEditor(banner.create, { body: { ...body, end_at: moment(-1) } });
  expect(over).toMatchObject({ status: 422, data: { errors: [{ field: "end_at" }] } });
});

test("a banner in use is not deleted", async () => {
  const id = await enabled();
  expect((await asEditor(banner.get, { params: { id } })).data).toMatchObject({ display: "showing" });
  expect(await asEditor(banner.remove, { params: { id } })).toMatchObject({ code: 40902, message: "请先停用再删除" });
  expect((await asEditor(banner.disable, { params: { id } })).data.display).toBe(null);
});

test("it leads to an address or a record; what is over is not put into use", async () => {
  const { id: open } = await makeEstate(db);
  for (const over of [
    { link_type: "url", link_value: "https://example.com/a?b=1" },
    { link_type: "url", link_value: "/activity" },
    { link_type: "estate", link_value: String(open) },
  ] as const)
    expect((await asEditor(banner.create, { body: await facts(over) })).code).toBe(200);
  const past = await add({ start_at: moment(-60), end_at: moment(-1) });
  expect(await enable(past)).toMatchObject({ code: 40902, message: "结束时间已过，请先修改投放时间" });
});

test("the list is filtered by place, state and time, in the order that visitors get; a record that is gone is said so", async () => {
  const { id: open } = await makeEstate(db);
  const now = await enabled({ title: "现在", sort: 20, link_type: "estate", link_value: String(open) });
  const later = await enabled({ title: "将来", sort: 10, start_at: moment(30), position: "list_top" });
  const over = await enabled({ title: "过去", sort: 10, end_at: moment(1), platform: ["h5", "app_ios"] });
  const draft = await add({ title: "草稿", sort: 30 });
  api.setClock(at(2));
  const found = async (query: object) => (await asEditor(banner.list, { query })).data.list.map(({ id }) => id);
  expect(await found({})).toEqual([over, later, now, draft]);
  expect(await found({ display: ["showing"] })).toEqual([now]);
  expect(await found({ display: ["not_started", "ended"] })).toEqual([over, later]);
  expect(await found({ status: ["draft"] })).toEqual([draft]);
  expect(await found({ platform: ["app_ios"] })).toEqual([over]);
  expect(await found({ position: ["list_top"], keyword: "将" })).toEqual([later]);
  expect(await found({ sort: "-start_at" })).toEqual([later, draft, over, now]);
  await db.update(estate).set({ publish_status: "offline" }).where(eq(estate.id, open));
  const [row] = (await asEditor(banner.list, { query: { display: ["showing"] } })).data.list;
  expect(row?.link).toMatchObject({ type: "estate", is_live: false });
  expect(row?.link.name).toContain("湾岸塔");
});

test("those of a position take each other's places; what has moved away refuses the order", async () => {
  const [a, b, c] = [await add({ title: "甲" }), await add({ title: "乙" }), await add({ title: "丙" })];
  const elsewhere = await add({ position: "list_top", title: "别处" });
  const order = async () =>
    (await asEditor(banner.list, { query: { position: ["home_top"] } })).data.list.map(({ id }) => id);
  expect(await order()).toEqual([c, b, a]);
  expect((await asEditor(banner.sort, { body: { ids: [a, b, c] } })).data).toEqual({ count: 3 });
  expect(await order()).toEqual([a, b, c]);
  // Two of them change places, the third stays.
  await asEditor(banner.sort, { body: { ids: [c, a] } });
  expect(await order()).toEqual([c, b, a]);
  expect(await asEditor(banner.sort, { body: { ids: [a, elsewhere] } })).toMatchObject({ code: 40902 });
  await asEditor(banner.remove, { params: { id: b } });
  expect(await asEditor(banner.sort, { body: { ids: [a, b] } })).toMatchObject({ code: 40902 });
});

test("no visitor is shown more than the most at any moment: by platform, country and language, at beginnings and ends", async () => {
  const one = { platform: ["web" as const], countries: [], lang: null, start_at: moment(0), end_at: moment(60) };
  const count = (...others: object[]) =>
    mostAtOnce(
      one,
      others.map((over) => ({ ...one, ...over })),
      testNow,
    );
  expect(count()).toBe(1);
  expect(count({}, {})).toBe(3);
  // One begins at the moment at which another ends.
  expect(count({ end_at: moment(30) }, { start_at: moment(30) })).toBe(2);
  expect(count({ end_at: moment(31) }, { start_at: moment(30) })).toBe(3);
  expect(count({ start_at: moment(60) }, { end_at: moment(0) })).toBe(1);
  expect(count({ platform: ["h5"] })).toBe(1);
  expect(count({ countries: ["JP"] }, { countries: ["TH"] })).toBe(2);
  expect(count({ countries: ["JP", "TH"] }, { countries: ["TH"] }, {})).toBe(4);
  expect(count({ lang: "ja" }, { lang: "en" })).toBe(2);
  expect(count({ lang: "ja" }, { countries: ["JP"] })).toBe(3);
  expect(count({ end_at: null })).toBe(2);
  // What is over by now crowds nobody any more.
  const begun = { ...one, start_at: moment(-60) };
  expect(mostAtOnce(begun, [{ ...one, start_at: moment(-60), end_at: moment(-1) }], testNow)).toBe(1);

  await setSetting(db, "banner.max_showing", 2);
  const [first, second] = [await enabled({ title: "甲" }), await enabled({ title: "乙", start_at: moment(10) })];
  const third = await add({ title: "丙", start_at: moment(-5), end_at: moment(11) });
  const { platform, position, start_at, end_at } = await facts({ start_at: moment(-5), end_at: moment(11) });
  const { data } = await asEditor(banner.check, { body: { platform, position, start_at, end_at, exclude_id: third } });
  expect(data).toMatchObject({ overlaps: [{ id: first, title: "甲" }, { id: second }], most: 3, max: 2 });
  expect(await enable(third)).toMatchObject({
    code: 40902,
    message: "与“甲”、“乙”同时展示，该位置最多会有3张，上限2张",
  });
  const short = { ...(await facts({ title: "丙", end_at: moment(10) })), version: 1 };
  await asEditor(banner.update, { params: { id: third }, body: short });
  expect((await enable(third)).code).toBe(200);
  // What is in use is not changed into one too many either.
  const long = { ...short, end_at: moment(12), version: 3 };
  expect(await asEditor(banner.update, { params: { id: third }, body: long })).toMatchObject({ code: 40902 });
  const elsewhere = { ...long, position: "list_top" as const };
  expect((await asEditor(banner.update, { params: { id: third }, body: elsewhere })).code).toBe(200);
  // Before an app opens there is one alone.
  const splash = { position: "app_splash" as const, platform: ["app_ios" as const] };
  await enabled(splash);
  expect(await enable(await add(splash))).toMatchObject({ code: 40902 });
});

test("of two that are enabled at once for the last place one wins", async () => {
  await setSetting(db, "banner.max_showing", 1);
  for (let turn = 0; turn < 3; turn++) {
    const rivals = [await add(), await add(), await add()];
    const codes = (await Promise.all(rivals.map(enable))).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 40902, 40902]);
    await db.update(table).set({ status: "disabled" });
  }
});

test("visitors get what is for them, in its order, with its link; caches keep it no longer than it is true", async () => {
  const { id: open } = await makeEstate(db, { slug: "bay-tower" });
  await setSetting(db, "site.main_base", "https://www.example.com");
  const all = await enabled({ sort: 20, start_at: moment(10), end_at: moment(20) });
  const leading = { link_type: "estate", link_value: `${open}` } as const;
  const late = await enabled({ ...leading, sort: 10, start_at: moment(15), end_at: null });
  const japan = await enabled({ sort: 5, start_at: moment(0), end_at: null, countries: ["JP"] });
  const japanese = await enabled({ sort: 6, start_at: moment(0), end_at: null, lang: "ja" });
  await enabled({ start_at: moment(0), position: "list_top" });
  await enabled({ start_at: moment(0), platform: ["h5"] });
  await add({ start_at: moment(0) });

  expect(await ids()).toEqual([]);
  expect(await ids("&country=JP")).toEqual([japan]);
  expect(await ids("&country=TH&lang=ja")).toEqual([japanese]);
  for (const [minutes, expected, age] of [
    [9.5, [], 30],
    [10, [all], 60],
    [15, [late, all], 60],
    [19.75, [late, all], 15],
    [20, [late], 60],
  ] as const) {
    api.setClock(at(minutes));
    expect(await ids(), `after ${minutes} minutes`).toEqual(expected);
    expect((await ask(place)).headers.get("cache-control")).toBe(`public, max-age=${age}, s-maxage=${age}`);
  }
  expect((await shown())[0]?.link).toEqual({
    type: "estate",
    value: "bay-tower",
    url: "https://www.example.com/estate/bay-tower",
  });
  await db.update(estate).set({ publish_status: "offline" }).where(eq(estate.id, open));
  expect((await shown())[0]?.link).toEqual({ type: "none", value: null, url: null });
  await asEditor(banner.disable, { params: { id: late } });
  expect(await ids()).toEqual([]);
  const path = { link_type: "url", link_value: "/activity" } as const;
  await enabled({ ...path, start_at: moment(0), end_at: moment(21), countries: ["MY"] });
  expect((await shown("&country=MY"))[0]?.link).toEqual({
    type: "url",
    value: "/activity",
    url: "https://www.example.com/activity",
  });
  await enable(late);
  expect(await ids("&country=JP&lang=ja")).toEqual([japan, japanese, late]);
  for (const query of ["platform=web", "platform=wecom&position=home_top", "position=home_top"])
    expect((await ask(`carousel?${query}`)).status).toBe(422);
});

test("how often it is shown and clicked is counted by day while it is there, and nothing else of it", async () => {
  const [one, later] = [await enabled(), await enabled({ start_at: moment(30) })];
  const tell = (id: number, type: string, agent?: string) => track({ kind: "banner", id, type }, agent);
  for (const type of ["impression", "impression", "impression", "click", "view", "play", "share"])
    expect(await tell(one, type)).toBe(204);
  expect(await tell(one, "impression", "Googlebot/2.1")).toBe(204);
  expect(await tell(later, "impression")).toBe(204);
  await flushContentVisits(api.services);
  for (let turn = 0; turn < 2; turn++) await rollUpContentVisits(db, "2026-11-19");
  expect(await db.select().from(contentDaily)).toMatchObject([
    { kind: "banner", target_id: one, date: "2026-11-20", impressions: 3, clicks: 1, views: 0, plays: 0 },
  ]);
  const { data } = await asEditor(banner.get, { params: { id: one } });
  expect(data).toMatchObject({ impressions: 3, clicks: 1, ctr: 33.33 });
  expect(await db.select().from(contentVisit)).toHaveLength(1);
  const stats = (await asEditor(banner.stats, { params: { id: one }, query: {} })).data;
  expect(stats).toMatchObject({
    from: "2026-10-22",
    to: "2026-11-20",
    total: { impressions: 3, clicks: 1, ctr: 33.33 },
  });
  expect([stats.days.length, stats.days.at(-1), stats.days[0]]).toEqual([
    30,
    { date: "2026-11-20", impressions: 3, clicks: 1, ctr: 33.33 },
    { date: "2026-10-22", impressions: 0, clicks: 0, ctr: null },
  ]);
  await asEditor(banner.disable, { params: { id: one } });
  await asEditor(banner.remove, { params: { id: one } });
  expect([await db.select().from(contentDaily), await db.select().from(contentVisit)]).toEqual([[], []]);
});

test("pictures that a banner shows stay, those of a deleted one go", async () => {
  const [shownHere, onPhones] = [await picture(), await picture()];
  const id = await add({ image_id: shownHere, image_mobile_id: onPhones });
  const state = async () =>
    (await db.select().from(media).where(eq(media.id, shownHere))).map(({ status }) => status)[0];
  const sweep = () => sweepMedia(api.services);
  await db.update(media).set({ created_at: isoInstant(at(-60 * 48)) });
  await sweep();
  expect(await state()).toBe("ready");
  await asEditor(banner.remove, { params: { id } });
  await sweep();
  expect(await state()).not.toBe("ready");
});

lifeOf(banner, {
  by: asEditor,
  facts: () => facts({ countries: ["JP"], lang: "ja", start_at: isoInstant(at(-60)), end_at: isoInstant(at(60)) }),
  shown: {
    ...{ status: "draft", display: null },
    ...{ impressions: 0, clicks: 0, ctr: null, link: { type: "none", name: null, is_live: true } },
  },
  change: { title: "改名", sort: 5 },
  named: "轮播图 新盘开放日",
  namedAfter: "轮播图 改名",
  changes: [
    ["标题", "新盘开放日", "改名"],
    ["排序", "100", "5"],
  ],
  wrong: async () => {
    const { id: open } = await makeEstate(db);
    return [
      [{ title: "" }, "title"],
      [{ platform: [] }, "platform"],
      [{ platform: ["wecom"] }, "platform"],
      [{ end_at: moment(-60) }, "end_at"],
      [{ countries: ["XX"] }, "countries"],
      [{ image_id: await picture({ is_private: true }) }, "image_id"],
      [{ image_mobile_id: await picture({ status: "uploading" }) }, "image_mobile_id"],
      [{ link_type: "url" }, "link_value"],
      [{ link_type: "url", link_value: "javascript:alert(1)" }, "link_value"],
      [{ link_type: "url", link_value: "//elsewhere.example" }, "link_value"],
      [{ link_type: "estate", link_value: "https://x.example" }, "link_value"],
      [{ link_type: "estate", link_value: "999999" }, "link_value"],
      [{ link_type: "article", link_value: String(open) }, "link_value"],
      [{ link_type: "report", link_value: "1" }, "link_type"],
    ];
  },
  roles: { all: "SA CE" },
  pages: { "/resources/banner": "SA CE" },
});
