// @vitest-environment node
import { expect, it } from "vitest";
import { columnsFor, mergeColumns } from "~/app/blocks/list/columns/use-columns";
import { seesOwnAlone } from "~/app/session/viewer-context";
import { someViewer } from "~/test/support/render-route";

const keys = ["no", "name", "phone", "level"];
const columns = keys.map((key) => ({ key }));
const density = "normal";

it("takes the screen's own order where nothing is saved", () => {
  expect(mergeColumns(undefined, columns)).toEqual({ order: keys, hidden: [], density });
});

it("puts a column that is newer than the saved order where the screen has it", () => {
  expect(mergeColumns({ order: ["level", "no", "name"], hidden: ["no"] }, columns)).toEqual({
    order: ["level", "no", "name", "phone"],
    hidden: ["no"],
    density,
  });
  expect(mergeColumns({ order: ["name", "phone", "level"], hidden: [] }, columns).order[0]).toBe("no");
});

it("lets a column wait for whom it says nothing, until they choose it", () => {
  const own = [{ key: "name" }, { key: "owner", isExtraTo: seesOwnAlone }];
  const { profile } = someViewer();
  const seller = { ...profile, data_scope: "self" as const };
  const manager = { ...profile, data_scope: "team" as const };
  expect(mergeColumns(undefined, columnsFor(seller, own)).hidden).toEqual(["owner"]);
  expect(mergeColumns({ order: ["owner"], hidden: [] }, columnsFor(seller, own)).hidden).toEqual([]);
  expect(mergeColumns(undefined, columnsFor(manager, own)).hidden).toEqual([]);
});

it("drops columns that are gone or named twice", () => {
  expect(mergeColumns({ order: ["old", "phone", "phone"], hidden: ["old"] }, columns)).toEqual({
    order: ["no", "name", "phone", "level"],
    hidden: [],
    density,
  });
});

it("never hides all columns, and survives content that is none", () => {
  expect(mergeColumns({ order: [], hidden: keys }, columns).hidden).toEqual([]);
  expect(mergeColumns({ order: "no", hidden: [1] }, columns)).toEqual({ order: keys, hidden: [], density });
});

it("hides an extra column until it is chosen, and keeps how tall the rows are", () => {
  const more = [...columns, { key: "source", isExtra: true }];
  expect(mergeColumns(undefined, more).hidden).toEqual(["source"]);
  expect(mergeColumns({ order: [...keys, "source"], hidden: ["level"], density: "compact" }, more)).toEqual({
    ...{ order: [...keys, "source"], hidden: ["level"], density: "compact" },
  });
});
