import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { customerIntake } from "~/contract/customer/customer-intake";
import { publicSearchWord, searchKey, searchWord } from "~/contract/resource/search-word";
import { userBehavior } from "~/server/database/tables/customer/audience";
import { estate } from "~/server/database/tables/house/estate";
import { searchDaily, searchWord as words } from "~/server/database/tables/resource/search-word";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { flushSearches } from "~/server/resources/inquiry/visit/collect-search";
import { addSearches, mostWords } from "~/server/resources/shared/searches";
import { desk } from "~/test/support/desk";
import { makeEstate } from "~/test/support/estate";
import { days, setSetting } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { machine } from "~/test/support/signed-call";
import { makeTracker } from "~/test/support/tracker";

const { db, api, asEditor, at, ask, read, track, runJob, whoMay, lifeOf } = desk({
  editor: { role: "content_editor" },
});
api.services.trustsProxy = true;
const add = async (word: string, over: object = {}) =>
  asEditor.unchecked(searchWord.create, { body: { word, type: "hot", ...over } });
const added = async (word: string, over: object = {}) => (await add(word, over)).data.id;
const change = (id: number, version: number, over: object) =>
  asEditor.unchecked(searchWord.update, { params: { id }, body: { word: "湾岸", type: "hot", version, ...over } });
const shown = (query = "") => read(`keyword${query}`);

test("a word of a platform is there once, however it is typed", async () => {
  const id = await added("湾岸");
  expect(await add(" 湾岸 ")).toMatchObject({ code: 40900 });
  expect((await add("2LDK")).code).toBe(200);
  expect((await add("２ｌｄｋ")).code).toBe(40900);
  expect((await add("湾岸", { platform: "web" })).code).toBe(200);
  expect((await change(id, 1, { weight: 5, platform: "web" })).code).toBe(40900);
  expect((await asEditor(searchWord.disable, { params: { id } })).data.showing).toBe("off");
});

test("a word that is blocked keeps no target", async () => {
  const id = await added("规则", { type: "block", target_type: "url", target_url: "https://www.example.com/" });
  expect((await db.select().from(words).where(eq(words.id, id)))[0]).toMatchObject({
    target_type: "none",
    target_url: null,
  });
});

test("a synonym stands for a word that there is, of its platform, and never in a circle, however many begin at once", async () => {
  const [bay, web] = [await added("湾岸"), await added("塔楼", { platform: "web" })];
  const synonym = (word: string, synonym_of: number, over: object = {}) =>
    add(word, { type: "synonym", synonym_of, ...over });
  expect(await synonym("海滨", 987_654)).toMatchObject(refusedAt("synonym_of"));
  expect(await synonym("高层", web)).toMatchObject(refusedAt("synonym_of"));
  expect((await synonym("高层", web, { platform: "web" })).code).toBe(200);
  const blocked = await added("赌场", { type: "block" });
  expect(await synonym("海滨", blocked)).toMatchObject(refusedAt("synonym_of"));
  const sea = (await synonym("海滨", bay)).data.id;
  const coast = (await synonym("海边", sea)).data.id;
  for (const target of [bay, sea, coast])
    expect(await change(bay, 1, { type: "synonym", synonym_of: target })).toMatchObject(refusedAt("synonym_of"));
  expect(await change(bay, 1, { type: "block" })).toMatchObject(refusedAt("type"));
  expect(await change(bay, 1, { platform: "web" })).toMatchObject(refusedAt("platform"));
  expect(await asEditor(searchWord.remove, { params: { id: bay } })).toMatchObject({
    code: 40904,
    message: "存在关联数据，不能删除（同义词 1）",
  });
  const [one, two] = [await added("甲"), await added("乙")];
  const both = await Promise.all([
    change(one, 1, { word: "甲", type: "synonym", synonym_of: two }),
    change(two, 1, { word: "乙", type: "synonym", synonym_of: one }),
  ]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 42200]);
  expect(await shown()).toMatchObject({ synonyms: { 海滨: "湾岸", 海边: "湾岸" } });
});

