// @vitest-environment node
import { expect, it } from "vitest";
import { mergeColumns } from "~/app/blocks/list/use-columns";

const keys = ["no", "name", "phone", "level"];

it("takes the screen's own order where nothing is saved", () => {
  expect(mergeColumns(undefined, keys)).toEqual({ order: keys, hidden: [] });
});

it("puts a column that is newer than the saved order where the screen has it", () => {
  expect(mergeColumns({ order: ["level", "no", "name"], hidden: ["no"] }, keys)).toEqual({
    order: ["level", "no", "name", "phone"],
    hidden: ["no"],
  });
  expect(mergeColumns({ order: ["name", "phone", "level"], hidden: [] }, keys).order[0]).toBe("no");
});

it("drops columns that are gone or named twice", () => {
  expect(mergeColumns({ order: ["old", "phone", "phone"], hidden: ["old"] }, keys)).toEqual({
    order: ["no", "name", "phone", "level"],
    hidden: [],
  });
});

it("never hides all columns, and survives content that is none", () => {
  expect(mergeColumns({ order: [], hidden: keys }, keys).hidden).toEqual([]);
  expect(mergeColumns({ order: "no", hidden: [1] }, keys)).toEqual({ order: keys, hidden: [] });
});
