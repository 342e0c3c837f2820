import type { ShareKind } from "~/contract/share/share-kinds";
import type { directions, Layout, propertyTypes, saleStatuses, tenures } from "~/contract/shared/property";

/** What shared pages say themselves, in addition to what people wrote, in one language. */
export interface ShareWords {
  locale: string;
  kinds: Readonly<Record<Exclude<ShareKind, "estate" | "special">, string>>;
  labels: Readonly<Record<Label, string>>;
  layouts: Readonly<Record<Layout, string>>;
  propertyTypes: Readonly<Record<keyof typeof propertyTypes, string>>;
  directions: Readonly<Record<keyof typeof directions, string>>;
  tenures: Readonly<Record<keyof typeof tenures, string>>;
  saleStatuses: Readonly<Record<keyof typeof saleStatuses, string>>;
  /** Costs by the name that the calculator gives them. */
  costs: Readonly<Record<string, string>>;
  /** On what a cost is reckoned, by the calculator's words or parts of them. */
  bases: readonly (readonly [string, string])[];
  between: string;
  units(count: number): string;
  floor(floor: number): string;
  years(years: number): string;
  monthly(amount: string): string;
  walk(minutes: number): string;
  bus(minutes: number): string;
  month(year: string, month: string): string;
  day(year: string, month: string, day: string): string;
  asOf(day: string): string;
  rate(from: string, to: string, day: string): string;
  unitSold: string;
  unitGone: string;
  estateSold: string;
  gone: string;
  allGone: string;
  over: string;
  missing: string;
  from(name: string): string;
}

export type Label =
  | "place"
  | "address"
  | "station"
  | "price"
  | "otherPrice"
  | "layout"
  | "area"
  | "type"
  | "tenure"
  | "status"
  | "units"
  | "developer"
  | "completion"
  | "handover"
  | "grossYield"
  | "netYield"
  | "management"
  | "repair"
  | "outlay"
  | "building"
  | "unit"
  | "floor"
  | "direction"
  | "quotationNo"
  | "validUntil"
  | "once"
  | "onceTotal"
  | "yearly"
  | "yearlyTotal"
  | "funds"
  | "loan"
  | "downPayment"
  | "ownCash"
  | "plan"
  | "consultant"
  | "phone"
  | "comparison";
