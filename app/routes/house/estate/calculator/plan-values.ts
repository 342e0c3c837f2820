import type { EstateDetail } from "~/contract/house/estate";
import { hasUsualCosts } from "~/contract/house/property-tax";
import { type PurchasePlan, usualPlan } from "~/contract/house/purchase-cost";
import type { RoomRow } from "~/contract/house/room";

const amountFields = {
  price: "总价",
  assessed: "评估额",
  fireInsurance: "火灾保险",
  rent: "月租金",
  management: "管理费(月)",
  repair: "修缮积立金(月)",
  propertyTax: "年度房产税",
} as const;
type AmountField = keyof typeof amountFields;

export type PlanValues = Record<AmountField | "loanPercent", string> & { isFromSeller: boolean };

export const shortAmount = (amount: string): string => amount.replace(/\.00$/, "");
const text = (amount: string | null) => (amount === null ? "" : shortAmount(amount));

export function planOf(record: EstateDetail, room: RoomRow | undefined): PlanValues {
  const { price_min, price_max } = room ?? record;
  const plan = usualPlan(record, room, (Number(price_min) > 0 ? price_min : price_max) ?? "", "");
  return {
    ...{ price: text(plan.price), loanPercent: plan.loanPercent, isFromSeller: plan.isFromSeller },
    ...{ assessed: "", fireInsurance: "", propertyTax: text(plan.propertyTax) },
    ...{ rent: text(plan.rent), management: text(plan.management), repair: text(plan.repair) },
  };
}

/** Of the usual costs, and so unused where they do not apply. */
const usualOnly: readonly AmountField[] = ["assessed", "fireInsurance"];

export function fieldsOf(record: EstateDetail): { name: AmountField; label: string }[] {
  const isUsual = hasUsualCosts({ country: record.country_code, currency: record.currency });
  const all = Object.entries(amountFields) as [AmountField, string][]; // the keys of the literal above
  return all
    .filter(([name]) => {
      if (name === "price") return false;
      if (name === "fireInsurance") return isUsual && record.purchase_costs.length === 0;
      return isUsual || !usualOnly.includes(name);
    })
    .map(([name, label]) => ({ name, label }));
}

const typedAmount = (typed: string) => typed.replace(/[,，\s]/g, "");

export function complaintOf(name: keyof PlanValues, typed: string): string | undefined {
  const amount = typedAmount(typed);
  if (name === "price" && !/[1-9]/.test(amount)) return "请输入总价";
  if (name === "loanPercent")
    return /^(\d{1,2}(\.\d{1,2})?|100)?$/.test(amount) ? undefined : "贷款成数应为0至100的数字";
  return /^(\d{1,16}(\.\d{1,2})?)?$/.test(amount) ? undefined : "须为金额，最多两位小数";
}

export function readPlan(values: PlanValues, record: EstateDetail, day: string): PurchasePlan | undefined {
  const { isFromSeller, ...typed } = values;
  const names = Object.keys(typed) as (AmountField | "loanPercent")[]; // of `values`, but for the one above
  if (names.some((name) => complaintOf(name, typed[name]) !== undefined)) return undefined;
  const amount = (name: AmountField) => typedAmount(typed[name]) || null;
  return {
    ...usualPlan(record, undefined, amount("price") ?? "0", day),
    loanPercent: typedAmount(typed.loanPercent) || "0",
    assessed: amount("assessed"),
    isFromSeller,
    fireInsurance: amount("fireInsurance"),
    management: amount("management"),
    repair: amount("repair"),
    rent: amount("rent"),
    propertyTax: amount("propertyTax"),
  };
}
