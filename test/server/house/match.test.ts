import { beforeEach, describe, expect, test } from "vitest";
import { requirement } from "~/contract/customer/requirement";
import { match } from "~/contract/house/match";
import { found } from "~/server/lib/call";
import { days } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { api, make, asNew, rowIn, rowsIn, updateIn } = setUp();

let customerId: number;
/** Two wards of Tokyo and one of another prefecture. */
let wards: { asked: number; beside: number; elsewhere: number; tokyo: number };

const { sales, asSales: ask } = signedIn(api, { sales: { role: "sales", team: "一组" } });

beforeEach(async () => {
  customerId = (await make.customer({ owner_id: sales.id, name: "王伟" })).id;
  const all = await rowsIn("district", { country_code: "JP" });
  const tokyo = found(all.find(({ level, name_zh }) => level === 1 && name_zh === "东京都")).id;
  const osaka = found(all.find(({ level, name_zh }) => level === 1 && name_zh === "大阪府")).id;
  const [asked, beside] = all.filter(({ parent_id }) => parent_id === tokyo).map(({ id }) => id);
  const elsewhere = all.find(({ parent_id }) => parent_id === osaka)?.id;
  wards = { asked: found(asked), beside: found(beside), elsewhere: found(elsewhere), tokyo };
});

const wanted = () => ({
  customer_id: customerId,
  district_ids: [wards.asked],
  layouts: ["2LDK"],
  property_types: ["tower"],
  price_min: "50000000",
  price_max: "80000000",
  currency: "JPY",
  area_min: "50.00",
  area_max: "70.00",
  purposes: ["investment"],
  yield_min: "4.00",
  station_walk_max: 10,
});
const station = (walk_min: number) => [{ line: "山手线", station: "田町", walk_min, bus_min: null }];

/** What fits a wish in every respect, unless it says otherwise. */
async function fitting(given: Parameters<typeof make.estate>[0] = {}, room: object | null = {}) {
  const made = await make.estate({
    district_id: wards.asked,
    price_min: "60000000.00",
    price_max: "70000000.00",
    gross_yield: 4.5,
    stations: station(5),
    ...given,
  });
  if (room) await make.room({ estate_id: made.id, layout: "2LDK", area_sqm: 62.5, ...room });
  return made;
}
const estatesFor = async (id: number, query: object = {}) => ask(match.estates, { params: { id }, query });
const customersFor = async (id: number, as = ask) => as(match.customers, { params: { id } });
/** Of each part that both sides state. */
const pointsOf = (parts: { key: string; score: number; max: number }[] | undefined) =>
  Object.fromEntries((parts ?? []).filter(({ max }) => max > 0).map(({ key, score }) => [key, score]));
const reasonOf = (parts: { key: string; reason: string }[] | undefined, key: string) =>
  parts?.find((part) => part.key === key)?.reason;
const full = { district: 30, price: 25, layout: 15, area: 10, purpose: 10, station: 10 };

