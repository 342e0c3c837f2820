import fc from "fast-check";
import { expect, test } from "vitest";
import { compareDecimals, distance, ratio, shortDecimal } from "~/contract/decimal";
import { exchanged, jumpSentence, rateJump } from "~/contract/region/currency";

const places = 8;
const unit = 10n ** BigInt(places);
/** A decimal as text and as a whole number of its last place. */
const decimal = fc.bigInt({ min: 0n, max: 10n ** 20n }).map((units) => {
  const fraction = String(units % unit).padStart(places, "0");
  return { units, text: `${units / unit}.${fraction}` };
});
const positive = decimal.filter(({ units }) => units > 0n);

test("products, quotients, order and distance are exact", () => {
  fc.assert(
    fc.property(
      decimal,
      decimal,
      positive,
      ({ units: a, text: one }, { units: b, text: other }, { units: c, text }) => {
        const rounded = (2n * a * b + c) / (2n * c);
        expect(BigInt(ratio([one, other], [text], places).replace(".", ""))).toBe(rounded);
        expect(compareDecimals(one, other)).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(BigInt(distance(one, other).replace(".", ""))).toBe(a > b ? a - b : b - a);
      },
    ),
  );
});

test("rounds half up, and writes as many places as asked for", () => {
  expect(ratio(["1"], ["8"], 2)).toBe("0.13");
  expect(ratio(["0.124"], ["1"], 2)).toBe("0.12");
  expect(ratio(["2.5"], ["1"], 0)).toBe("3");
  expect(ratio(["0"], ["7"], 3)).toBe("0.000");
  expect(shortDecimal("0.04600000")).toBe("0.046");
  expect(shortDecimal("100.00")).toBe("100");
  expect(shortDecimal("100")).toBe("100");
});

test("an amount goes through CNY into the other's decimals", () => {
  const yen = { rate_to_cny: "0.04600000", digits: 0 };
  const dollar = { rate_to_cny: "7.10000000", digits: 2 };
  expect(exchanged("59800000", yen, dollar)).toBe("387436.62");
  expect(exchanged("387436.62", dollar, yen)).toBe("59800000");
  expect(exchanged("0.01", dollar, yen)).toBe("2");
});

test("ten percent is no large change yet, a hair more is", () => {
  expect(rateJump("0.046", "0.0506")).toEqual({ percent: "+10.00", isLarge: false });
  expect(rateJump("0.046", "0.05060001")).toEqual({ percent: "+10.00", isLarge: true });
  expect(rateJump("0.046", "0.04139999")).toEqual({ percent: "-10.00", isLarge: true });
  expect(jumpSentence("0.04600000", "0.06")).toBe("汇率由0.046改为0.06，变动+30.43%，超过10%，请再次确认");
});

test("refuses to divide by zero", () => {
  expect(() => ratio(["1"], ["0"], 2)).toThrow(RangeError);
  expect(() => ratio(["0"], ["8", "0.00"], 2)).toThrow(RangeError);
});
