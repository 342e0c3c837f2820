import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { section } from "~/contract/seo/section";
import { seoTag } from "~/contract/seo/tag";
import { section as table } from "~/server/database/tables/seo/seo";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { districtOf, makeEstate } from "~/test/support/estate";
import { testNow } from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { asEditor } = signedIn(api, { editor: { role: "seo_editor", name: "林优化" } });

const fields = { name: "底部内链", page_type: "city" as const };
const links = [{ text: "港区新盘", url: "/tag/minato" }];
const create = (over: object) =>
  asEditor.unchecked(section.create, { body: { code: "foot", ...fields, type: "link_list", links, ...over } });

test("a section holds what its type holds, is changed, stopped and started, and deleted", async () => {
  const { id } = (await create({ text: "别的", district_ids: [await districtOf(db, "JP", "13103")] })).data;
  const params = { id };
  expect(await db.select().from(table)).toMatchObject([{ content: { links }, district_ids: [expect.any(Number)] }]);
  expect((await asEditor(section.get, { params })).data).toMatchObject({
    ...{ code: "foot", links, text: null, faq: [], tag_ids: [], status: "enabled", version: 1 },
    district_names: ["东京都 港区"],
  });
  expect(await create({})).toMatchObject({ code: 40900 });
  const faq = [{ q: "外国人能买吗", a: "可以。" }];
  const change = (over: object) =>
    asEditor.unchecked(section.update, {
      params,
      body: { code: "foot", ...fields, type: "faq", faq, version: 1, ...over },
    });
  expect((await change({})).data).toMatchObject({ type: "faq", faq, links: [], district_ids: [], version: 2 });
  expect(await db.select().from(table)).toMatchObject([{ content: { faq }, district_ids: null }]);
  expect(await change({})).toMatchObject({ code: 40901, data: { faq } });
  const lines = await db.select().from(operationLog).where(eq(operationLog.target_id, id));
  expect(lines.flatMap(({ changes }) => changes.map(({ label, after }) => [label, after]))).toEqual([
    ["类型", "问答"],
    ["区域", null],
    ["内容", "外国人能买吗 可以。"],
  ]);
  expect((await asEditor(section.disable, { params })).data.status).toBe("disabled");
  expect(await asEditor(section.disable, { params })).toMatchObject({ code: 40902 });
  expect((await asEditor(section.enable, { params })).data.status).toBe("enabled");
  expect((await asEditor(section.remove, { params })).code).toBe(200);
  expect(await asEditor(section.get, { params })).toMatchObject({ code: 40400 });
});

test("estates by hand or by a search, and a cloud of tags", async () => {
  const { id: estate } = await makeEstate(db);
  const tag = (
    await asEditor.unchecked(seoTag.create, { body: { name: "日本", type: "area", filter: { country: ["JP"] } } })
  ).data.id;
  for (const [code, over] of [
    ["hand", { type: "estate_list", source: "manual", estate_ids: [estate] }],
    ["rule", { type: "estate_list", source: "rule", filter: { country: "JP" }, order: "-gross_yield", limit: 5 }],
    ["cloud", { type: "tag_cloud", tag_ids: [tag] }],
    ["words", { type: "text", text: "港区的新盘。" }],
  ] as const)
    expect(await create({ code, ...over })).toMatchObject({ code: 200 });
  expect((await db.select().from(table).orderBy(table.id)).map(({ content }) => content)).toEqual([
    { source: "manual", estate_ids: [estate] },
    { source: "rule", filter: { country: ["JP"] }, order: "-gross_yield", limit: 5 },
    { tag_ids: [tag] },
    { text: "港区的新盘。" },
  ]);
  const list = async (query: object) => (await asEditor(section.list, { query })).data.list.map(({ code }) => code);
  expect(await list({ sort: "code" })).toEqual(["cloud", "hand", "rule", "words"]);
  expect(await list({ type: "tag_cloud" })).toEqual(["cloud"]);
  expect(await list({ keyword: "ru" })).toEqual(["rule"]);
  expect(await list({ page_type: "home" })).toEqual([]);
});

const nobody = 987654;
test.each([
  ["a list without links", { links: [] }, "links"],
  ["too long a link's text", { links: [{ text: "长".repeat(21), url: "/" }] }, "links.0.text"],
  ["a link that runs a script", { links: [{ text: "坏", url: "javascript:alert(1)" }] }, "links.0.url"],
  ["51 links", { links: Array.from({ length: 51 }, () => links[0]) }, "links"],
  ["a text without one", { type: "text" }, "text"],
  ["21 questions", { type: "faq", faq: Array.from({ length: 21 }, () => ({ q: "问", a: "答" })) }, "faq"],
  ["estates by hand without any", { type: "estate_list", source: "manual" }, "estate_ids"],
  ["an estate that there is not", { type: "estate_list", source: "manual", estate_ids: [nobody] }, "estate_ids"],
  ["a search without any condition", { type: "estate_list", filter: {} }, "filter"],
  ["a tag that there is not", { type: "tag_cloud", tag_ids: [nobody] }, "tag_ids"],
  ["a district that there is not", { district_ids: [nobody] }, "district_ids"],
  ["a code with blanks", { code: "a b" }, "code"],
])("refuses %s", async (_, over, name) => {
  expect(await create(over)).toMatchObject({ code: 42200, data: { errors: [{ field: name }] } });
});

const roles = "SA SE" as const;
whoMay(api, section, { all: roles }, { "/seo/section": roles });
