// @vitest-environment node
import { expect, it } from "vitest";
import { compileHints, loadedAtOnce } from "~/vite/compile-hints";

const chunk = (imports: string[], isEntry = false) => ({ type: "chunk" as const, isEntry, imports });

const bundle = () => ({
  "entry.js": chunk(["framework.js"], true),
  "customer-pool.js": chunk(["list.js"], true),
  "list.js": chunk(["framework.js"]),
  "framework.js": chunk([]),
  "calendar.js": chunk(["framework.js", "dates.js"]),
  "dates.js": chunk([]),
  "list.css": { type: "asset" as const },
});

it("names what pages load at once, and not what comes when it is opened", () => {
  expect([...loadedAtOnce(bundle())].sort()).toEqual(["customer-pool.js", "entry.js", "framework.js", "list.js"]);
});

it("puts the hint before everything else, in these files alone", () => {
  const files = Object.entries(bundle()).map(([name, file]) => [name, { ...file, code: `/* ${name} */` }] as const);
  const made = Object.fromEntries(files);
  const { generateBundle } = compileHints();
  if (typeof generateBundle !== "object") throw new Error("no hook");
  expect(generateBundle.order).toBe("post");
  Reflect.apply(generateBundle.handler, undefined, [{}, made, true]);
  expect(made["list.js"]?.code).toBe("//# allFunctionsCalledOnLoad\n/* list.js */");
  expect(Object.values(made).filter(({ code }) => code.startsWith("//#"))).toHaveLength(4);
});
