import { expect, test } from "vitest";
import { z } from "zod";
import { rowOf } from "~/server/lib/call";

const Reply = z.object({ id: z.int(), name: z.string(), phone: z.string().nullable(), is_own: z.boolean() });
const row = { id: 1, name: "甲", phone: "13800000000", search_text: "甲 13800000000" };

test("a row goes out under the names of its reply, what is said of it before what it has", () => {
  const shown = rowOf(Reply, row, { phone: null, is_own: true });
  expect(shown).toEqual({ id: 1, name: "甲", phone: null, is_own: true });
});

test("a field that the row lacks, or has as another type, has to be said", () => {
  // @ts-expect-error `is_own` is missing
  expect(rowOf(Reply, row, {})).not.toHaveProperty("is_own");
  // @ts-expect-error the row has another kind of name
  expect(rowOf(Reply, { ...row, name: 7 }, { is_own: true }).name).toBe(7);
  // @ts-expect-error `is_own` is a text
  expect(rowOf(Reply, row, { is_own: "yes" }).is_own).toBe("yes");
});
