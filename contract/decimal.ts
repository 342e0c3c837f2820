/** Exact arithmetic with decimal texts: floats would lose what money must keep, and not all browsers that we serve know BigInt. */

const plain = /^(\d+)(?:\.(\d+))?$/;

interface Parts {
  /** Without its point, without leading zeros. */
  digits: string;
  places: number;
}

function partsOf(text: string): Parts {
  const [, whole = "0", fraction = ""] = plain.exec(text) ?? [];
  return { digits: trimmed(whole + fraction), places: fraction.length };
}

const trimmed = (digits: string) => digits.replace(/^0+(?=\d)/, "");

/** The number as a text with that many places; digits beyond them are cut off. */
function written(digits: string, places: number): string {
  const padded = digits.padStart(places + 1, "0");
  const end = padded.length - places;
  return places > 0 ? `${padded.slice(0, end)}.${padded.slice(end)}` : padded;
}

/** -1, 0 or 1, of whole numbers without leading zeros. */
function compareDigits(a: string, b: string): number {
  if (a.length !== b.length) return a.length < b.length ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

function times(a: string, b: string): string {
  const sums = Array<number>(a.length + b.length).fill(0);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const sum = Number(a[i]) * Number(b[j]) + (sums[i + j + 1] ?? 0);
      sums[i + j + 1] = sum % 10;
      sums[i + j] = (sums[i + j] ?? 0) + Math.floor(sum / 10);
    }
  }
  return trimmed(sums.join(""));
}

function plus(a: string, b: string): string {
  const length = Math.max(a.length, b.length);
  let carry = 0;
  let sum = "";
  for (let i = 1; i <= length; i++) {
    const digit = Number(a[a.length - i] ?? 0) + Number(b[b.length - i] ?? 0) + carry;
    sum = (digit % 10) + sum;
    carry = digit > 9 ? 1 : 0;
  }
  return carry ? `1${sum}` : sum;
}

/** Of two whole numbers the first is not the smaller one. */
function minus(a: string, b: string): string {
  let borrow = 0;
  let rest = "";
  for (let i = 1; i <= a.length; i++) {
    const digit = Number(a[a.length - i]) - Number(b[b.length - i] ?? 0) - borrow;
    rest = ((digit + 10) % 10) + rest;
    borrow = digit < 0 ? 1 : 0;
  }
  return trimmed(rest);
}

function dividedBy(a: string, b: string): string {
  let rest = "0";
  let quotient = "";
  for (const digit of a) {
    rest = trimmed(rest + digit);
    let count = 0;
    for (; compareDigits(rest, b) >= 0; count++) rest = minus(rest, b);
    quotient += count;
  }
  return trimmed(quotient);
}

const zeros = (count: number) => "0".repeat(Math.max(0, count));

/** The product of some decimals divided by the product of others, rounded half up to so many places. Throws a RangeError where one of these is zero. */
export function ratio(above: readonly string[], below: readonly string[], places: number): string {
  const product = (texts: readonly string[]): Parts =>
    texts.map(partsOf).reduce((a, b) => ({ digits: times(a.digits, b.digits), places: a.places + b.places }), {
      digits: "1",
      places: 0,
    });
  const top = product(above);
  const bottom = product(below);
  if (bottom.digits === "0") throw new RangeError("Division by zero");
  const shift = places + bottom.places - top.places;
  const dividend = trimmed(top.digits + zeros(shift));
  const divisor = trimmed(bottom.digits + zeros(-shift));
  return written(dividedBy(plus(times(dividend, "2"), divisor), times(divisor, "2")), places);
}

/** -1, 0 or 1. */
export function compareDecimals(a: string, b: string): number {
  const [one, other] = aligned(a, b);
  return compareDigits(one, other);
}

/** The sum of decimals, with as many places as the longest of them has. */
export const sum = (...texts: readonly string[]): string =>
  texts.reduce((a, b) => {
    const [one, other, places] = aligned(a, b);
    return written(plus(one, other), places);
  }, "0");

const isNegative = (text: string) => text.startsWith("-");
const bare = (text: string) => text.replace(/^-/, "");

/** The sum of decimals, some of them negative; nothing gives 0. */
export const signedSum = (...texts: readonly string[]): string => {
  const taken = sum(...texts.filter(isNegative).map(bare));
  const given = sum(...texts.filter((text) => !isNegative(text)));
  const rest = distance(given, taken);
  return compareDecimals(given, taken) < 0 ? `-${rest}` : rest;
};

/** The same amount with the other sign. */
export const negated = (text: string): string =>
  isNegative(text) ? bare(text) : compareDecimals(text, "0") === 0 ? text : `-${text}`;

/** -1, 0 or 1, of decimals that may be negative. */
export const compareSigned = (a: string, b: string): number => {
  const rest = signedSum(a, negated(b));
  return isNegative(rest) ? -1 : compareDecimals(rest, "0");
};

/** The distance of two decimals, never negative. */
export function distance(a: string, b: string): string {
  const [one, other, places] = aligned(a, b);
  return written(compareDigits(one, other) < 0 ? minus(other, one) : minus(one, other), places);
}

/** Both as whole numbers of the same unit, and the places of that unit. */
function aligned(a: string, b: string): [string, string, number] {
  const [one, other] = [partsOf(a), partsOf(b)];
  const places = Math.max(one.places, other.places);
  const digits = (part: Parts) => trimmed(part.digits + zeros(places - part.places));
  return [digits(one), digits(other), places];
}

/** Without zeros at the end that say nothing: "0.04600000" is "0.046". */
export const shortDecimal = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

let numbers: Intl.NumberFormat | undefined;

/** A number with thousands separators, to two decimals, halves away from zero as people round what they read. */
export function formatNumber(value: number | string): string {
  numbers ??= new Intl.NumberFormat("zh-CN", { maximumFractionDigits: 2 });
  const number = Number(value);
  // Intl writes -0 for what rounds to nothing.
  return numbers.format(Math.abs(number) < 0.005 ? 0 : number);
}
