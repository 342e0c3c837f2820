// @vitest-environment node
import type { Rollup } from "vite";
import { describe, expect, it } from "vitest";
import { routeMark } from "~/remix/route-mark";
import { type Graph, groupsOf, loader } from "~/vite/chunks";

interface Statement {
  type: string;
  source?: { value: string };
  specifiers: { local?: { name: string }; imported?: { name: string }; exported?: { name: string } }[];
}

const all = (from: string): Statement => ({ type: "ImportDeclaration", source: { value: from }, specifiers: [] });
const take = (from: string, name: string): Statement => ({
  ...all(from),
  specifiers: [{ local: { name: "own" }, imported: { name } }],
});
const handOn = (from: string, name: string, as = name): Statement => ({
  type: "ExportNamedDeclaration",
  source: { value: from },
  specifiers: [{ local: { name }, exported: { name: as } }],
});

const handOnAll = (from: string): Statement => ({ ...all(from), type: "ExportAllDeclaration" });
const make = (name: string): Statement => ({
  type: "ExportNamedDeclaration",
  specifiers: [{ local: { name }, exported: { name } }],
});

/** A graph of modules, each with its static imports, whose sources are ids. Those of a package have no effects of their own; what is named words is short. */
function graphOf(modules: Readonly<Record<string, readonly Statement[]>>): Graph {
  return {
    getModuleIds: () => Object.keys(modules),
    getModuleInfo: (id) => {
      const body = modules[id];
      if (!body) return null;
      return {
        // As much of a syntax tree as is read.
        ast: { type: "Program", start: 0, end: 0, sourceType: "module", body } as unknown as Rollup.ProgramNode,
        code: "x".repeat(id.includes("words") ? 100 : 5_000),
        importedIds: [...new Set(body.flatMap(({ source }) => source?.value ?? []))],
        moduleSideEffects: !id.includes("/node_modules/"),
      };
    },
  };
}

const index = "/node_modules/parts/index.js";
const parts = {
  [index]: [handOn("/node_modules/parts/button.js", "Button"), handOn("/node_modules/parts/menu.js", "Menu", "Popup")],
  "/node_modules/parts/button.js": [],
  "/node_modules/parts/menu.js": [take("/node_modules/parts/button.js", "Button")],
};

describe("what a module loads at once", () => {
  const load = loader(
    graphOf({
      ...parts,
      "/a.ts": [take(index, "Button")],
      "/b.ts": [all("/a.ts")],
      "/c.ts": [take(index, "Popup")],
      "/d.ts": [all(index)],
      "/e.ts": [take(index, "Gone")],
      "/node_modules/slim/index.js": [handOnAll(index), make("Menu")],
      "/f.ts": [take("/node_modules/slim/index.js", "Menu"), take("/node_modules/slim/index.js", "Button")],
    }),
  );

  it("is all that it imports, and what that imports", () =>
    expect([...load(["/b.ts"])]).toEqual(["/b.ts", "/a.ts", "/node_modules/parts/button.js"]));

  it("is of a package's index only what is taken from it, under whatever name", () =>
    expect([...load(["/c.ts"])]).toEqual(["/c.ts", "/node_modules/parts/menu.js", "/node_modules/parts/button.js"]));

  it("is of an index that hands on all of another what is taken, and what it makes itself", () =>
    expect([...load(["/f.ts"])]).toEqual(["/f.ts", "/node_modules/slim/index.js", "/node_modules/parts/button.js"]));

  it("is the whole index where anything may be taken, or what is taken is not found", () => {
    for (const id of ["/d.ts", "/e.ts"]) expect(load([id]).has("/node_modules/parts/menu.js")).toBe(true);
  });
});

