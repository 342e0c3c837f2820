// @vitest-environment node
import { expect, it } from "vitest";
import { followed } from "~/app/blocks/form/follow-record";

const base = { price: "100", rent: "", tags: ["a"] };

it("takes over what has changed elsewhere, and keeps what was typed", () => {
  const next = { ...base, price: "120", tags: ["a", "b"] };
  expect(followed({ base, next, mine: { ...base, rent: "5" } })).toEqual({ price: "120", rent: "5", tags: ["a", "b"] });
});

it("leaves it to the user where both have changed the same, unless to the same", () => {
  const next = { ...base, price: "120" };
  expect(followed({ base, next, mine: { ...base, price: "130" } })).toBeUndefined();
  expect(followed({ base, next, mine: { ...base, price: "120", rent: "5" } })).toEqual({ ...next, rent: "5" });
});
