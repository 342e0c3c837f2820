import { expect, test } from "vitest";
import { initialsOf, tintOf, tints } from "~/app/blocks/detail/avatar";
import { contrastOf } from "~/test/support/contrast";

test("a Chinese name is its last two characters, or its last; another one the letters of its first and last word", () => {
  expect(["冯建平", "王磊", "欧阳娜娜", "系统"].map((name) => initialsOf(name))).toEqual([
    "建平",
    "王磊",
    "娜娜",
    "系统",
  ]);
  expect(initialsOf("冯建平", 1)).toBe("平");
  expect(["Ada Lovelace", "ada", "Mary Jane Watson", ""].map((name) => initialsOf(name))).toEqual([
    "AL",
    "A",
    "MW",
    "",
  ]);
  expect(initialsOf("Ada Lovelace", 1)).toBe("A");
  expect(initialsOf("张𠮷𠀀")).toBe("𠮷𠀀");
});

test("a name has one colour, names have all of them, and each can be read in both schemes", () => {
  const names = Array.from({ length: 400 }, (_, index) => `员工${index}`);
  expect(names.map(tintOf)).toEqual(names.map(tintOf));
  expect(new Set(names.map(tintOf)).size).toBe(tints.length);
  for (const [pale, dark] of tints) expect(contrastOf(pale, dark)).toBeGreaterThanOrEqual(4.5);
});
