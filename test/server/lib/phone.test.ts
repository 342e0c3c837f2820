import { expect, it } from "vitest";
import { countryRows } from "~/server/database/baseline/countries";
import { namesCountry, partsOf, readPhone, typedPhone } from "~/server/lib/phone";

const e164 = (text: string, cc: string | null = "86") => readPhone(text, cc)?.phone_e164;

it("takes a number however it is written", () => {
  const written = ["13911117006", "139 1111 7006", "139-1111-7006", "+86 139 1111 7006", "0086 13911117006"];
  const marked = ["（+86）139.1111.7006", "１３９－１１１１－７００６", "(0086)139/1111/7006", "139–1111–7006"];
  for (const text of [...written, ...marked]) expect(e164(text), text).toBe("+8613911117006");
  expect(e164("０９０ー１２３４ー５６７８", "81")).toBe("+819012345678");
  expect(e164("+852 9123 4567")).toBe("+85291234567");
  // The invented numbers of the demo company (domain G.2).
  expect(e164("2000001234", "81")).toBe("+812000001234");
});

it("refuses a number that its country does not have", () => {
  const wrong = ["+86 1391111700", "139111170011", "12345678901", "10000000000", "+81 90 0000 1234", "+1 123 456 7890"];
  for (const text of wrong) expect(e164(text), text).toBeUndefined();
});

it("refuses what holds more than a number", () => {
  const wrong = [
    "abc13911117006",
    "13911117006 张",
    "13911117006 ext 5",
    "139*1111*7006",
    "13911117006,",
    "139+11117006",
  ];
  for (const text of wrong) expect(e164(text), text).toBeUndefined();
});

it("drops what tables of numbers write behind whole ones", () => {
  for (const text of ["13911117006.0", "13911117006.00", "+8613911117006.0", "１３９１１１１７００６．０"])
    expect(e164(text), text).toBe("+8613911117006");
  expect(typedPhone("13911117006.0")).toBe("13911117006");
});

it("does not see what nobody sees", () => {
  expect(e164("\u202D13911117006\u202C")).toBe("+8613911117006");
});

it("takes a kept number apart that would not be taken today", () => {
  expect(partsOf("+8610000000000")).toEqual({ phone_cc: "86", phone: "10000000000", phone_e164: "+8610000000000" });
});

it("knows a number that names its country", () => {
  expect(["+852 9123 4567", "（＋86）139", "0081 90", "139"].map(namesCountry)).toEqual([true, true, true, false]);
});

it("reads numbers of every country of the baseline", () => {
  const codes = countryRows().flatMap(({ code, phone_cc }) => (phone_cc === null ? [] : [[code, phone_cc] as const]));
  const unknown = codes.filter(([, phone_cc]) => partsOf(`+${phone_cc}2015550123`)?.phone_cc !== phone_cc);
  expect(unknown).toEqual([]);
});
