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

/** TODO(#14): acts that no app test has driven yet. The list only grows shorter: whoever drives one takes it off. */
const undriven = [
  "DELETE /api/currency/{id}",
  "DELETE /api/estate/mansion/{id}",
  "DELETE /api/estate/{id}/room/{room_id}",
  "DELETE /api/system/user/{id}",
  "PATCH /api/currency/{id}/enable",
  "PATCH /api/customer/information/{id}/unlock",
  "PATCH /api/estate/mansion/{id}/enable",
  "PATCH /api/estate/{id}/flag",
  "PATCH /api/system/user/{id}/enable",
  "PATCH /api/system/user/{id}/kick",
  "PATCH /api/system/user/{id}/reset-password",
  "PATCH /api/system/webhook/{id}/enable",
  "POST /api/auth/login",
  "POST /api/estate/mansion",
  "POST /api/system/role",
  "POST /api/system/role/{id}/copy",
  "POST /api/system/user/batch/team",
  "PUT /api/currency/{id}",
  "PUT /api/estate/mansion/{id}/album",
  "PUT /api/estate/{id}/album",
  "PUT /api/estate/{id}/room/{room_id}",
  "PUT /api/system/team/{id}",
  "PUT /api/system/version/{id}",
  "PUT /api/user/password",
  "PUT /crm/customer/release/batch",
];

it("each act of each screen is driven by a test of the app", async ({ skip }) => {
  const driven = readDriven();
  const isWhole = appTests.every((file) => driven.has(fileLine(`test/app/${file}`)));
  skip(!isWhole, "only a run of all the app's tests can say");
  const missing = new Set<string>();
  for (const load of Object.values(modules)) {
    for (const endpoint of Object.values((await load()).clientAction?.acts ?? {})) {
      if (!driven.has(actLine(endpoint))) missing.add(actLine(endpoint));
    }
  }
  // As text, since a long list would be cut short in the message.
  expect([...missing].sort().join("\n")).toBe(undriven.map((line) => `act ${line}`).join("\n"));
});