test("visitors read what holds at their moment, and nobody keeps it beyond the next one", async () => {
  await added("一直", { weight: 1 });
  await added("以后", { start_at: at(0.5).toISOString(), weight: 900 });
  await added("到时", { end_at: at(1).toISOString(), weight: 500 });
  await added("占位", { type: "default" });
  await added("手机", { platform: "h5" });
  const stopped = await added("停了");
  await asEditor(searchWord.disable, { params: { id: stopped } });
  const hotAt = async (minutes: number) => {
    api.setClock(at(minutes));
    const response = await ask("keyword");
    const { data } = await response.json();
    expect(data.default).toEqual(["占位"]);
    const age = Number(/max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1]);
    return [data.hot.map(({ word }: { word: string }) => word), age];
  };
  expect(await hotAt(-1)).toEqual([["到时", "一直"], 60]);
  expect(await hotAt(0)).toEqual([["到时", "一直"], 30]);
  expect(await hotAt(0.5)).toEqual([["以后", "到时", "一直"], 30]);
  expect(await hotAt(1)).toEqual([["以后", "一直"], 60]);
  expect((await shown("?platform=h5")).hot.map(({ word }: { word: string }) => word)).toEqual(["以后", "手机", "一直"]);
  expect((await ask("keyword?platform=telex")).status).toBe(422);
});

test("blocked words never leave, nor words that hold one, nor a synonym that leads to one; only on their platform and in their time", async () => {
  await added("赌场公寓");
  await added("公寓");
  await added("默认赌场", { type: "default" });
  const casino = await added("赌场", { platform: "web" });
  await added("博彩", { type: "synonym", synonym_of: casino, platform: "web" });
  await added("赌场", { type: "block", end_at: at(10).toISOString() });
  expect(await shown()).toEqual({ default: [], hot: [{ word: "公寓", url: null }], synonyms: {} });
  await added("ABC", { platform: "web" });
  await added("ａbc", { type: "block", platform: "h5" });
  expect(JSON.stringify(await shown())).toContain("ABC");
  api.setClock(at(10));
  expect(JSON.stringify(await shown())).toContain("赌场公寓");
});

test("a hot word leads to what the site shows at present, and is shown without link else; the list says so", async () => {
  await setSetting(db, "site.main_base", "https://www.example.com");
  const { id } = await makeEstate(db, { slug: "yun-ting", name: "云汀", publish_status: "online" });
  await added("云汀塔", { target_type: "estate", estate_id: id });
  await added("直达", { target_type: "url", target_url: "https://www.example.com/sale", weight: 1 });
  expect((await shown()).hot).toEqual([
    { word: "云汀塔", url: "https://www.example.com/estate/yun-ting" },
    { word: "直达", url: "https://www.example.com/sale" },
  ]);
  await db.update(estate).set({ publish_status: "offline" }).where(eq(estate.id, id));
  expect((await shown()).hot[0]).toEqual({ word: "云汀塔", url: null });
  const { list } = (await asEditor(searchWord.list)).data;
  expect(list.map(({ word, target, is_target_hidden }) => [word, target, is_target_hidden])).toEqual([
    ["云汀塔", "云汀", true],
    ["直达", "https://www.example.com/sale", false],
  ]);
});

test("the list is filtered and ordered, by searches as well", async () => {
  await added("湾岸", { weight: 3 });
  await added("塔楼", { weight: 9, platform: "web", type: "default" });
  const stopped = await added("学区", { weight: 1, platform: "h5" });
  await asEditor(searchWord.disable, { params: { id: stopped } });
  await addSearches(db, [search("学区", "h5", "2026-11-10", 7), search("湾岸", "web", "2026-11-10", 2)]);
  const list = async (query: object) => (await asEditor(searchWord.list, { query })).data.list.map(({ word }) => word);
  expect(await list({})).toEqual(["塔楼", "湾岸", "学区"]);
  expect(await list({ sort: "-search_30d" })).toEqual(["学区", "湾岸", "塔楼"]);
  expect(await list({ keyword: "区" })).toEqual(["学区"]);
  expect(await list({ platform: ["web"] })).toEqual(["塔楼", "湾岸"]);
  expect(await list({ type: ["default"] })).toEqual(["塔楼"]);
  expect(await list({ status: ["disabled"] })).toEqual(["学区"]);
});

