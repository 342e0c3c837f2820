// @vitest-environment node
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withoutProcessors } from "~/vite/slim-zod";

const folder = join(createRequire(import.meta.url).resolve("zod/package.json"), "..");

it("takes the parts of JSON Schemas out of zod's own schemas and leaves the rest", () => {
  const code = readFileSync(join(folder, "v4/classic/schemas.js"), "utf8");
  const slim = withoutProcessors(code);
  expect(slim).not.toMatch(/processJSONSchema|processors\.\w+Processor/);
  expect(slim.split("\n").filter((line) => !code.includes(line))).toEqual([]);
});

it("fails the build when they are gone, so that an upgrade is looked at", () => {
  expect(() => withoutProcessors("inst.def = def;\n")).toThrow("slim-zod");
});
