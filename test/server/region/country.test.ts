import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { richTags } from "~/contract/content/rich-text";
import { CountryUpdate, country } from "~/contract/region/country";
import { country as table } from "~/server/database/tables/region/geography";
import { media } from "~/server/database/tables/system/system";
import { desk } from "~/test/support/desk";
import { makeCustomer, makeMedia, makeRequirement } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { faultsIn } from "~/test/support/rich-faults";
import { inParts, scriptPayloads } from "~/test/support/script-payloads";

const { db, keeper, asKeeper, whoMay, logLines } = desk({ keeper: { role: "estate_manager", name: "陈房源" } });

const detail = async (code: string) => (await asKeeper(country.byCode, { params: { code } })).data;
/** The body of a form with a country's data, some of it changed. */
async function bodyOf(code: string, change: object = {}) {
  const shown = await detail(code);
  const names = Object.keys(CountryUpdate.shape);
  const saved = Object.entries(shown).filter(([name]) => names.includes(name));
  return { ...Object.fromEntries(saved), ...change };
}
async function change(code: string, given: object) {
  const { id } = await detail(code);
  return asKeeper.unchecked(country.update, { params: { id }, body: await bodyOf(code, given) });
}
const logged = () => logLines();
const facts = { name_zh: "新国", name_en: "Newland", currency_code: "USD" };

test("a country is read by number and by code, and changed at its version", async () => {
  const picture = await makeMedia(db, { uploader: keeper.id, scene: "cover", is_private: false });
  const japan = await detail("jp");
  expect(japan).toMatchObject({
    code: "JP",
    code3: "JPN",
    name_zh: "日本",
    level_names: ["都道府县", "市区町村", "片区"],
    level_name_2: "市区町村",
    district_count: 47,
    is_open: true,
    can: { edit: true, open: false, close: true },
  });
  expect((await asKeeper(country.get, { params: { id: japan.id } })).data).toEqual(japan);
  const body = await bodyOf("JP", { level_name_3: null, intro: "岛国", cover_id: picture.id, sort: 3 });
  const changed = await asKeeper.unchecked(country.update, { params: { id: japan.id }, body });
  expect(changed.data).toMatchObject({ level_names: ["都道府县", "市区町村"], intro: "岛国", sort: 3, version: 2 });
  expect(changed.data.cover).toContain(`/api/upload/media/${picture.id}/`);
  expect(await asKeeper.unchecked(country.update, { params: { id: japan.id }, body })).toMatchObject({
    code: 40901,
    data: { intro: "岛国", version: 2 },
  });
  expect((await logged()).map(({ summary, changes }) => [summary, changes])).toEqual([
    [
      "编辑国家/地区 JP 日本",
      [
        { field: "sort", label: "排序", before: "1", after: "3" },
        { field: "level_name_3", label: "三级区域称谓", before: "片区", after: null },
        { field: "cover_id", label: "封面", before: null, after: "******" },
        { field: "intro", label: "介绍", before: null, after: "岛国" },
      ],
    ],
  ]);
  await change("JP", { cover_id: null });
  expect((await db.select().from(media))[0]?.status).toBe("removed");
  for (const code of ["ZZ", "none"])
    expect(await asKeeper(country.byCode, { params: { code } })).toMatchObject({ code: 40400 });
});

test("what the house begins with can be saved as it stands", async () => {
  const rows = await db.select().from(table);
  const refused: string[] = [];
  for (const row of rows) {
    const [level_name_1 = null, level_name_2 = null, level_name_3 = null] = row.level_names;
    const parsed = CountryUpdate.safeParse({ ...row, level_name_1, level_name_2, level_name_3 });
    const fields = parsed.error?.issues.map(({ path }) => path.join("."));
    if (fields && row.currency_code) refused.push(`${row.code} ${fields}`);
  }
  expect(rows.length).toBeGreaterThan(240);
  expect(refused).toEqual([]);
});

test("bad input is refused on its field", async () => {
  const foreign = await makeMedia(db, { uploader: keeper.id, scene: "tracking" });
  const cases: [object, string][] = [
    [{ name_zh: " " }, "name_zh"],
    [{ name_zh: "长".repeat(31) }, "name_zh"],
    [{ name_en: "" }, "name_en"],
    [{ code3: "jpn" }, "code3"],
    [{ numeric: "39" }, "numeric"],
    [{ continent: "XX" }, "continent"],
    [{ phone_cc: "+81" }, "phone_cc"],
    [{ phone_cc: "12345" }, "phone_cc"],
    [{ timezone: "Asia/Nowhere" }, "timezone"],
    [{ timezone: "+09:00" }, "timezone"],
    [{ default_lang: "日语" }, "default_lang"],
    [{ currency_code: "XXX" }, "currency_code"],
    [{ currency_code: null }, "currency_code"],
    [{ level_name_1: null }, "level_name_1"],
    [{ level_name_2: "" }, "level_name_2"],
    [{ cover_id: foreign.id }, "cover_id"],
    [{ sort: 10_000 }, "sort"],
    [{ intro: "长".repeat(501) }, "intro"],
    [{ status: "gone" }, "status"],
    [{ status: "disabled" }, "status"],
  ];
  for (const [given, name] of cases) expect(await change("JP", given), name).toMatchObject(refusedAt(name));
  expect(await change("JP", { name_zh: "泰国" })).toMatchObject({ code: 40900 });
  for (const zone of ["Asia/Kolkata", "America/Argentina/Buenos_Aires", "Etc/GMT+8", "UTC"])
    expect((await change("JP", { timezone: zone })).data.timezone).toBe(zone);
});

