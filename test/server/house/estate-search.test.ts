import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { estate } from "~/contract/house/estate";
import type { AuditAction } from "~/contract/house/estate-audit";
import { country } from "~/contract/region/country";
import { currency as rates } from "~/contract/region/currency";
import { district as districts } from "~/contract/region/district";
import { search } from "~/contract/search/search";
import { share } from "~/contract/share/share";
import { option } from "~/contract/shared/option";
import { broker as brokers } from "~/contract/system/broker";
import { priceInCny } from "~/server/resources/house/estate/prices";
import { districtOf, givePictures } from "~/test/support/estate";
import { testNow } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";

const { db, api, make, asNew, setSetting, rowIn, rowsIn, updateIn, insertIn } = setUp();

const { asKeeper } = signedIn(api, { keeper: { role: "estate_manager", name: "陈房源" } });

const list = async (query: object = {}) =>
  (await asKeeper(estate.list, { query: { state: "all", ...query } })).data.list.map(({ name }) => name);
const complaint = async (query: object) => (await asKeeper.unchecked(estate.list, { query: query })).code;

test("estates are found by every filter, alone and together, and put in the order that is asked for", async () => {
  const [minato, shibuya] = [await districtOf(db, "JP", "13103"), await districtOf(db, "JP", "13113")];
  const tokyo = await rowIn("district", minato);
  const bay = await make.estate({
    ...{ name: "湾岸塔", name_local: "ベイタワー", district_id: minato, address: "芝浦4-2-1", walk_min: 7 },
    stations: [{ line: "山手线", station: "田町", walk_min: 7, bus_min: null }],
    search_text: "xf1\n湾岸塔\nベイタワー\n芝浦4-2-1\n山手线\n田町",
    ...{ price_min: "50000000.00", price_max: "90000000.00", gross_yield: 4.5, completion_at: "2027-03" },
    ...{ lat: 35.64, lng: 139.75, is_hot: true, created_at: "2026-11-01T00:00:00+08:00" },
  });
  await make.room({ estate_id: bay.id, layout: "2LDK", area_sqm: 60 });
  await make.room({ estate_id: bay.id, layout: "1LDK", area_sqm: 42.5 });
  const hill = await make.estate({
    ...{ name: "代官山邸", name_local: null, district_id: shibuya, property_type: "apartment", walk_min: 15 },
    ...{ sale_status: "upcoming", audit_status: "draft", publish_status: "offline", completion_at: "2028-12" },
    ...{ price_min: "200000000.00", price_max: "300000000.00", is_recommend: true },
    created_at: "2026-11-02T00:00:00+08:00",
  });
  await make.estate({
    ...{ name: "素坤逸", name_local: null, country_code: "TH", district_id: shibuya, currency: "THB", gross_yield: 6 },
    ...{ price_min: "5000000.00", price_max: "8000000.00", has_units: true },
    // On the other side of the line of the date than its neighbour would be.
    ...{ lat: -17, lng: 179.5, created_at: "2026-11-03T00:00:00+08:00" },
  });
  await make.estate({ name: "已删除", deleted_at: "2026-11-04T00:00:00+08:00" });
  await updateIn("currency", { code: "JPY" }, { rate_to_cny: "0.05000000" });
  await updateIn("currency", { code: "THB" }, { rate_to_cny: "0.20000000" });
  await priceInCny(db, sql`true`);

  expect(await list()).toEqual(["素坤逸", "代官山邸", "湾岸塔"]);
  // What is for sale comes first; which of the rest, one says.
  expect(await list({ state: undefined })).toEqual(["素坤逸", "湾岸塔"]);
  expect(await list({ state: undefined, audit_status: ["draft"] })).toEqual(["代官山邸"]);
  expect(await list({ state: "draft" })).toEqual(["代官山邸"]);
  for (const state of ["offline", "pending", "rejected"]) expect(await list({ state })).toEqual([]);
  const found: [object, string[]][] = [
    [{ keyword: "ベイ" }, ["湾岸塔"]],
    [{ keyword: "田町" }, ["湾岸塔"]],
    [{ keyword: hill.estate_no }, ["代官山邸"]],
    [{ country: ["TH"] }, ["素坤逸"]],
    [{ district_id: [tokyo?.parent_id] }, ["素坤逸", "代官山邸", "湾岸塔"]],
    [{ district_id: [minato] }, ["湾岸塔"]],
    [{ property_type: ["apartment", "villa"] }, ["代官山邸"]],
    [{ layout: ["1LDK", "4LDK+"] }, ["湾岸塔"]],
    [{ layout: ["3LDK"] }, []],
    [{ area_min: 60, area_max: 70 }, ["湾岸塔"]],
    [{ area_max: 42 }, []],
    // 2.5–4.5 million, 10–15 million, 1–1.6 million CNY.
    [{ price_min: "4500000" }, ["代官山邸", "湾岸塔"]],
    [{ price_min: "4500000.01" }, ["代官山邸"]],
    [{ price_max: "1000000" }, ["素坤逸"]],
    [{ price_min: "90000000", price_max: "199999999", currency: "JPY" }, ["湾岸塔"]],
    [{ price_max: "200000000", currency: "JPY", country: ["JP"] }, ["代官山邸", "湾岸塔"]],
    [{ yield_min: 5 }, ["素坤逸"]],
    [{ completion_min: "2027", completion_max: "2027" }, ["素坤逸", "湾岸塔"]],
    [{ completion_min: "2028-12" }, ["代官山邸"]],
    [{ completion_max: "2027-02" }, []],
    [{ walk_max: 7 }, ["湾岸塔"]],
    [{ sale_status: ["upcoming"] }, ["代官山邸"]],
    [{ audit_status: ["draft", "rejected"] }, ["代官山邸"]],
    [{ publish_status: ["online"] }, ["素坤逸", "湾岸塔"]],
    [{ is_hot: true }, ["湾岸塔"]],
    [{ is_recommend: false }, ["素坤逸", "湾岸塔"]],
    [{ has_coords: true }, ["素坤逸", "湾岸塔"]],
    [{ has_coords: false }, ["代官山邸"]],
    [{ has_units: true }, ["素坤逸"]],
    [{ bbox: "139.7,35.6,139.8,35.7" }, ["湾岸塔"]],
    [{ bbox: "179,-20,-179,-10" }, ["素坤逸"]],
    [{ sort: "price_min" }, ["素坤逸", "湾岸塔", "代官山邸"]],
    // Those without one are last in either direction.
    [{ sort: "gross_yield" }, ["湾岸塔", "素坤逸", "代官山邸"]],
    [{ sort: "-gross_yield" }, ["素坤逸", "湾岸塔", "代官山邸"]],
    [{ sort: "-completion_at" }, ["代官山邸", "素坤逸", "湾岸塔"]],
  ];
  for (const [query, names] of found) expect([query, await list(query)]).toEqual([query, names]);

  const { data } = await asKeeper(estate.list, { query: { keyword: "湾岸" } });
  expect(data.list[0]).toMatchObject({
    ...{ estate_no: bay.estate_no, district: "东京都 港区", nearest: { station: "田町", walk_min: 7 } },
    // As the contract has them, whichever room came first.
    ...{ layouts: ["1LDK", "2LDK"], area_min: 42.5, is_changing: false },
    ...{ price_min_cny: "2500000.00", price_max_cny: "4500000.00" },
  });

  for (const wrong of [
    ...[{ price_min: "a lot" }, { price_min: "1", currency: "XXX" }, { bbox: "1,2,3" }, { completion_min: "27" }],
    ...[{ layout: "9LDK" }, { sort: "view_count" }, { page: 501 }],
  ])
    expect([wrong, await complaint(wrong)]).toEqual([wrong, 42200]);
});