describe("estates for a requirement", () => {
  test("are weighed part by part, each with its reason; the best come first", async () => {
    const { id } = await make.requirement(wanted());
    const best = await fitting();
    const beside = await fitting({ district_id: wards.beside, price_min: "92000000.00", price_max: "99000000.00" });
    const far = await fitting(
      { district_id: wards.elsewhere, property_type: "villa", gross_yield: null, stations: station(15) },
      { layout: "1K", area_sqm: 40 },
    );
    const unsaid = await fitting({ gross_yield: 3.4, stations: [] }, null);

    const { data } = await estatesFor(id);
    expect(data.map((one) => [one.estate.id, one.score, one.stated])).toEqual([
      [best.id, 100, 100],
      [unsaid.id, 93, 70],
      [beside.id, 73, 100],
      [far.id, 46, 90],
    ]);
    const partsOf = (one: { id: number }) => data.find(({ estate }) => estate.id === one.id)?.parts;
    expect(pointsOf(partsOf(best))).toEqual(full);
    expect(pointsOf(partsOf(beside))).toEqual({ ...full, district: 15, price: 13 });
    expect(pointsOf(partsOf(far))).toEqual({ district: 8, price: 25, layout: 0, area: 3, station: 5 });
    expect(pointsOf(partsOf(unsaid))).toEqual({ district: 30, price: 25, layout: 5, purpose: 5 });
    expect(reasonOf(partsOf(beside), "price")).toBe("高于预算15%");
    expect(reasonOf(partsOf(beside), "district")).toBe("邻近意向区域");
    expect(reasonOf(partsOf(best), "layout")).toBe("有2LDK");
    expect(reasonOf(partsOf(far), "station")).toBe("步行15分钟，超出5分钟");
    expect(reasonOf(partsOf(unsaid), "purpose")).toBe("表面回报率3.4%，低于要求的4%");
  });

  test("do not count what was not asked for, and lie anywhere below a district", async () => {
    const { id } = await make.requirement({ customer_id: customerId });
    await fitting({ gross_yield: null, stations: [] }, null);
    const [found] = (await estatesFor(id)).data;
    expect(found).toMatchObject({ score: 0, stated: 0 });
    expect(found?.parts.map(({ reason }) => reason)).toEqual([
      "未限定区域",
      "未填写预算",
      "未限定户型",
      "未限定面积",
      "未要求回报率",
      "未限定步行时间",
    ]);
    await updateIn("requirement", id, { district_ids: [wards.tokyo] });
    expect((await estatesFor(id)).data[0]).toMatchObject({ score: 100, stated: 30 });
  });

  test("are only those that may be offered, of its country, near its budget, in whichever currency; equals by age", async () => {
    const { id } = await make.requirement(wanted());
    for (const unfit of [
      ...([{ publish_status: "offline" }, { audit_status: "pending" }, { sale_status: "sold_out" }] as const),
      ...([{ sale_status: "ended" }, { deleted_at: days(0) }, { country_code: "TH" }] as const),
      { price_min: "105000000.00", price_max: "120000000.00" },
      { price_min: "20000000.00", price_max: "34000000.00" },
    ])
      await fitting(unfit);
    const older = await fitting({ created_at: days(-3) });
    const dollars = { currency: "USD", price_min: "400000.00", price_max: "500000.00" };
    const newer = await fitting({ created_at: days(-1), ...dollars });
    expect((await estatesFor(id)).data.map(({ estate }) => estate.id)).toEqual([newer.id, older.id]);
    expect((await estatesFor(id, { limit: 1 })).data).toHaveLength(1);
    expect((await estatesFor(id, { limit: 51 })).code).toBe(42200);
  });
});

describe("customers for an estate", () => {
  test("are those in the caller's scope, each once by the best of what he looks for, or by his intents", async () => {
    const { id } = await fitting();
    const two = await make.requirement({ ...wanted(), requirement_no: "XQ2611200001" });
    await make.requirement({ ...wanted(), district_ids: [wards.elsewhere] });
    const wish = { intent_country_codes: ["JP"], intent_district_ids: [wards.beside] };
    const budget = { budget_max: "80000000", budget_currency: "JPY" };
    const meant = await make.customer({ owner_id: sales.id, ...wish, ...budget });
    const stranger = await make.user({ role: "sales" });
    const theirs = await make.customer({ owner_id: stranger.id, name: "别人的客户" });
    await make.requirement({ ...wanted(), customer_id: theirs.id });
    const { data } = await customersFor(id);
    expect(
      data.map(({ customer, requirement: by, score, stated }) => [customer.id, by?.id ?? null, score, stated]),
    ).toEqual([
      [customerId, two.id, 100, 100],
      [meant.id, null, 73, 55],
    ]);
    expect(data[0]?.customer).toMatchObject({ name: "王伟", owner: { id: sales.id } });
    expect(JSON.stringify(data)).not.toContain("别人的客户");
    expect(pointsOf(data[0]?.parts)).toEqual(full);
    expect(pointsOf(data[1]?.parts)).toEqual({ district: 15, price: 25 });
    expect(reasonOf(data[1]?.parts, "district")).toBe("邻近意向区域");

    const admin = await asNew({ role: "super_admin" });
    expect((await customersFor(id, admin)).data.map(({ customer }) => customer.id)).toContain(theirs.id);
  });

  test("begin with who has said most: an empty wish list never leads, however well the little in it fits", async () => {
    const { id } = await fitting();
    const asking = async (given: object) => {
      const { id: owner } = await make.customer({ owner_id: sales.id });
      await make.requirement({ ...given, customer_id: owner });
      return owner;
    };
    const silent = await asking({ country_code: "JP" });
    const brief = await asking({ station_walk_max: 10 });
    const nearly = await asking({ ...wanted(), district_ids: [wards.beside] });
    expect((await customersFor(id)).data.map(({ customer, score, stated }) => [customer.id, score, stated])).toEqual([
      [nearly, 85, 100],
      [brief, 100, 10],
      [silent, 0, 0],
    ]);
  });

  test("leave out who looks elsewhere, has less, has closed his requirement, or is lost", async () => {
    const { id } = await fitting();
    const own = (given: object) => make.customer({ owner_id: sales.id, intent_country_codes: ["JP"], ...given });
    const closed = await own({});
    for (const [{ id: customer_id }, wish] of [
      [await own({ intent_country_codes: ["TH"] }), { country_code: "TH" }],
      [await own({}), { price_min: null, price_max: "30000000" }],
      [closed, { status: "closed" }],
      [await own({ stage: "lost" }), {}],
      [await own({ owner_id: null }), {}],
    ] as const)
      await make.requirement({ ...wanted(), customer_id, ...wish });
    // Whose requirement is closed is weighed by his intents again.
    expect((await customersFor(id)).data.map(({ customer, requirement: by }) => [customer.id, by])).toEqual([
      [closed.id, null],
    ]);
    await updateIn("estate", id, { publish_status: "offline" });
    expect((await customersFor(id)).data).toEqual([]);
  });
});

