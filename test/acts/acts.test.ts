import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Acts } from "~/app/api/writes";
import { actLine, fileLine, readDriven } from "~/test/support/driven";

// Runs after the app's tests (vitest.config.ts).

interface RouteModule {
  clientAction?: { acts?: Acts };
}

const modules = import.meta.glob<RouteModule>("../../app/routes/**/*.tsx");

const appTests = readdirSync(join(import.meta.dirname, "../app"), { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.test\.tsx?$/.test(file),
);

it("each act of each screen is driven by a test of the app", async ({ skip }) => {
  const driven = readDriven();
  const isWhole = appTests.every((file) => driven.has(fileLine(`test/app/${file}`)));
  skip(!isWhole, "only a run of all the app's tests can say");
  const missing = new Map<string, string>();
  for (const [file, load] of Object.entries(modules)) {
    for (const [name, endpoint] of Object.entries((await load()).clientAction?.acts ?? {})) {
      if (!driven.has(actLine(endpoint))) missing.set(actLine(endpoint), `${name} of ${file.replace("../../", "")}`);
    }
  }
  expect(Object.fromEntries(missing)).toEqual({});
});