test("what one may do with an estate follows from its state, its review and one's permissions", async () => {
  const draft = await make.estate({ audit_status: "draft", publish_status: "offline" });
  const pending = await make.estate({ audit_status: "pending", publish_status: "offline" });
  const approved = await make.estate({ publish_status: "offline" });
  const changing = await make.estate({ proposed: { price_max: "1.00" } });
  await givePictures(db, changing.id);
  const review = (estate_id: number, action: AuditAction) => ({
    audit_no: `SH${estate_id}`,
    ...{ estate_id, action, submitter_name: "陈房源", snapshot: { fields: {}, rooms: [], album: [] }, search_text: "" },
    submitted_at: testNow.toISOString(),
    sla_due_at: testNow.toISOString(),
  });
  await insertIn("estateAudit", [review(pending.id, "create"), review(changing.id, "update")]);
  const rows = async (call: typeof asKeeper) =>
    new Map((await call(estate.list, { query: { state: "all" } })).data.list.map((row) => [row.id, row]));
  const acts = ["edit", "delete", "submit", "withdraw", "publish", "unpublish", "flag", "report"];
  const no = Object.fromEntries(acts.map((act) => [act, false]));
  const mine = await rows(asKeeper);
  const edits = { ...no, edit: true, flag: true };
  expect(mine.get(draft.id)?.can).toEqual({ ...edits, delete: true, submit: true });
  expect(mine.get(pending.id)?.can).toEqual({ ...no, flag: true, withdraw: true });
  expect(mine.get(approved.id)?.can).toEqual({ ...edits, publish: true });
  expect(mine.get(changing.id)).toMatchObject({
    is_changing: true,
    can: { ...edits, withdraw: true, unpublish: true },
    cover: expect.stringContaining("/api/upload/media/"),
  });
  const asSeller = await asNew({ role: "sales" });
  const sellers = await rows(asSeller);
  expect([...sellers.keys()]).toEqual([changing.id]);
  for (const row of sellers.values()) expect(row.can).toEqual(no);
  // Reports are taken where the server would take them.
  const closed = await make.estate({ allow_agent: false });
  const sold = await make.estate({ sale_status: "sold_out" });
  const manager = await asNew({ role: "channel_manager" });
  const reported = [...(await rows(manager)).values()].filter(({ can }) => can.report);
  expect(reported.map(({ id }) => id)).toEqual([changing.id]);
  const { data: offered } = await manager(option.community, { query: { scenes: ["reportable_estates"] } });
  expect(offered.reportable_estates?.map(({ value }) => value)).toEqual([changing.id]);
  const ids = [closed.id, sold.id];
  const { data: named } = await manager(option.community, { query: { scenes: ["reportable_estates"], ids } });
  expect(named.reportable_estates).toHaveLength(2);

  // Rules, waiting changes and gaps are for the users concerned.
  const params = { id: changing.id };
  expect((await asKeeper(estate.get, { params })).data).toMatchObject({
    rules: { allow_agent: true },
    proposed: { price_max: "1.00" },
    review: { audit_no: `SH${changing.id}`, status: "pending" },
    place: [{ name: "东京都" }, { name: "港区" }],
  });
  const asWriter = await asNew({ role: "content_editor" });
  const unseen = { rules: null, proposed: null, review: null, completeness: [] };
  expect((await asWriter(estate.get, { params })).data).toMatchObject(unseen);
});

