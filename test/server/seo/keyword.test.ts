import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { seoKeyword, seoKeywordImport } from "~/contract/seo/keyword";
import { batch } from "~/contract/shared/batch";
import { seoKeywordRank, seoKeyword as table } from "~/server/database/tables/seo/seo";
import { operationLog } from "~/server/database/tables/system/system";
import { desk } from "~/test/support/desk";
import { cellsOf } from "~/test/support/sheet";

const { db, editor, asEditor, whoMay, lifeOf, logLines } = desk({ editor: { role: "seo_editor", name: "林优化" } });

const fields = { intent: "region" as const };
const add = async (word: string, over: object = {}) =>
  (await asEditor.unchecked(seoKeyword.create, { body: { word, ...fields, ...over } })).data.id;
const get = async (id: number) => (await asEditor(seoKeyword.get, { params: { id } })).data;
const enter = (...items: { keyword_id: number; date: string; rank?: number | null }[]) =>
  asEditor(seoKeyword.rank, { body: { items } });

test("a word is one of its language, linked to by its text alone where it has a page, paused, gone on with and reached", async () => {
  const id = await add("东京公寓", { owner_id: editor.id });
  expect((await get(id)).owner).toEqual({ id: editor.id, name: "林优化" });
  expect((await get(await add("东京公寓", { lang: "ja" }))).lang).toBe("ja");
  const params = { id };
  const change = (over: object) =>
    asEditor.unchecked(seoKeyword.update, { params, body: { word: "东京塔楼", ...fields, version: 1, ...over } });
  expect(await change({ link_text: true })).toMatchObject({ code: 42200, data: { errors: [{ field: "target_url" }] } });
  expect((await change({ link_text: true, target_url: "/tag/tokyo" })).data).toMatchObject({ link_text: true });
  expect(await change({ word: "东京公寓", lang: "ja", version: 2 })).toMatchObject({ code: 40900 });
  for (const [act, status] of [
    ["pause", "paused"],
    ["resume", "tracking"],
    ["done", "done"],
    ["resume", "tracking"],
  ] as const)
    expect((await asEditor(seoKeyword[act], { params })).data.status).toBe(status);
  expect(await asEditor(seoKeyword.resume, { params })).toMatchObject({ code: 40902 });
  await enter({ keyword_id: id, date: "2026-11-01", rank: 3 });
  expect((await asEditor(seoKeyword.remove, { params })).code).toBe(200);
  expect(await db.$count(seoKeywordRank)).toBe(0);
});

test("ranks make the present one, the one before and the best, whatever their order; a day is written anew", async () => {
  const id = await add("东京公寓");
  expect(
    (await enter({ keyword_id: id, date: "2026-11-10", rank: 12 }, { keyword_id: id, date: "2026-11-03", rank: 8 }))
      .data,
  ).toEqual({ count: 2 });
  expect(await get(id)).toMatchObject({
    ...{ rank_current: 12, rank_before: 8, rank_best: 8, rank_at: "2026-11-10", version: 1 },
  });
  await enter({ keyword_id: id, date: "2026-11-10", rank: 5 });
  await enter({ keyword_id: id, date: "2026-11-12", rank: null });
  expect(await get(id)).toMatchObject({ rank_current: null, rank_before: 5, rank_best: 5, rank_at: "2026-11-12" });
  const ranks = async (query: object) => (await asEditor(seoKeyword.ranks, { params: { id }, query })).data.list;
  expect(await ranks({})).toEqual([
    { date: "2026-11-03", rank: 8, source: "manual" },
    { date: "2026-11-10", rank: 5, source: "manual" },
    { date: "2026-11-12", rank: null, source: "manual" },
  ]);
  expect((await ranks({ from: "2026-11-04", to: "2026-11-11" })).map(({ rank }) => rank)).toEqual([5]);
  const lines = await logLines(eq(operationLog.target_id, id));
  expect(lines.at(-1)?.summary).toBe("新增SEO关键词排名 东京公寓：2026-11-12 未进排名");
});

