import { beforeAll, expect, test } from "vitest";
import { served } from "~/server/resources/areas";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { setSetting, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
api.services.trustsProxy = true;
const site = "https://www.example.com";
beforeAll(async () => {
  await resetDatabase(db);
  await setSetting(db, "site.origins", site);
});

/** The doors at which people and machines without an account send something. */
const doors = [
  ...served.flatMap(({ endpoint }) =>
    endpoint.permission === "public" && endpoint.method !== "GET" ? [endpoint.line] : [],
  ),
  "POST /s/{slug}",
];

/** Each is refused for another reason. */
const refused: { body: string; headers: Record<string, string> }[] = [
  { body: "{", headers: { origin: site } },
  { body: JSON.stringify({ lang: 7, language: 7, tracker: 7 }), headers: { origin: site } },
  { body: JSON.stringify({ site_key: "guessed", kind: "estate" }), headers: { origin: "https://elsewhere.test" } },
  { body: "{}", headers: { origin: site, "content-length": "40000000" } },
];
/** How many calls a minute the doors take of one household. */
const limits = [10, 20, 120, 600];

test.each(doors)("%s counts what it refuses, for whichever reason", async (line) => {
  const [method = "", path = ""] = line.split(" ");
  let tries = 0;
  const post = async () => {
    const { body, headers } = refused[tries++ % refused.length] ?? expect.fail();
    // A household of its own for each door.
    const from = `2001:db8:0:${doors.indexOf(line)}::1`;
    const response = await api.app.request(`http://test.local${path.replace(/\{\w+\}/g, "7")}`, {
      ...{ method, body },
      headers: { "x-forwarded-for": from, "content-type": "application/json", ...headers },
    });
    return response.status;
  };
  let status = await post();
  while (status !== 429 && tries <= 2 * Math.max(...limits)) {
    expect(status).toBeGreaterThanOrEqual(400);
    status = await post();
  }
  expect(limits).toContain(tries - 1);
});
