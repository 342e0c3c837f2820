import type { CompareSide } from "~/contract/clue/developer-compare";
import { type CompareDifference, type CompareResult, compareResults } from "~/contract/clue/statement-kinds";
import { compareSigned, negated, signedSum } from "~/contract/decimal";
import { matchKey } from "~/server/resources/shared/import/values";
import type { TheirLine } from "./read-lines";

/** What the house receives for a deal from its developer. */
export interface OurLine {
  deal_id: number;
  estate: string;
  building: string;
  unit: string;
  customer: string;
  /** Of the month that is compared, or of all months where it has nothing in that one. */
  amount: string;
  tax: string;
  price: string;
  signed_at: string | null;
  /** The months in which it is due, `YYYY-MM`. */
  months: readonly string[];
  is_cancelled: boolean;
}

export interface Judged {
  row: number | null;
  deal_id: number | null;
  estate: string;
  unit: string;
  customer_name: string;
  theirs: CompareSide | null;
  ours: CompareSide | null;
  result: CompareResult;
  differences: CompareDifference[];
  remark: string | null;
}

/** A flat's name without what different people write around it: A座1203室, A-1203 and "A 1203" are one. */
export const unitKey = (...parts: readonly string[]): string =>
  parts
    .map((part) =>
      matchKey(part)
        .replace(/号楼|单元|栋|幢|座|棟|楼|室|号|房/g, "")
        .replace(/[^\p{L}\p{N}]/gu, ""),
    )
    .join("");

const order = Object.keys(compareResults) as CompareResult[];

/** Compares a developer's lines with ours of a month: each of theirs with the deal of its flat, and what of ours they do not have. */
export function judgeLines(theirs: readonly TheirLine[], ours: readonly OurLine[], month: string): Judged[] {
  const free = new Set(ours);
  const first = new Map<string, TheirLine>();
  const lines: { line: TheirLine; twin: TheirLine | undefined }[] = [];
  for (const line of theirs) {
    const key = `${matchKey(line.estate)}|${unitKey(line.building, line.unit)}`;
    const twin = line.unit === "" ? undefined : first.get(key);
    // A line below nothing takes off from the one of its flat.
    if (twin && line.amount.startsWith("-")) {
      twin.deduction = signedSum(twin.deduction ?? "0", negated(line.amount));
      twin.amount = signedSum(twin.amount, line.amount);
      continue;
    }
    // A copy, since deductions are put to it.
    const own = { ...line };
    if (!twin) first.set(key, own);
    lines.push({ line: own, twin });
  }
  const judged = lines.map(({ line, twin }): Judged => {
    if (twin) return missing(line, `与第${twin.row}行重复`);
    const deal = dealOf(line, [...free]);
    if (!deal) return missing(line, null);
    free.delete(deal);
    return pair(line, deal, month);
  });
  const left = [...free].filter(({ months, is_cancelled }) => months.includes(month) && !is_cancelled);
  return [...judged, ...left.map(unseen)];
}

/** Whose commission a line is about: the deal of its flat; where their building is not named, of the only flat of that number, or of its customer. */
function dealOf(line: TheirLine, ours: readonly OurLine[]): OurLine | undefined {
  const inEstate = ours.filter(({ estate }) => line.estate === "" || isSame(line.estate, estate));
  const whole = unitKey(line.building, line.unit);
  if (whole === "") return undefined;
  const exact = inEstate.filter(({ building, unit }) => unitKey(building, unit) === whole);
  if (exact.length) return best(line, exact);
  if (line.building !== "") return undefined;
  const alike = inEstate.filter(({ unit }) => unitKey(unit) === whole);
  if (alike.length === 1) return alike[0];
  const named = alike.filter(({ customer }) => line.customer !== "" && isSamePerson(line.customer, customer));
  return named.length === 1 ? named[0] : undefined;
}

const isSame = (one: string, other: string) => {
  const [a, b] = [matchKey(one), matchKey(other)];
  return a.includes(b) || b.includes(a);
};

/** 张** is 张先生's own sheet's way to write 张伟. */
const isSamePerson = (theirs: string, ours: string) =>
  matchKey(theirs) === matchKey(ours) || (/[*＊×xX]/.test(theirs) && theirs.charAt(0) === ours.charAt(0));

/** Of several deals of one flat, such as a cancelled one before the present, the one that says the same. */
function best(line: TheirLine, deals: readonly OurLine[]): OurLine | undefined {
  const points = (deal: OurLine) =>
    Number(compareSigned(deal.amount, line.amount) === 0) * 2 +
    Number(line.customer !== "" && isSamePerson(line.customer, deal.customer)) * 4 +
    Number(!deal.is_cancelled);
  return [...deals].sort((a, b) => points(b) - points(a))[0];
}

const sideOf = ({ amount, tax, price, deduction, signed_at }: TheirLine): CompareSide => ({
  ...{ amount, tax, price, deduction, signed_at },
});
const ownSide = ({ amount, tax, price, signed_at }: OurLine): CompareSide => ({
  ...{ amount, tax, price, signed_at, deduction: null },
});
const nameOf = ({ building, unit }: { building: string; unit: string }) => [building, unit].filter(Boolean).join(" ");

const missing = (line: TheirLine, why: string | null): Judged => ({
  row: line.row,
  deal_id: null,
  ...{ estate: line.estate, unit: nameOf(line), customer_name: line.customer },
  theirs: sideOf(line),
  ours: null,
  result: "ours_missing",
  differences: [{ kind: "ours_missing", theirs: line.amount, ours: why }],
  remark: line.remark,
});

const unseen = (deal: OurLine): Judged => ({
  row: null,
  deal_id: deal.deal_id,
  ...{ estate: deal.estate, unit: nameOf(deal), customer_name: deal.customer },
  theirs: null,
  ours: ownSide(deal),
  result: "theirs_missing",
  differences: [{ kind: "theirs_missing", theirs: null, ours: deal.amount }],
  remark: null,
});

function pair(line: TheirLine, deal: OurLine, month: string): Judged {
  const differences = differencesOf(line, deal, month);
  return {
    row: line.row,
    deal_id: deal.deal_id,
    ...{ estate: deal.estate, unit: nameOf(deal), customer_name: deal.customer },
    theirs: sideOf(line),
    ours: ownSide(deal),
    result: order.find((result) => differences.some(({ kind }) => kind === result)) ?? "match",
    differences,
    remark: line.remark,
  };
}

function differencesOf(line: TheirLine, deal: OurLine, month: string): CompareDifference[] {
  if (deal.is_cancelled) return [{ kind: "cancelled", theirs: line.amount, ours: null }];
  const found: CompareDifference[] = [];
  const { deduction } = line;
  const isEqual = (theirs: string, our: string) => compareSigned(theirs, our) === 0;
  if (deduction !== null) found.push({ kind: "deduction", theirs: deduction, ours: null });
  // Some state what they pay after it, others before.
  const isNet = deduction !== null && isEqual(signedSum(line.amount, deduction), deal.amount);
  if (!isEqual(line.amount, deal.amount) && !isNet)
    found.push({ kind: "amount", theirs: line.amount, ours: deal.amount });
  if (line.tax !== null && !isEqual(line.tax, deal.tax)) found.push({ kind: "tax", theirs: line.tax, ours: deal.tax });
  if (line.signed_at !== null && line.signed_at !== deal.signed_at)
    found.push({ kind: "date", theirs: line.signed_at, ours: deal.signed_at });
  if (!deal.months.includes(month)) found.push({ kind: "date", theirs: month, ours: deal.months.join("、") || null });
  return found;
}
