import { describe, expect, it } from "vitest";
import { usualAssessed } from "~/contract/house/property-tax";
import { type PurchasePlan, purchaseOf } from "~/contract/house/purchase-cost";
import { grossYield, netYield } from "~/contract/house/yield";

const plan: PurchasePlan = {
  country: "JP",
  currency: "JPY",
  price: "59800000.00",
  loanPercent: "60",
  assessed: null,
  isFromSeller: true,
  fireInsurance: null,
  costs: [],
  repairFundInitial: null,
  management: "18000.00",
  repair: "9000.00",
  rent: "250000.00",
  propertyTax: null,
  day: "2026-11-20",
};
const of = (given: Partial<PurchasePlan> = {}) => purchaseOf({ ...plan, ...given });
const amountsOf = (lines: readonly { label: string; amount: string }[]) =>
  Object.fromEntries(lines.map(({ label, amount }) => [label, amount]));

it("reckons what a new flat in Japan costs to buy and to keep", () => {
  const result = of({ fireInsurance: "80000" });
  expect(amountsOf(result.once)).toEqual({
    中介费: "0",
    印花税: "30000",
    登录免许税: "837200",
    不动产取得税: "1255800",
    司法书士费: "150000",
    火灾保险: "80000",
  });
  expect(result).toMatchObject({
    isKnown: true,
    onceTotal: "2353000",
    outlay: "62153000.00",
    loan: "35880000",
    downPayment: "23920000.00",
    ownCash: "26273000.00",
    grossYield: 5.02,
    netYield: 3.28,
  });
  expect(amountsOf(result.yearly)).toEqual({
    管理费: "216000",
    修缮积立金: "108000",
    固定资产税: "586040",
    都市计划税: "125580",
  });
  expect(result.yearlyTotal).toBe("1035620");
});

it.each([
  { price: "59800000", fee: "2039400" },
  { price: "4000001", fee: "198000" },
  { price: "4000000", fee: "198000" },
  { price: "2000000", fee: "110000" },
  { price: "1", fee: "0" },
])("asks a fee of $fee for $price bought through an agent", ({ price, fee }) => {
  expect(amountsOf(of({ price, isFromSeller: false }).once).中介费).toBe(fee);
});

describe("the stamp duty", () => {
  it.each([
    { price: "9999", reduced: "0", duty: "0" },
    { price: "100000", reduced: "200", duty: "200" },
    { price: "100001", reduced: "200", duty: "400" },
    { price: "1000000", reduced: "500", duty: "1000" },
    { price: "5000000", reduced: "1000", duty: "2000" },
    { price: "10000000", reduced: "5000", duty: "10000" },
    { price: "50000000", reduced: "10000", duty: "20000" },
    { price: "50000000.01", reduced: "30000", duty: "60000" },
    { price: "100000000", reduced: "30000", duty: "60000" },
    { price: "500000000", reduced: "60000", duty: "100000" },
    { price: "1000000000", reduced: "160000", duty: "200000" },
    { price: "5000000000", reduced: "320000", duty: "400000" },
    { price: "5000000001", reduced: "480000", duty: "600000" },
  ])("of $price is $reduced, $duty once the reduction has ended", ({ price, reduced, duty }) => {
    expect(amountsOf(of({ price, day: "2027-03-31" }).once).印花税).toBe(reduced);
    expect(amountsOf(of({ price, day: "2027-04-01" }).once).印花税).toBe(duty);
  });
});

it("takes the assessed value that is typed, else 70 % of the price", () => {
  expect(usualAssessed(plan)).toBe("41860000");
  expect(amountsOf(of({ assessed: "30000000" }).once)).toMatchObject({ 登录免许税: "600000", 不动产取得税: "900000" });
  expect(amountsOf(of({ assessed: "30000000" }).yearly)).toMatchObject({ 固定资产税: "420000", 都市计划税: "90000" });
});

it("goes by the estate's own costs, its fund and its yearly tax, where it names them", () => {
  const costs = [
    { name: "过户费", rate: 2.5, amount: null, note: "登记日支付" },
    { name: "律师费", rate: null, amount: "80000.50", note: null },
  ];
  const thai = { country: "TH", currency: "THB", price: "6000000.00", repairFundInitial: "35000.00" };
  const result = of({ ...thai, costs, propertyTax: "12000.00", loanPercent: "0" });
  expect(result.once).toEqual([
    { label: "过户费", amount: "150000.00", basis: "总价×2.5%，登记日支付" },
    { label: "律师费", amount: "80000.50", basis: "" },
    { label: "修缮基金", amount: "35000.00", basis: "一次性" },
  ]);
  expect(result).toMatchObject({ isKnown: true, onceTotal: "265000.50", outlay: "6265000.50", loan: "0.00" });
  expect(amountsOf(result.yearly).房产税).toBe("12000.00");
  // Named among the costs, the fund is not counted twice.
  const named = [{ name: "修缮基金", rate: null, amount: "35000.00", note: null }];
  expect(of({ ...thai, costs: named }).onceTotal).toBe("35000.00");
});

it("knows no costs of a country without any, nor of Japanese ones in another currency", () => {
  expect(of({ country: "TH", currency: "THB" })).toMatchObject({ isKnown: false, once: [], onceTotal: "0.00" });
  expect(of({ currency: "USD" })).toMatchObject({ isKnown: false, once: [] });
});

it("stays exact where floats do not", () => {
  const cost = { name: "税", rate: 0.07, amount: null, note: null };
  const result = of({
    country: "AE",
    currency: "AED",
    price: "9007199254740993.01",
    costs: [cost],
    loanPercent: "0.01",
  });
  expect(result.onceTotal).toBe("6305039478318.70");
  expect(result.outlay).toBe("9013504294219311.71");
  expect(result.downPayment).toBe("9006298534815518.91");
});

describe("yields", () => {
  it("are a year's rent, and what is left of it, in percent of the price", () => {
    expect(grossYield({ price: "59800000.00", rent: "250000.00" })).toBe(5.02);
    const costs = { management: "18000.00", repair: "9000.00", propertyTax: "711620" };
    expect(netYield({ price: "59800000.00", rent: "250000.00", ...costs })).toBe(3.28);
    expect(netYield({ price: "59800000.00", rent: "250000.00" })).toBe(5.02);
  });

  it("are unknown without a rent or a price, and may be negative", () => {
    expect(grossYield({ price: "59800000", rent: null })).toBeNull();
    expect(grossYield({ price: "0", rent: "250000" })).toBeNull();
    expect(netYield({ price: "0.00", rent: "250000" })).toBeNull();
    expect(netYield({ price: "59800000", rent: null })).toBeNull();
    expect(netYield({ price: "10000000", rent: "10000", management: "30000" })).toBe(-2.4);
    expect(grossYield({ price: "10000000", rent: "0" })).toBe(0);
  });
});
