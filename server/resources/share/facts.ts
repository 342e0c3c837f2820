import type { SharedEstate } from "~/contract/share/share-content";
import type { ShareSnapshot } from "~/server/database/tables/share/share";
import { converted } from "./amounts";
import type { EstateRecord } from "./estates";
import type { Label, ShareWords } from "./words/share-words";
import type { Writing } from "./writing";

type Fact = SharedEstate["facts"][number];
type Given = readonly [Label, string | null | undefined];

/** Lines of a list; what has nothing to say is left out. */
export const linesOf = ({ labels }: ShareWords, given: readonly Given[]): Fact[] =>
  given.flatMap(([label, value]) => (value ? [{ label: labels[label], value }] : []));

const pricesOf = ({ subject: { snapshot } }: Writing, id: number): ShareSnapshot["estates"][number] | undefined =>
  snapshot.estates.find((one) => one.id === id);

/** What of an estate's prices and layouts is said next to others, too. */
export function mainFacts(writing: Writing, row: EstateRecord) {
  const { words, write } = writing;
  const prices = pricesOf(writing, row.id);
  const other = prices?.other;
  const inOther = (amount: string | null | undefined) => (other && amount ? converted(amount, other) : null);
  return {
    price: prices ? write.range(prices.min, prices.max, prices.currency) : "",
    otherPrice: other ? write.range(inOther(prices.min), inOther(prices.max), other.currency) : "",
    outlay: prices?.outlay ? write.exact(prices.outlay, prices.currency) : "",
    grossYield: write.percent(prices?.gross_yield ?? null),
    netYield: write.percent(prices?.net_yield ?? null),
    station: row.stations[0] ? write.station(row.stations[0]) : "",
    layout: row.layouts.map((layout) => words.layouts[layout]).join(words.between),
    area: write.area(row.area_min, row.area_max),
    completion: row.completion_at ? write.month(row.completion_at) : "",
    handover: row.handover_at ? write.month(row.handover_at) : "",
  };
}

/** What a client may read of an estate. */
export function factsOf(writing: Writing, row: EstateRecord): Fact[] {
  const { words, write, subject } = writing;
  const main = mainFacts(writing, row);
  const monthly = (amount: string | null) => amount && words.monthly(write.exact(amount, row.currency));
  const tenure = row.tenure && words.tenures[row.tenure];
  const isAlone = subject.kind === "estate";
  return linesOf(words, [
    ["price", subject.kind === "quote" ? null : main.price],
    ["otherPrice", subject.kind === "quote" ? null : main.otherPrice],
    ["layout", main.layout],
    ["area", main.area],
    ["station", main.station],
    ["completion", main.completion],
    ["handover", main.handover],
    ["status", row.sale_status && words.saleStatuses[row.sale_status]],
    ["grossYield", isAlone ? main.grossYield : null],
    ["netYield", isAlone ? main.netYield : null],
    ["type", isAlone && row.property_type ? words.propertyTypes[row.property_type] : null],
    ["tenure", isAlone ? [tenure, row.tenure_years && words.years(row.tenure_years)].filter(Boolean).join(" ") : null],
    ["units", isAlone && row.total_units ? words.units(row.total_units) : null],
    ["management", isAlone ? monthly(row.management_fee) : null],
    ["repair", isAlone ? monthly(row.repair_fund) : null],
    ["developer", isAlone ? row.developer : null],
    ["address", isAlone ? (subject.language === "zh" ? row.address : (row.address_local ?? row.address)) : null],
  ]);
}
