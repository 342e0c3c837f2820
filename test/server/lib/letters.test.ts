import { expect, test } from "vitest";
import { lettersOf } from "~/server/lib/letters";

test.each([
  ["港区的房价", "gang-qu-de-fang-jia"],
  ["2026年 TOKYO 楼市", "2026-nian-tokyo-lou-shi"],
  ["東京マンションの選び方", ""],
  ["東京の 3LDK マンション", "3ldk"],
  ["ﾏﾝｼｮﾝ購入ガイド 2026", "2026"],
])("%s is %s in an address", async (name, letters) => {
  expect(await lettersOf(name)).toBe(letters);
});

test("a long one ends at a word", async () => {
  const letters = await lettersOf("房".repeat(40));
  expect(letters.split("-").every((word) => word === "fang")).toBe(true);
  expect(letters.length).toBeLessThanOrEqual(72);
  expect(letters.length).toBeGreaterThan(65);
  // What is one word alone has no such place.
  expect(await lettersOf("x".repeat(90))).toBe("x".repeat(72));
});