describe("the groups", () => {
  const route = (file: string) => `/app/routes/${file}.tsx${routeMark}`;
  const screens = (area: string, count: number, imports: Statement[]) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [route(`${area}/screen-${at}`), imports]));
  const modules = {
    ...parts,
    "/node_modules/react/index.js": [],
    "/app/entry.client.tsx": [all("/node_modules/react/index.js"), all("/app/first.ts")],
    [`/app/root.tsx${routeMark}`]: [all("/app/first.ts")],
    "/app/first.ts": [],
    [route("staff-layout")]: [all("/app/frame.ts"), all("/app/both.ts")],
    "/app/frame.ts": [],
    "/app/both.ts": [],
    "/app/routes/sign-in/login.tsx": [all("/app/both.ts"), all("/app/own.ts")],
    "/app/own.ts": [],
    ...screens("house", 2, [
      all("/app/house.ts"),
      all("/app/many.ts"),
      all("/app/some.ts"),
      all("/app/both.module.css"),
    ]),
    ...screens("customer", 3, [all("/app/many.ts"), all("/contract/inquiry/words.ts"), all("/app/blocks/told.ts")]),
    ...screens("inquiry", 2, [all("/contract/inquiry/words.ts"), all("/app/blocks/told.ts")]),
    ...screens("region", 5, [all("/app/place.ts")]),
    "/contract/inquiry/words.ts": [],
    "/app/blocks/told.ts": [all("/contract/inquiry/words.ts")],
    "/app/place.ts": [],
    ...screens("agent", 2, [
      all("/app/blocks/list/list-page.tsx"),
      all("/app/agents.ts"),
      all("/app/routes/agent/rows.ts"),
      all("/contract/deal/terms.ts"),
    ]),
    [route("agent/page")]: [
      all("/app/agents.ts"),
      all("/app/rows.module.css"),
      all("/app/form.module.css"),
      all("/app/words.module.css"),
    ],
    [route("deal/page")]: [all("/app/form.module.css"), all("/app/words.module.css")],
    ...screens("deal", 4, [
      all("/app/blocks/list/list-page.tsx"),
      all("/contract/deal/terms.ts"),
      all("/app/rows.module.css"),
    ]),
    "/app/rows.module.css": [],
    "/app/agents.ts": [],
    "/app/routes/agent/rows.ts": [],
    "/contract/deal/terms.ts": [],
    ...screens("news", 5, [all("/app/blocks/list/list-page.tsx"), all("/app/blocks/any.ts")]),
    ...screens("schedule", 3, [
      all("/app/blocks/form/record-form.tsx"),
      all("/app/blocks/any.ts"),
      all("/app/piece.ts"),
    ]),
    ...screens("article", 2, [
      all("/app/blocks/form/record-form.tsx"),
      all("/app/blocks/any.ts"),
      all("/app/piece.ts"),
    ]),
    ...Object.fromEntries(
      ["f", "g", "h"].map((area) => [
        route(`${area}/form`),
        [all("/app/blocks/form/record-form.tsx"), all("/app/draft.ts"), all("/app/upload.ts")],
      ]),
    ),
    ...screens("upload", 2, [all("/app/blocks/list/list-page.tsx"), all("/app/pieces.ts"), all("/app/uploads.ts")]),
    ...screens("piece", 1, [all("/app/blocks/list/list-page.tsx"), all("/app/pieces.ts"), all("/app/uploads.ts")]),
    // More than is short, together.
    "/app/upload.ts": [all("/app/uploads.ts")],
    "/app/uploads.ts": [all("/app/upload-limits.ts")],
    "/app/upload-limits.ts": [],
    "/app/pieces.ts": [all("/app/uploads.ts")],
    "/app/piece.ts": [],
    "/app/draft.ts": [],
    "/app/form.module.css": [],
    "/app/words.module.css": [],
    "/node_modules/small/words.js": [],
    "/app/blocks/list/list-page.tsx": [all("/app/table.ts")],
    "/app/blocks/form/record-form.tsx": [all("/node_modules/@mantine/form/index.js")],
    "/node_modules/@mantine/form/index.js": [],
    "/app/blocks/any.ts": [],
    "/app/table.ts": [],
    ...Object.fromEntries(
      ["dashboard", "trend"].map((area) => [
        route(`${area}/figures`),
        [all("/app/figure.ts"), all("/app/blocks/chart/line.ts"), all("/app/blocks/chart/line.module.css")],
      ]),
    ),
    "/app/figure.ts": [],
    "/app/blocks/chart/line.ts": [],
    "/app/blocks/chart/line.module.css": [],
    ...Object.fromEntries(
      ["a", "b", "c", "d", "e"].map((area) => [
        route(`${area}/plain`),
        [all("/app/plain.ts"), all("/app/draft.ts"), all("/node_modules/small/words.js")],
      ]),
    ),
    "/app/plain.ts": [],
    [route("system/one")]: [all("/app/some.ts"), all("/app/alone.ts"), all("/app/alone.module.css")],
    "/app/house.ts": [],
    "/app/many.ts": [],
    "/app/some.ts": [],
    "/app/alone.ts": [],
    "/app/later.ts": [],
    "/app/alone.module.css": [],
    "/app/both.module.css": [],
  };
  const groupOf = groupsOf(graphOf(modules), "/app");

  it.each([
    ["/node_modules/react/index.js", "framework"],
    ["/app/first.ts", "start"],
    ["/app/both.ts", "start"],
    ["/app/own.ts", undefined],
    ["/app/frame.ts", "kit"],
    ["/app/many.ts", "customer-house"],
    ["/app/alone.module.css", "one"],
    ["/app/both.module.css", "screen-0-screen-1"],
    ["/app/rows.module.css", "kit"],
    ["/app/blocks/any.ts", "kit"],
    ["/app/blocks/list/list-page.tsx", "list"],
    ["/app/table.ts", "list"],
    ["/app/blocks/form/record-form.tsx", "form"],
    ["/app/some.ts", "house-system"],
    ["/app/house.ts", "screen-0-screen-1"],
    ["/app/alone.ts", "one"],
    ["/app/place.ts", "region"],
    ["/contract/inquiry/words.ts", "customer-inquiry"],
    ["/app/form.module.css", "agent-deal"],
    ["/app/words.module.css", "kit"],
    ["/app/piece.ts", "article-schedule"],
    ["/app/draft.ts", "form-page"],
    ["/app/uploads.ts", "some"],
    ["/app/upload-limits.ts", "kit"],
    ["/app/pieces.ts", "some-list"],
    ["/app/plain.ts", "page"],
    ["/node_modules/small/words.js", "kit"],
    ["/app/figure.ts", "dashboard"],
    ["/app/blocks/chart/line.ts", "chart"],
    ["/app/blocks/chart/line.module.css", "dashboard"],
    ["/app/blocks/told.ts", "inquiry"],
    ["/app/agents.ts", "agent"],
    ["/app/routes/agent/rows.ts", "agent-list"],
    ["/contract/deal/terms.ts", "kit"],
    ["/app/later.ts", undefined],
    ["/app/entry.client.tsx", undefined],
  ])("%s is in %s", (id, group) => expect(groupOf(id)).toBe(group));

  it("end the build when Remix marks its routes otherwise", () => {
    const strange = Object.fromEntries(
      Object.entries(modules).map(([id, text]) => [id.replace(routeMark, "?route"), text]),
    );
    expect(() => groupsOf(graphOf(strange), "/app")).toThrow("marks its routes otherwise");
  });
});
