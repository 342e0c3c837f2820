import { eq } from "drizzle-orm";
import { quotedStatuses } from "~/contract/house/unit";
import type { ShareContent } from "~/contract/share/share-content";
import { room, unit } from "~/server/database/tables/house/estate";
import type { ShareSnapshot } from "~/server/database/tables/share/share";
import { stateOf } from "~/server/resources/house/unit/state";
import { converted } from "./amounts";
import type { EstateRecord } from "./estates";
import { linesOf } from "./facts";
import type { Writing } from "./writing";

type Quoted = NonNullable<ShareContent["quote"]>;
type Snapshot = NonNullable<ShareSnapshot["quote"]>;
type Cost = NonNullable<Snapshot["cost"]>;

/** The quotation of a flat: what it is now, and what it cost on that day. Null where it is no unit any more. */
export async function quotedOf(writing: Writing, row: EstateRecord): Promise<Quoted | null> {
  const { db, services, subject, reader, words, write } = writing;
  const { snapshot, unit_id, quotation_no } = subject;
  const [found] = unit_id
    ? await db.select({ unit, room }).from(unit).innerJoin(room, eq(room.id, unit.room_id)).where(eq(unit.id, unit_id))
    : [];
  const { quote } = snapshot;
  if (!found || !quote) return null;
  const { unit: flat, room: layout } = found;
  const status = stateOf(flat, services.now());
  const direction = flat.direction ?? layout.direction;
  const { price, other, currency, cost } = quote;
  const area = flat.area_sqm ?? layout.area_sqm;
  return {
    quotation_no: quotation_no === null ? null : { label: words.labels.quotationNo, value: quotation_no },
    valid_until: { label: words.labels.validUntil, value: write.day(quote.valid_until) },
    notice: quotedStatuses.includes(status) ? null : status === "sold" ? words.unitSold : words.unitGone,
    facts: linesOf(words, [
      ["building", flat.building],
      ["unit", flat.unit_no],
      ["floor", words.floor(flat.floor)],
      ["layout", [layout.name, words.layouts[layout.layout]].filter(Boolean).join(" · ")],
      ["area", write.area(area, area)],
      ["direction", direction && words.directions[direction]],
      ["price", price && write.exact(price, currency)],
      ["otherPrice", price && other && write.exact(converted(price, other), other.currency)],
    ]),
    plan: layout.floor_plan_id === null ? null : reader.pictureOf(layout.floor_plan_id),
    bills: cost ? billsOf(writing, cost, row.currency) : [],
  };
}

/** What a purchase costs: once, a year, and where the money comes from. */
function billsOf({ words, write }: Writing, cost: Cost, currency: string): Quoted["bills"] {
  const { labels } = words;
  const amount = (text: string) => write.exact(text, currency);
  const lineOf = ({ label, amount: text, basis }: Cost["once"][number]) => ({
    ...{ label: words.costs[label] ?? label, value: amount(text) },
    basis: words.bases.reduce((said, [from, to]) => said.replaceAll(from, to), basis) || null,
  });
  const plain = (label: string, text: string) => ({ label, value: amount(text), basis: null });
  const bills = [
    {
      heading: labels.once,
      lines: cost.isKnown ? cost.once.map(lineOf) : [],
      total: { label: labels.onceTotal, value: amount(cost.onceTotal) },
    },
    {
      heading: labels.funds,
      lines: [plain(labels.loan, cost.loan), plain(labels.downPayment, cost.downPayment)],
      total: { label: labels.ownCash, value: amount(cost.ownCash) },
    },
    {
      heading: labels.yearly,
      lines: cost.yearly.map(lineOf),
      total: { label: labels.yearlyTotal, value: amount(cost.yearlyTotal) },
    },
  ];
  return bills.filter(({ lines }) => lines.length > 0);
}
