import { compareDecimals, distance, ratio, sum } from "../decimal";
import type { PurchaseCost } from "./estate-record";
import { type CostLine, hasUsualCosts, percentOf, placesOf, taxLines, totalOf, usualAssessed } from "./property-tax";
import { grossYield, netYield } from "./yield";

/** What a buyer intends (domain F.2). Amounts are decimal texts in the estate's currency. */
export interface PurchasePlan {
  country: string;
  currency: string;
  price: string;
  /** Percent of the price that a bank lends. */
  loanPercent: string;
  assessed: string | null;
  /** Bought from the seller directly: nobody takes a fee. */
  isFromSeller: boolean;
  fireInsurance: string | null;
  /** If the estate names any, they replace all usual ones. */
  costs: readonly PurchaseCost[];
  repairFundInitial: string | null;
  /** A month. */
  management: string | null;
  repair: string | null;
  rent: string | null;
  /** A year; null: the usual ones of the country. */
  propertyTax: string | null;
  day: string;
}

/** What an estate says of a purchase; a layout may say part of it anew. */
interface PurchaseFacts {
  country_code: string;
  currency: string;
  purchase_costs: readonly PurchaseCost[];
  repair_fund_initial: string | null;
  management_fee: string | null;
  repair_fund: string | null;
  expected_rent: string | null;
  property_tax: string | null;
  loan_available: boolean;
  loan_ltv: number | null;
}
type LayoutFacts = Partial<Pick<PurchaseFacts, "management_fee" | "repair_fund" | "expected_rent">>;

/** The usual purchase of a flat at a price, before anybody types anything: from the seller, with the loan that is to be had. */
export const usualPlan = (estate: PurchaseFacts, room: LayoutFacts | undefined, price: string, day: string) =>
  ({
    ...{ country: estate.country_code, currency: estate.currency, price, day },
    loanPercent: estate.loan_available ? String(estate.loan_ltv ?? 0) : "0",
    ...{ assessed: null, isFromSeller: true, fireInsurance: null },
    ...{ costs: estate.purchase_costs, repairFundInitial: estate.repair_fund_initial },
    management: room?.management_fee ?? estate.management_fee,
    repair: room?.repair_fund ?? estate.repair_fund,
    rent: room?.expected_rent ?? estate.expected_rent,
    propertyTax: estate.property_tax,
  }) satisfies PurchasePlan;

export interface PurchaseResult {
  /** False: neither the estate nor the country says what a buyer pays on top of the price. */
  isKnown: boolean;
  once: CostLine[];
  onceTotal: string;
  outlay: string;
  loan: string;
  downPayment: string;
  /** What the buyer brings themselves: down payment and costs. */
  ownCash: string;
  yearly: CostLine[];
  yearlyTotal: string;
  grossYield: number | null;
  netYield: number | null;
}

/** All that a purchase costs, and what it brings. */
export function purchaseOf(plan: PurchasePlan): PurchaseResult {
  const { price, costs, rent, management, repair } = plan;
  const places = placesOf(plan.currency);
  const once = [...(costs.length ? costs.map((cost) => ownLine(cost, price, places)) : usualOnce(plan)), ...fund(plan)];
  const taxes = taxLines(plan);
  const yearly = [...monthLine("管理费", management, places), ...monthLine("修缮积立金", repair, places), ...taxes];
  const onceTotal = totalOf(once, places);
  const loan = percentOf(price, plan.loanPercent, places);
  const downPayment = distance(price, loan);
  const propertyTax = totalOf(taxes, places);
  return {
    isKnown: costs.length > 0 || hasUsualCosts(plan),
    once,
    onceTotal,
    outlay: sum(price, onceTotal),
    loan,
    downPayment,
    ownCash: sum(downPayment, onceTotal),
    yearly,
    yearlyTotal: totalOf(yearly, places),
    grossYield: grossYield({ price, rent }),
    netYield: netYield({ price, rent, management, repair, propertyTax }),
  };
}

