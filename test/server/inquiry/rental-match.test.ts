import { beforeEach, expect, test } from "vitest";
import { rentalMatch } from "~/contract/inquiry/rental-match";
import { districtOf } from "~/test/support/estate";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, insertIn } = setUp();
const { sales, asSales, asStranger } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  stranger: { role: "sales", team: "二组" },
});

let minato: number;
let shibuya: number;
beforeEach(async () => {
  minato = await districtOf(db, "JP", "13103");
  shibuya = await districtOf(db, "JP", "13113");
});

let made = 0;
/** A building, with a room of each of these layouts and rents in an estate of it. */
async function building(
  name: string,
  given: object = {},
  rooms: { layout: "1LDK" | "2LDK"; rent: string | null }[] = [],
) {
  const mansion_no = `LD26112001${String(++made).padStart(2, "0")}`;
  const { id } = await make.mansion({ name, address: `${name}1-1`, district_id: minato, ...given, mansion_no });
  const { id: estate_id } = await make.estate({ currency: "JPY" });
  await insertIn("estateMansion", { estate_id, mansion_id: id });
  for (const { layout, rent } of rooms) await make.room({ estate_id, layout, area_sqm: 50, expected_rent: rent });
  return id;
}
const wish = { rent_kind: "find_rent", layout: "1LDK", rent_min: "150000.00", rent_max: "200000.00", currency: "JPY" };
async function matched(ext: Record<string, string | number | null>, as = asSales) {
  const { id } = await make.inquiry({ kind: "rental", assignee_id: sales.id, ext });
  return as(rentalMatch.mansions, { params: { id } });
}
const sent = async (ext: Record<string, string | number | null>) =>
  (await matched(ext)).data.map(({ name, fits }) => [name, ...fits].join(" "));

test("buildings of the district suit by layout and rent as far as they state them, the best first", async () => {
  await building("青空", {}, [{ layout: "1LDK", rent: "180000.00" }]);
  await building("沉默");
  // By its area: 3,500 × 50.
  await building("平均", { currency: "JPY", avg_rent_unit: "3500.00" }, [{ layout: "1LDK", rent: null }]);
  await building("昂贵", {}, [{ layout: "1LDK", rent: "400000.00" }]);
  await building("两房", {}, [{ layout: "2LDK", rent: "180000.00" }]);
  await building("远处", { district_id: shibuya }, [{ layout: "1LDK", rent: "180000.00" }]);
  await building("停用", { status: "disabled" }, [{ layout: "1LDK", rent: "180000.00" }]);
  expect(await sent({ ...wish, district_id: minato })).toEqual([
    "平均 district layout rent",
    "青空 district layout rent",
    "沉默 district",
  ]);
  expect((await matched({ ...wish, district_id: minato })).data[0]).toMatchObject({
    ...{ rent_min: "175000.00", rent_max: "175000.00", rent_currency: "JPY", layouts: ["1LDK"] },
    district: expect.stringContaining("港区"),
  });
});

test("a typed city is a district; without a place layout and rent speak alone", async () => {
  await building("青空", {}, [{ layout: "1LDK", rent: "180000.00" }]);
  await building("远处", { district_id: shibuya }, [{ layout: "1LDK", rent: "180000.00" }]);
  await building("沉默");
  expect(await sent({ ...wish, city: "东京都港区" })).toEqual(["青空 district layout rent", "沉默 district"]);
  expect(await sent({ ...wish, city: "火星" })).toEqual(["远处 layout rent", "青空 layout rent"]);
  expect(await sent({ rent_kind: "find_rent" })).toEqual([]);
});

test("of a flat to let the building comes first that its address names", async () => {
  await building("芝浦塔楼", { address: "芝浦1-1" });
  await building("芝浦花园");
  expect(await sent({ rent_kind: "entrust", address: "东京都港区芝浦1-1 芝浦塔楼 1203", layout: "1LDK" })).toEqual([
    "芝浦塔楼 address district",
    "芝浦花园 district",
  ]);
});

test("are told of rentals alone, and of inquiries that one sees", async () => {
  await building("青空");
  const { id } = await make.inquiry({ assignee_id: sales.id });
  expect((await asSales(rentalMatch.mansions, { params: { id } })).data).toEqual([]);
  expect(await matched({ district_id: minato }, asStranger)).toMatchObject({ code: 40301 });
});

whoMay(api, rentalMatch, { mansions: "SA SM SR CS" });