test("business is opened and closed, but not in a country that is out of use", async () => {
  const { id } = await detail("FR");
  const params = { id };
  expect((await asKeeper(country.open, { params })).data).toMatchObject({ is_open: true, version: 2 });
  expect(await asKeeper(country.open, { params })).toMatchObject({ code: 40902 });
  expect((await asKeeper(country.close, { params })).data).toMatchObject({ is_open: false, version: 3 });
  expect(await asKeeper(country.close, { params })).toMatchObject({ code: 40902 });
  expect((await change("FR", { status: "disabled" })).data.can.open).toBe(false);
  expect(await asKeeper(country.open, { params })).toMatchObject({ code: 42200 });
  expect((await logged()).map(({ summary }) => summary)).toEqual([
    "开通国家/地区 FR 法国",
    "关闭国家/地区 FR 法国",
    "编辑国家/地区 FR 法国",
  ]);
});

test("a country that is named is counted and stays; another goes, and comes again by its ISO code alone", async () => {
  const japan = await detail("JP");
  const one = await makeCustomer(db, { country_code: "JP", intent_country_codes: ["JP", "TH"] });
  await makeCustomer(db, { intent_country_codes: ["TH"] });
  await makeRequirement(db, { customer_id: one.id, country_code: "JP" });
  const usage = (await asKeeper(country.usage, { params: { id: japan.id } })).data;
  expect(usage).toMatchObject({ customers: 1, requirements: 1, mansions: 0, brokers: 0 });
  expect(usage.districts).toBeGreaterThan(1_000);
  expect((await asKeeper(country.remove, { params: { id: japan.id } })).message).toBe(
    `存在关联数据，不能删除（区域 ${usage.districts.toLocaleString("en-US")}、客户 1、需求 1）`,
  );

  const { id } = await detail("BV");
  expect((await asKeeper(country.remove, { params: { id } })).code).toBe(200);
  expect(await asKeeper(country.get, { params: { id } })).toMatchObject({ code: 40400 });
  for (const code of ["ZZ", "XK", "bv", "BVT", ""])
    expect(await asKeeper(country.create, { body: { ...facts, code } })).toMatchObject(refusedAt("code"));
  expect(await asKeeper(country.create, { body: { ...facts, code: "JP" } })).toMatchObject({ code: 40900 });
  const made = await asKeeper(country.create, { body: { ...facts, code: "BV", level_name_1: "州" } });
  expect((await asKeeper(country.get, { params: made.data })).data).toMatchObject({
    code3: "BVT",
    numeric: "074",
    level_names: ["州"],
    is_open: false,
    status: "enabled",
    version: 1,
  });
});

test("the list is found by name, code and initials, and narrowed by continent, business and status", async () => {
  await db.update(table).set({ status: "disabled" }).where(eq(table.code, "KP"));
  const codes = async (query: object) => (await asKeeper(country.list, { query })).data.list.map(({ code }) => code);
  expect((await codes({})).slice(0, 3)).toEqual(["JP", "TH", "AE"]);
  for (const keyword of ["日本", "japan", "日本", "jp", "rb"]) expect((await codes({ keyword }))[0]).toBe("JP");
  expect(await codes({ keyword: "ประเทศไทย" })).toEqual(["TH"]);
  expect(await codes({ keyword: "zgxg" })).toEqual(["HK"]);
  expect(await codes({ keyword: "100%" })).toEqual([]);
  // As readers see it: in any width, with any blank.
  for (const keyword of ["ＪＰ", "ｊａｐａｎ", "日 本"]) expect((await codes({ keyword }))[0], keyword).toBe("JP");
  expect(await codes({ continent: ["EU"], open: true })).toEqual(["GB", "GR", "PT"]);
  expect(await codes({ status: ["disabled"] })).toEqual(["KP"]);
  // A continent that there is not.
  expect(await asKeeper.unchecked(country.list, { query: { continent: ["XX"] } })).toMatchObject({ code: 42200 });
});

whoMay(country, { all: "EM SE" }, { "/regionalManage/countryList": "EM SE" });

test("policy and taxes are rich texts: made safe, limited by their letters, told in words", async () => {
  const faults: string[] = [];
  for (const some of inParts(scriptPayloads())) {
    const changed = await change("JP", { buy_policy: some, tax_note: `<ul><li>${some}</li></ul>` });
    expect(changed).toMatchObject({ code: 200 });
    faults.push(...[changed.data.buy_policy, changed.data.tax_note].flatMap((html) => faultsIn(html ?? "", richTags)));
  }
  expect(faults).toEqual([]);
  const tax_note = "<p>消费税<strong>10%</strong></p>";
  const changed = await change("JP", { buy_policy: "<p></p>", tax_note: `${tax_note}<script>alert(1)</script>` });
  expect(changed.data).toMatchObject({ buy_policy: null, tax_note });
  expect((await logged()).at(-1)?.changes?.at(-1)).toMatchObject({ label: "税费说明", after: "消费税10%" });
  expect(await change("JP", { tax_note: `<p>${"字".repeat(20_001)}</p>` })).toMatchObject(
    refusedAt("tax_note", "税费说明不能超过20000个字"),
  );
});
