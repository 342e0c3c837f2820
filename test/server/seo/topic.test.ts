import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { seoTag } from "~/contract/seo/tag";
import { topicDesc, topicTitle } from "~/contract/seo/topic-template";
import { country } from "~/server/database/tables/region/geography";
import { desk } from "~/test/support/desk";
import { districtOf, makeEstate } from "~/test/support/estate";
import { setSetting } from "~/test/support/factories";

const { db, asEditor, lifeOf } = desk({ editor: { role: "seo_editor", name: "林优化" } });

const roles = "SA SE" as const;

describe.each([
  { name: "titles", given: topicTitle, title: "专题标题模板", shown: 60, most: 120, path: "/seo/topicTitleList" },
  { name: "descriptions", given: topicDesc, title: "专题描述模板", shown: 160, most: 300, path: "/seo/topicDescList" },
])("templates of $name", ({ given, title, shown, most, path }) => {
  // Made by one factory each.
  const contract = given as typeof topicTitle;
  const fields = { page_type: "estate_list" as const, template: "{district}新盘_{brand}" };
  const add = async (name: string, over: object = {}) =>
    (await asEditor.unchecked(contract.create, { body: { name, ...fields, ...over } })).data.id;

  test.each([
    ["an unknown variable", "{city}{street}", "没有这个变量：{street}"],
    ["a brace alone", "{city", "花括号不成对"],
    ["too long a template", "长".repeat(most + 1), `模板不能超过${most}个字`],
  ])("refuse %s", async (_, template, message) => {
    const errors = [{ field: "template", message }];
    const body = { name: "坏的", page_type: "home" as const, template };
    expect(await asEditor.unchecked(contract.create, { body })).toMatchObject({ code: 42200, data: { errors } });
    expect(await asEditor.unchecked(contract.preview, { body })).toMatchObject({ code: 42200, data: { errors } });
  });

  test("are shown with what there is, and say when they are too long", async () => {
    await setSetting(db, "site.name", "云汀置业");
    const ward = await districtOf(db, "JP", "13103");
    await makeEstate(db, { district_id: ward });
    const tag = (
      await asEditor.unchecked(seoTag.create, {
        body: { name: "近地铁", type: "station", filter: { country: ["JP"] } },
      })
    ).data.id;
    const preview = async (template: string, over: object = {}) =>
      (await asEditor.unchecked(contract.preview, { body: { template, page_type: "estate_list", ...over } })).data;
    expect(
      await preview("{country}{city}{district}{count}个新盘，{price_min}起 {tag} {year}年{month}月_{brand}", {
        district_id: ward,
        tag,
      }),
    ).toEqual({
      text: "日本东京都港区1个新盘，5,980万日元起 近地铁 2026年11月_云汀置业",
      length: 39,
      is_long: false,
      missing: [],
      sample: "日本 · 东京都 · 港区 · 近地铁",
    });
    expect(await preview("{city} {station} 新盘", { country: "TH" })).toMatchObject({
      text: "新盘",
      missing: ["city", "station"],
    });
    expect(await preview("长".repeat(shown))).toMatchObject({ length: shown, is_long: false });
    expect(await preview(`${"长".repeat(shown - 1)}{month}`)).toMatchObject({ length: shown + 1, is_long: true });
    expect((await preview("{district}")).sample).toContain("港区");
    await add("列表");
    expect((await asEditor(contract.list, {})).data.list[0]?.preview.text).toBe("港区新盘_云汀置业");
  });

  test("resolve: the highest priority whose conditions match, of equals the newest, and why not the others", async () => {
    const ward = await districtOf(db, "JP", "13103");
    await makeEstate(db, { district_id: ward });
    const ids: Record<string, number> = {};
    const all: [string, object][] = [
      ["旧的", { template: "A", priority: 5 }],
      ["新的", { template: "B", priority: 5 }],
      ["低的", { template: "C", priority: 1 }],
      ["泰国", { template: "D", priority: 9, country: "TH" }],
      ["一级", { template: "E", priority: 9, level: "1" }],
      ["无房", { template: "F", priority: 9, has_count: "none" }],
      ["停用", { template: "G", priority: 99 }],
      ["日文", { template: "H", lang: "ja" }],
      ["别页", { template: "I", page_type: "home", priority: 99 }],
    ];
    for (const [name, over] of all) ids[name] = await add(name, over);
    await asEditor(contract.disable, { params: { id: ids.停用 ?? 0 } });
    const resolve = async (over: object) =>
      (await asEditor.unchecked(contract.resolve, { body: { page_type: "estate_list", ...over } })).data;
    const chosen = await resolve({ district_id: ward });
    expect(chosen).toMatchObject({ winner: ids.新的, rendered: { text: "B" } });
    const thailand = (await db.select().from(country).where(eq(country.code, "TH")))[0]?.name_zh;
    expect(chosen.candidates.map(({ id, matched, reason }) => [id, matched, reason])).toEqual([
      [ids.停用, false, "已停用"],
      [ids.无房, false, "只用于无房源的页面，这里有1个房源"],
      [ids.一级, false, "只用于一级区域，这里是二级区域"],
      [ids.泰国, false, `只用于${thailand}，这里是日本`],
      [ids.新的, true, "条件都符合，排在最前"],
      [ids.旧的, true, "条件符合，优先级相同，但不是最新的"],
      [ids.低的, true, "条件符合，但优先级1低于5"],
    ]);
    expect((await resolve({ country: "TH" })).winner).toBe(ids.无房);
    expect((await resolve({ lang: "ja", district_id: ward })).winner).toBe(ids.日文);
    expect((await resolve({ lang: "en", district_id: ward })).winner).toBe(ids.新的);
    expect(await resolve({ page_type: "mansion" })).toEqual({ winner: null, rendered: null, candidates: [] });
  });

  const { shown: _, Row: __, Fields: ___, ...endpoints } = contract;
  lifeOf(endpoints, {
    by: asEditor,
    facts: { name: "默认", ...fields },
    shown: { lang: "zh", priority: 0, status: "enabled" },
    change: { level: "2", country: "JP" },
    named: `${title} 默认`,
    changes: [["条件", null, "JP、二级区域"]],
    unique: "同页面的模板",
    roles: { all: roles },
    pages: { [path]: roles },
  });
});
