// @vitest-environment node
import type { Rollup } from "vite";
import { expect, it } from "vitest";
import { routeMark } from "~/remix/route-mark";
import { groupsOf } from "~/vite/chunks";

type Statement = { type: string; source: { value: string }; specifiers: object[] };

const all = (from: string): Statement => ({ type: "ImportDeclaration", source: { value: from }, specifiers: [] });
const take = (from: string, name: string): Statement => ({
  ...all(from),
  specifiers: [{ local: { name: "own" }, imported: { name } }],
});
const handOn = (from: string, name: string): Statement => ({
  type: "ExportNamedDeclaration",
  source: { value: from },
  specifiers: [{ local: { name }, exported: { name } }],
});

/** A graph of modules, each with its static imports, whose sources are ids. Those of a package have no effects of their own. */
function graphOf(modules: Readonly<Record<string, readonly Statement[]>>) {
  return {
    getModuleIds: () => Object.keys(modules)[Symbol.iterator](),
    getModuleInfo: (id: string) => {
      const body = modules[id];
      if (!body) return null;
      const importedIds = [...new Set(body.map(({ source }) => source.value))];
      // As much of it as is read.
      return {
        ast: { body },
        importedIds,
        moduleSideEffects: !id.includes("/node_modules/"),
      } as unknown as Rollup.ModuleInfo;
    },
  };
}

const route = (file: string) => `/app/routes/${file}.tsx${routeMark}`;
const index = "/node_modules/parts/index.js";
const [button, menu, slider] = ["button", "menu", "slider"].map((name) => `/node_modules/parts/${name}.js`) as [
  string,
  string,
  string,
];
const list = all("/app/blocks/list/list-page.tsx");

const modules = {
  [index]: [handOn(button, "Button"), handOn(menu, "Menu"), handOn(slider, "Slider")],
  [button]: [],
  [menu]: [all(button)],
  [slider]: [],
  "/node_modules/react/index.js": [],
  "/app/entry.client.tsx": [all("/node_modules/react/index.js"), all("/app/first.ts")],
  [`/app/root.tsx${routeMark}`]: [all("/app/first.ts"), take(index, "Button")],
  [route("staff-layout")]: [all("/app/frame.ts"), all("/app/both.ts")],
  [route("sign-in/login")]: [all("/app/both.ts"), all("/app/own.ts")],
  "/app/routes/sign-in/other-sign-ins.tsx": [all("/app/way.ts")],
  "/app/blocks/floating.ts": [take(index, "Menu"), all("/app/frame.ts")],
  [route("house/estates")]: [list, all("/app/house.ts"), all("/app/wide.ts"), all("/app/way.ts"), all("/app/rare.ts")],
  [route("house/estate")]: [all("/app/house.ts"), all("/app/figure.ts"), all("/app/alone.ts"), all("/app/field.ts")],
  [route("customer/pool")]: [list, all("/app/wide.ts")],
  [route("deal/deals")]: [list, all("/app/wide.ts")],
  [route("customer/customer")]: [
    all("/app/wide.ts"),
    all("/app/figure.ts"),
    all("/app/field.ts"),
    all("/app/rare.ts"),
    take(index, "Slider"),
  ],
  "/app/blocks/form/record-form.tsx": [all("/app/field.ts")],
  "/app/blocks/list/list-page.tsx": [all("/app/table.ts")],
  ...Object.fromEntries(
    ["first", "frame", "both", "own", "way", "house", "wide", "figure", "alone", "table", "later", "field", "rare"].map(
      (name) => [`/app/${name}.ts`, []],
    ),
  ),
};
const groupOf = groupsOf(graphOf(modules), "/app");

it.each([
  ["the framework", "/node_modules/react/index.js", "framework"],
  ["what every page loads", "/app/first.ts", "start"],
  ["what is taken from a library's index", button, "start"],
  ["what the sign-in page shares with the frame", "/app/both.ts", "start"],
  ["what a later part of it shares with a screen", "/app/way.ts", "start"],
  ["what the sign-in page alone loads", "/app/own.ts", undefined],
  ["what the frame loads", "/app/frame.ts", "kit"],
  ["what lists and pages of several areas share", "/app/wide.ts", "kit"],
  ["what lists of several areas share", "/app/table.ts", "list"],
  ["what one list shares with one other area", "/app/rare.ts", "customer-house"],
  ["what pages of several areas share", "/app/figure.ts", "customer-house"],
  ["what a form loads, for pages of several areas", "/app/field.ts", "form"],
  ["what screens of one area share", "/app/house.ts", "house"],
  ["what one screen loads", "/app/alone.ts", undefined],
  ["of an index, what one screen takes", slider, undefined],
  ["what floats", menu, "floating"],
  ["what comes later", "/app/later.ts", undefined],
  ["the entry", "/app/entry.client.tsx", undefined],
])("%s", (_, id, group) => expect(groupOf(id)).toBe(group));
