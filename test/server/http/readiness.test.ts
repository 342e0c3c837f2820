import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "~/server/app";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";

const { db } = testDatabase();
const { services } = testApi(db);
const nowhere = new pg.Pool({ host: "/nowhere" });
// The first connection may have to wait for the tests' database to be made.
beforeAll(() => db.execute("select 1"), 120_000);
afterAll(() => nowhere.end());

const statusOf = async (own: Partial<typeof services>, path: string) =>
  (await createApp({ ...services, ...own }).request(path)).status;

test("is ready while the database answers", async () => {
  expect(await statusOf({}, "/readyz")).toBe(200);
});

test("is not ready while the database does not answer, and alive all the same", async () => {
  const lost = { db: drizzle(nowhere) };
  expect(await statusOf(lost, "/readyz")).toBe(503);
  expect(await statusOf(lost, "/healthz")).toBe(200);
});

test("is not ready any more once it begins to stop", async () => {
  expect(await statusOf({ stopping: AbortSignal.abort() }, "/readyz")).toBe(503);
});