const search = (word: string, platform: string | null, date: string, count: number, no_result = 0) => ({
  ...{ word, platform, code: null, date, count, no_result },
});
const tell = (body: object, agent?: string) =>
  track({ type: "search", ...body }, agent, { "x-forwarded-for": "203.0.113.7" });
const daily = () => db.select().from(searchDaily).orderBy(searchDaily.date, searchDaily.word, searchDaily.platform);

test("searches of visitors are counted by word, platform and day of Asia/Shanghai; what may be somebody's number is dropped", async () => {
  await makeTracker(db, { code: "home-top", platform: "h5" });
  // The last minute of a day of Asia/Shanghai, and the first of the next one.
  api.setClock(new Date("2026-11-20T15:59:30Z"));
  expect(await tell({ keyword: " 湾岸  高层 ", platform: "web", result_count: 3 })).toBe(204);
  await tell({ keyword: "湾岸 高层", platform: "web", result_count: 0 });
  await tell({ keyword: "２ＬＤＫ", code: "home-top" });
  await tell({ keyword: "2ldk" });
  api.setClock(new Date("2026-11-20T16:00:00Z"));
  await tell({ keyword: "湾岸 高层", platform: "web" });
  for (const dropped of ["138 0013 8000", "１３８００１３", "a@b.c", "长".repeat(31), "  "])
    expect([204, 422]).toContain(await tell({ keyword: dropped, platform: "web" }));
  await tell({ keyword: "爬虫", platform: "web" }, "Mozilla/5.0 (compatible; Googlebot/2.1)");
  expect(await tell({ platform: "web" })).toBe(422);
  await flushSearches(api.services);
  expect(await daily()).toEqual([
    { word: "2ldk", platform: "", date: "2026-11-20", count: 1, no_result: 0 },
    { word: "2ldk", platform: "h5", date: "2026-11-20", count: 1, no_result: 0 },
    { word: "湾岸 高层", platform: "web", date: "2026-11-20", count: 2, no_result: 1 },
    { word: "湾岸 高层", platform: "web", date: "2026-11-21", count: 1, no_result: 0 },
  ]);
});

test("those who are signed in are counted by the intake, on the day of the search, each once", async () => {
  const site = machine(api);
  await site.known();
  const account = { external_id: "u-1", nickname: "阿青", phone_cc: "86", phone: "13900001111" };
  await site.send(customerIntake.user, { ...account, register_platform: "web", registered_at: days(-9) });
  const row = (external_id: string, over: object = {}) => ({
    ...{ external_id, user: "u-1", type: "search", keyword: "港区", platform: "web", at: "2026-11-18T23:59:00+08:00" },
    ...over,
  });
  const rows = [row("b-1", { result_count: 0 }), row("b-2"), row("b-3", { keyword: "13800138000" })];
  for (let turn = 0; turn < 2; turn++)
    expect((await site.send(customerIntake.behaviors, { rows }, { ahead: turn })).code).toBe(200);
  expect(await daily()).toEqual([{ word: "港区", platform: "web", date: "2026-11-18", count: 2, no_result: 1 }]);
  expect((await db.select().from(userBehavior).orderBy(userBehavior.id))[0]?.result_count).toBe(0);
});

test("seven and thirty days are counted with today, on the word's own platform", async () => {
  const everywhere = await added("湾岸");
  const onWeb = await added("湾岸", { platform: "web" });
  const today = "2026-11-20";
  api.setClock(new Date(`${today}T08:00:00Z`));
  await addSearches(db, [
    search("湾岸", "web", today, 1),
    search("湾岸", "web", "2026-11-14", 2, 1),
    search("湾岸", "web", "2026-11-13", 4),
    search("湾岸", "h5", "2026-10-22", 8, 3),
    search("湾岸", "h5", "2026-10-21", 16),
  ]);
  const figures = async (id: number) => {
    const { search_7d, search_30d, no_result_30d } = (await asEditor(searchWord.get, { params: { id } })).data;
    return [search_7d, search_30d, no_result_30d];
  };
  expect(await figures(everywhere)).toEqual([3, 15, 4]);
  expect(await figures(onWeb)).toEqual([3, 7, 1]);
  const stats = async (query: object) =>
    (await asEditor(searchWord.stats, { query })).data.list.map(({ word, count, types }) => [word, count, types]);
  expect(await stats({})).toEqual([["湾岸", 3, ["hot"]]]);
  expect(await stats({ days: "30", platform: ["h5"] })).toEqual([["湾岸", 8, ["hot"]]]);
});