test("who wants a country beside that of his requirement is weighed there by his intents", async () => {
  const { id } = await fitting();
  const { id: both } = await make.customer({ owner_id: sales.id, intent_country_codes: ["TH", "JP"] });
  await make.requirement({ ...wanted(), customer_id: both, country_code: "TH" });
  expect((await customersFor(id)).data.map(({ customer, requirement: by }) => [customer.id, by])).toEqual([
    [both, null],
  ]);
});

describe("marking estates as fit", () => {
  test("makes the requirement matched, names them, and opens it again when none is left", async () => {
    const { id } = await make.requirement(wanted());
    const [one, two] = [await fitting({ name: "云汀·一号" }), await fitting({ name: "云汀·二号" })];
    const mark = (estate_ids: number[], version: number) =>
      ask(requirement.match, { params: { id }, body: { action: "match", estate_ids, version } });
    const marked = await mark([two.id, one.id], 1);
    const matched = [two, one].map(({ id: estate, name }) => ({ id: estate, name }));
    expect(marked.data).toMatchObject({ status: "matched", version: 2, matched });
    const listed = await ask(requirement.list, { query: { status: ["matched"] } });
    expect(listed.data.list.map((row) => row.id)).toEqual([id]);
    expect((await mark([], 1)).code).toBe(40901);

    // Sold since: it stays where it was marked, and is not marked anew.
    await updateIn("estate", { id: [one.id, two.id] }, { sale_status: "sold_out" });
    expect((await mark([one.id], 2)).data).toMatchObject({ status: "matched", matched: [{ id: one.id }] });
    expect((await mark([one.id, two.id], 3)).code).toBe(42200);

    const close = { params: { id }, body: { action: "close" as const } };
    await ask(requirement.close, close);
    expect((await mark([], 4)).code).toBe(40902);
    expect((await ask(requirement.reopen, { params: { id }, body: { action: "reopen" } })).data.status).toBe("matched");
    expect((await mark([], 5)).data).toMatchObject({ status: "open", matched: [] });

    const lines = await rowsIn("operationLog", { target_type: "requirement" });
    expect(lines[0]?.changes).toEqual([
      { field: "matched_estate_ids", label: "匹配房源", before: null, after: "云汀·二号、云汀·一号" },
    ]);
  });

  test("refuses what may not be offered, and other countries' estates", async () => {
    const { id } = await make.requirement(wanted());
    const abroad = await fitting({ country_code: "TH" });
    const draft = await fitting({ audit_status: "draft", publish_status: "offline" });
    const many = Array.from({ length: 21 }, (_, index) => index + 1);
    for (const estate_ids of [[abroad.id], [draft.id], [999_999], many]) {
      const body = { action: "match", estate_ids, version: 1 } as const;
      expect((await ask(requirement.match, { params: { id }, body })).code).toBe(42200);
    }
    expect((await rowIn("customer", customerId)).stage).toBe("new");
  });
});

whoMay(api, match, { estates: "SM SR CS", customers: "SM SR FI CS" });