test("similar estates are near or of the same district, of the kind and price; what is shared holds nothing for colleagues", async () => {
  const [minato, shibuya] = [await districtOf(db, "JP", "13103"), await districtOf(db, "JP", "13113")];
  const place = { lat: 35.64, lng: 139.75 };
  const own = await make.estate({
    ...{ ...place, district_id: minato, name: "湾岸塔", slug: "wan-an-ta", layouts: ["2LDK"] },
    ...{ price_min: "50000000.00", price_max: "100000000.00", commission_note: "佣金三个点" },
    stations: [{ line: "山手线", station: "田町", walk_min: 7, bus_min: null }],
  });
  const near = await make.estate({ name: "近", district_id: shibuya, lat: 35.645, lng: 139.755 });
  const nearer = await make.estate({ name: "更近", district_id: minato, lat: 35.641, lng: 139.75 });
  const nowhere = await make.estate({ name: "同区", district_id: minato });
  for (const unlike of [
    { name: "远", district_id: shibuya, lat: 35.7, lng: 139.75 },
    { name: "贵", price_min: "130000001.00", price_max: "200000000.00" },
    { name: "别墅", property_type: "villa" },
    { name: "售罄", sale_status: "sold_out" },
    { name: "草稿", audit_status: "draft" },
  ] as const)
    await make.estate({ district_id: minato, ...unlike });
  const { data } = await asKeeper(estate.similar, { params: { id: own.id } });
  expect(data.map(({ id }) => id)).toEqual([nearer.id, near.id, nowhere.id]);

  const preview = async () => (await asKeeper(share.preview, { body: { kind: "estate", estate_ids: [own.id] } })).data;
  expect((await preview()).url).toBeNull();
  await setSetting("site.main_base", "https://www.example.com");
  const shared = await preview();
  expect(shared.url).toBe("https://www.example.com/estate/wan-an-ta");
  expect(shared.text.split("\n")).toEqual([
    "湾岸塔（クラウドベイタワー）",
    "区域：东京都 港区",
    "交通：山手线 田町 步行7分钟",
    "总价：5,000万–1亿日元",
    expect.stringMatching(/^折合：[\d.,]+万?–[\d.,]+万元$/),
    "户型：2LDK",
    "竣工：2027年3月",
  ]);
  await updateIn("estate", own.id, { publish_status: "offline" });
  expect((await preview()).url).toBeNull();
});