test.each([
  ["a day to come", [{ date: "2027-01-01", rank: 1 }]],
  [
    "one day twice",
    [
      { date: "2026-11-01", rank: 1 },
      { date: "2026-11-01", rank: 2 },
    ],
  ],
  ["a word that there is not", [{ keyword_id: 987654, date: "2026-11-01", rank: 1 }]],
  ["place nought", [{ date: "2026-11-01", rank: 0 }]],
])("refuses a rank of %s", async (_, items) => {
  const keyword_id = await add("东京公寓");
  expect(await enter(...items.map((one) => ({ keyword_id, ...one })))).toMatchObject({ code: 42200 });
  expect(await db.$count(seoKeywordRank)).toBe(0);
});

test("the list is narrowed by groups and ranks, and put in order", async () => {
  const [one, two, three] = [
    await add("东京公寓", { group_name: "东京" }),
    await add("大阪公寓", { volume: 10 }),
    await add("签证", { intent: "visa" }),
  ];
  await enter({ keyword_id: one, date: "2026-11-01", rank: 4 }, { keyword_id: two, date: "2026-11-01", rank: 30 });
  const list = async (query: object) => (await asEditor(seoKeyword.list, { query })).data.list.map(({ id }) => id);
  expect(await list({})).toEqual([three, two, one]);
  expect(await list({ sort: "rank_current" })).toEqual([one, two, three]);
  expect(await list({ rank_current_min: 5, rank_current_max: 50 })).toEqual([two]);
  expect(await list({ group_name: "东京,别处" })).toEqual([one]);
  expect(await list({ keyword: "公寓", sort: "-volume" })).toEqual([two, one]);
  expect(await list({ intent: "visa" })).toEqual([three]);
  expect(await list({ link_text: "1" })).toEqual([]);
});

test("groups of several are changed at once and put back, but for what has changed since", async () => {
  const [one, two] = [await add("东京公寓", { group_name: "旧" }), await add("大阪公寓")];
  const { data } = await asEditor(seoKeyword.group, { body: { ids: [one, two, 987654], group_name: "公寓" } });
  expect(data).toMatchObject({ success: [one, two], failed: [{ id: 987654, code: 40400 }] });
  expect([(await get(one)).group_name, (await get(two)).group_name]).toEqual(["公寓", "公寓"]);
  await asEditor.unchecked(seoKeyword.update, { params: { id: two }, body: { word: "大阪", ...fields, version: 2 } });
  const undone = await asEditor(batch.undo, { params: { id: data.batch_id ?? 0 } });
  expect(undone.data).toMatchObject({ success: [one], failed: [{ id: two, code: 40901 }] });
  expect((await get(one)).group_name).toBe("旧");
});

const heading = "词,语言,意图,分组,目标页,搜索量,难度,排名,排名日期";
const send = (lines: readonly string[], query: object = {}) =>
  asEditor.unchecked(seoKeywordImport.start, { query, body: `\ufeff${[heading, ...lines].join("\n")}` });

test("a file is looked through without writing, then adds words, changes those that are there, and enters their ranks", async () => {
  const id = await add("东京公寓", { group_name: "东京", volume: 10 });
  const lines = [
    '东京公寓,,,,/tag/tokyo,"2,400",,7,2026/11/9',
    "大阪公寓,简体中文,区域,大阪,,,30,未上榜,",
    "大阪公寓,,区域,,,,,,",
    "福冈公寓,,,,,,,3,",
    "名古屋,,区域,,ftp://x,,,,",
    "京都,,区域,,,,,4,2027-01-01",
    "札幌,日本语,区域,,,,,,",
    "神户,,区域,,,,,,2026-11-01",
  ];
  const dry = await send(lines, { dry_run: true });
  expect(dry.data).toMatchObject({ dry_run: true, total: 8, success: 2, failed: 6 });
  expect(dry.data.errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
    ...["4 词", "5 意图", "6 目标页", "7 排名日期", "8 语言", "9 排名"],
  ]);
  expect(await db.$count(table)).toBe(1);
  expect((await send(lines)).data).toMatchObject({ success: 2, failed: 6 });
  expect(await get(id)).toMatchObject({
    ...{
      group_name: "东京",
      target_url: "/tag/tokyo",
      volume: 2_400,
      rank_current: 7,
      rank_at: "2026-11-09",
      version: 2,
    },
  });
  const [osaka] = await db.select().from(table).where(eq(table.word, "大阪公寓"));
  expect(osaka).toMatchObject({ group_name: "大阪", difficulty: 30, rank_current: null, created_by: editor.id });
  expect(await db.select().from(seoKeywordRank).orderBy(seoKeywordRank.keyword_id)).toMatchObject([
    { keyword_id: id, rank: 7, source: "import" },
    { keyword_id: osaka?.id, rank: null, source: "import" },
  ]);
  const lines2 = await logLines(eq(operationLog.action, "import"));
  expect(lines2.map(({ summary }) => summary)).toEqual(["导入SEO关键词：新增1个，更新1个，排名2条，失败6行"]);
});