function ownLine({ name, rate, amount, note }: PurchaseCost, price: string, places: number): CostLine {
  const percent = rate === null ? "" : `总价×${rate}%`;
  return {
    label: name,
    amount: rate === null ? (amount ?? "0") : percentOf(price, String(rate), places),
    basis: [percent, note].filter(Boolean).join("，"),
  };
}

function monthLine(label: string, month: string | null, places: number): CostLine[] {
  return month === null ? [] : [{ label, amount: ratio([month, "12"], ["1"], places), basis: "每月×12" }];
}

/** The fund that a new building's first owners pay into, unless the estate's own costs name it already. */
function fund({ repairFundInitial, costs }: PurchasePlan): CostLine[] {
  if (repairFundInitial === null || costs.some(({ name }) => name.includes("修缮基金"))) return [];
  return [{ label: "修缮基金", amount: repairFundInitial, basis: "一次性" }];
}

function usualOnce(plan: PurchasePlan): CostLine[] {
  if (!hasUsualCosts(plan)) return [];
  const assessed = plan.assessed ?? usualAssessed(plan);
  return [
    { label: "中介费", ...agencyFee(plan) },
    { label: "印花税", amount: stampDuty(plan.price, plan.day), basis: "按合同金额分档" },
    { label: "登录免许税", amount: percentOf(assessed, "2", 0), basis: "评估额×2%" },
    { label: "不动产取得税", amount: percentOf(assessed, "3", 0), basis: "评估额×3%" },
    { label: "司法书士费", amount: "150000", basis: "约" },
    { label: "火灾保险", amount: plan.fireInsurance ?? "0", basis: "按保险公司报价" },
  ];
}

/** At most this may be asked for in Japan (宅地建物取引業法第46条, 告示): by the price, with 10 % consumption tax. */
const feeScale = [
  { upTo: "2000000", percent: "5", plus: "0", words: "总价×5%，含10%消费税" },
  { upTo: "4000000", percent: "4", plus: "20000", words: "总价×4%＋20,000，含10%消费税" },
  { upTo: null, percent: "3", plus: "60000", words: "总价×3%＋60,000，含10%消费税" },
] as const;

function agencyFee({ price, isFromSeller }: PurchasePlan): Pick<CostLine, "amount" | "basis"> {
  if (isFromSeller) return { amount: "0", basis: "向卖方直接购买" };
  const { percent, plus, words } = feeScale.find(({ upTo }) => upTo === null || reaches(upTo, price)) ?? feeScale[2];
  return { amount: ratio([sum(percentOf(price, percent, 4), plus), "1.1"], ["1"], 0), basis: words };
}

const reaches = (limit: string, price: string) => compareDecimals(price, limit) <= 0;

/** The reduced duty is for contracts signed until then. */
const reducedUntil = "2027-03-31";

/** Up to a price: the duty, and the reduced one. */
const dutyBands = [
  { upTo: "9999.99", duty: "0", reduced: "0" },
  { upTo: "100000", duty: "200", reduced: "200" },
  { upTo: "500000", duty: "400", reduced: "200" },
  { upTo: "1000000", duty: "1000", reduced: "500" },
  { upTo: "5000000", duty: "2000", reduced: "1000" },
  { upTo: "10000000", duty: "10000", reduced: "5000" },
  { upTo: "50000000", duty: "20000", reduced: "10000" },
  { upTo: "100000000", duty: "60000", reduced: "30000" },
  { upTo: "500000000", duty: "100000", reduced: "60000" },
  { upTo: "1000000000", duty: "200000", reduced: "160000" },
  { upTo: "5000000000", duty: "400000", reduced: "320000" },
];
const highestDuty = { duty: "600000", reduced: "480000" };

/** Japan's stamp duty (印紙税法別表第一第1号), reduced until 2027-03-31: https://www.nta.go.jp/taxes/shiraberu/taxanswer/inshi/7108.htm */
function stampDuty(price: string, day: string): string {
  const { duty, reduced } = dutyBands.find(({ upTo }) => reaches(upTo, price)) ?? highestDuty;
  return day <= reducedUntil ? reduced : duty;
}