test("a rate that changes tells the estates' prices anew, whoever writes one meanwhile", async () => {
  const made = await make.estate({ price_min: "100000000.00", price_max: "200000000.00" });
  const baht = await make.estate({ currency: "THB", price_min: "5000000.00", price_max: "8000000.00" });
  const [yen] = await rowsIn("currency", { code: "JPY" });
  const asFinance = await asNew({ role: "finance" });
  const body = { rate: "0.0612", confirm: true, version: yen?.version ?? 0 };
  expect((await asFinance(rates.setRate, { params: { id: yen?.id ?? 0 }, body })).code).toBe(200);
  const rows = new Map((await asKeeper(estate.list)).data.list.map((row) => [row.id, row]));
  expect(rows.get(made.id)).toMatchObject({ price_min_cny: "6120000.00", price_max_cny: "12240000.00" });
  expect(rows.get(made.id)?.updated_at).toBe(made.updated_at);
  expect(rows.get(baht.id)?.price_min_cny).toBe(baht.price_min_cny);
});

test("districts and countries count their estates, and what estates name is not deleted", async () => {
  const asAdmin = await asNew({ role: "super_admin" });
  const [minato, shibuya] = [await districtOf(db, "JP", "13103"), await districtOf(db, "JP", "13113")];
  const contact = { contact_name: "森", phone_cc: "81", phone: "312345678" };
  const [agent] = await insertIn("broker", { broker_no: "BK1", name: "森", type: "company", ...contact });
  await make.estate({ district_id: minato, broker_id: agent?.id });
  // A waiting change would put it there.
  await make.estate({ district_id: minato, proposed: { district_id: shibuya } });
  await make.estate({ district_id: minato, deleted_at: testNow.toISOString() });
  const counts = async (query: object) =>
    new Map((await asAdmin(districts.list, { query })).data.list.map((row) => [row.code, row.estate_count]));
  expect((await counts({ country: "JP", level: 1, keyword: "东京" })).get("13")).toBe(2);
  const wards = await counts({ country: "JP", level: 2, keyword: "区", page_size: 100 });
  expect([wards.get("13103"), wards.get("13113")]).toEqual([2, 0]);
  const { data } = await asAdmin(country.list, { query: { keyword: "日本" } });
  expect(data.list[0]?.estate_count).toBe(2);
  const japan = { params: { id: data.list[0]?.id ?? 0 } };
  expect((await asAdmin(country.usage, japan)).data.estates).toBe(2);
  expect((await asAdmin(districts.remove, { params: { id: shibuya } })).message).toContain("房源 1");
  const [yen] = await rowsIn("currency", { code: "JPY" });
  expect((await asAdmin(rates.remove, { params: { id: yen?.id ?? 0 } })).message).toContain("房源 2");
  const refused = { code: 40904, message: expect.stringContaining("房源 1") };
  expect(await asKeeper(brokers.remove, { params: { id: agent?.id ?? 0 } })).toMatchObject(refused);
});

test("the header's search finds estates for those who may see any, five at most, what is called exactly so first", async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) await make.estate({ name: `云汀${number}期` });
  const exact = await make.estate({ name: "云汀", created_at: "2020-01-01T00:00:00+08:00" });
  await make.estate({ name: "云汀旧盘", deleted_at: testNow.toISOString() });
  const hits = async (call: typeof asKeeper, keyword: string) =>
    (await call(search.find, { query: { keyword } })).data.estates;
  const found = await hits(asKeeper, "云汀");
  expect(found).toHaveLength(5);
  expect(found[0]).toMatchObject({ id: exact.id, district: "东京都 港区", sale_status: "on_sale" });
  expect(await hits(asKeeper, exact.estate_no.toLowerCase())).toMatchObject([{ id: exact.id }]);
  const asFinance = await asNew({ role: "finance" });
  expect(await hits(asFinance, "云汀")).toEqual([]);
});