test.each([
  ["search_console", "热门查询,点击次数,展示,点击率,排名", "东京公寓,12,340,3.5%,8.4"],
  ["search_console", "Top queries,Clicks,Impressions,CTR,Position", "东京公寓,12,340,3.5%,7.6"],
  ["baidu", "关键词,点击量,展现量,点击率,排名", "东京公寓,12,340,3.5%,8"],
])("an exported sheet of %s (%s) brings ranks of the words that are followed", async (source, headings, line) => {
  const [id, far] = [await add("东京公寓"), await add("大阪公寓")];
  const sheet = [headings, line, "大阪公寓,0,9,0%,612.5", "别的词,1,2,50%,3"].join("\n");
  const { data } = await asEditor.unchecked(seoKeywordImport.start, { query: {}, body: `\ufeff${sheet}` });
  expect(data).toMatchObject({ success: 2, failed: 1 });
  expect(data.errors).toMatchObject([{ row: 4, field: "词", message: "没有这个关键词；新增需要有“意图”一列" }]);
  expect(await db.select().from(seoKeywordRank).orderBy(seoKeywordRank.keyword_id)).toMatchObject([
    { keyword_id: id, date: "2026-11-20", rank: 8, source },
    { keyword_id: far, rank: null, source },
  ]);
});

test("an export has the chosen rows in words, and stands in the log", async () => {
  const one = await add("东京公寓", { volume: 10, owner_id: editor.id });
  await add("大阪公寓");
  await enter({ keyword_id: one, date: "2026-11-01", rank: 4 });
  const rows = await cellsOf(await asEditor.file(seoKeyword.export, { query: { keyword: "东京" } }));
  expect(rows[0]?.slice(0, 4)).toEqual(["词", "语言", "意图", "分组"]);
  expect(rows[1]).toEqual([
    ...["东京公寓", "简体中文", "区域", null, null, 10, null, 4, 4],
    ...[new Date("2026-11-01T00:00:00Z"), "否", 1, "林优化", "监测中"],
  ]);
  const lines = await logLines(eq(operationLog.action, "export"));
  expect(lines).toMatchObject([{ summary: "导出SEO关键词1条", user_id: editor.id }]);
});

const roles = "SA SE" as const;
lifeOf(seoKeyword, {
  by: asEditor,
  facts: { word: "东京公寓", ...fields, volume: 2_400 },
  shown: {
    ...{ lang: "zh", status: "tracking", rank_current: null, max_per_article: 1 },
    can: { pause: true, resume: false, done: true },
  },
  change: { word: "东京塔楼" },
  named: "SEO关键词 东京公寓",
  namedAfter: "SEO关键词 东京塔楼",
  changes: [["词", "东京公寓", "东京塔楼"]],
  unique: "词",
  wrong: [
    [{ target_url: "javascript:alert(1)" }, "target_url"],
    // Another site's address without its scheme.
    [{ target_url: "//evil.test" }, "target_url"],
    [{ difficulty: 101 }, "difficulty"],
    [{ max_per_article: 6 }, "max_per_article"],
    [{ owner_id: 987654 }, "owner_id"],
    [{ intent: undefined }, "intent"],
  ],
  roles: { all: roles },
  pages: { "/seo/keywordsList": roles },
});
whoMay(seoKeywordImport, { all: roles });