test("the statistics tell the hundred most searched, or what found nothing most often, page by page", async () => {
  const rows = Array.from({ length: 120 }, (_, at) =>
    search(`词${at}`, "web", "2026-11-20", 200 - at, at < 3 ? at : 0),
  );
  api.setClock(new Date("2026-11-20T08:00:00Z"));
  await addSearches(db, rows);
  await added("词1", { type: "block" });
  const stats = async (query: object) => (await asEditor(searchWord.stats, { query })).data;
  const first = await stats({});
  expect([first.total, first.total_capped, first.list.length]).toEqual([100, false, 20]);
  expect(first.list.slice(0, 2)).toEqual([
    { id: 1, word: "词0", count: 200, no_result: 0, types: [] },
    { id: 2, word: "词1", count: 199, no_result: 1, types: ["block"] },
  ]);
  expect((await stats({ page: 5 })).list.at(-1)).toMatchObject({ id: 100, word: "词99" });
  expect((await stats({ kind: "no_result" })).list.map(({ word }) => word)).toEqual(["词2", "词1"]);
});

test("a flood of words is not kept, what is known goes on being counted, and after a year days go", async () => {
  const full = Array.from({ length: mostWords }, (_, at) => search(`词${at}`, "web", "2026-11-20", 1));
  await addSearches(db, full);
  await addSearches(db, [search("词7", "web", "2026-11-20", 1), search("又一个", "web", "2026-11-20", 1)]);
  await addSearches(db, [search("旧", "web", "2025-11-01", 1), search("明天", "web", "2026-11-21", 1)]);
  expect(await db.$count(searchDaily)).toBe(mostWords + 2);
  const counted = await db.select().from(searchDaily).where(eq(searchDaily.word, "词7"));
  expect(counted).toMatchObject([{ count: 2 }]);
  await runJob(logCleanup, new Date("2026-11-21T20:00:00Z"));
  expect(await db.$count(searchDaily, eq(searchDaily.word, "旧"))).toBe(0);
  expect(await db.$count(searchDaily)).toBe(mostWords + 1);
});

test("what a word is counted by is the same however it is typed", () => {
  expect(searchKey("  Tokyo　Bay ")).toBe("tokyo bay");
  expect(searchKey("5000万日元")).toBe("5000万日元");
  expect([searchKey("123-45-67"), searchKey("١٢٣٤٥٦٧"), searchKey("a＠b"), searchKey(" ")]).toEqual(
    Array(4).fill(undefined),
  );
});

lifeOf(searchWord, {
  by: asEditor,
  facts: { word: "湾岸", type: "hot" },
  shown: {
    ...{ platform: null, weight: 100, target: null, showing: "showing", status: "enabled" },
    ...{ search_7d: 0, search_30d: 0, no_result_30d: 0 },
  },
  change: { weight: 5 },
  shownAfter: { weight: 5 },
  named: "搜索词 湾岸",
  changes: [["权重", "100", "5"]],
  unique: "该平台的词",
  wrong: [
    [{ type: "synonym" }, "synonym_of"],
    [{ target_type: "estate" }, "estate_id"],
    [{ target_type: "estate", estate_id: 987_654 }, "estate_id"],
    [{ target_type: "url", target_url: "javascript:alert(1)" }, "target_url"],
    [{ word: "找 138-0013-8000" }, "word"],
    [{ word: "王@中介" }, "word"],
    [{ start_at: at(2).toISOString(), end_at: at(1).toISOString() }, "end_at"],
  ],
  roles: { all: "SA CE SE" },
  pages: { "/resources/keyword": "SA CE SE" },
});
whoMay(publicSearchWord, { all: "public" });
