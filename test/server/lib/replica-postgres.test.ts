import { expect, test } from "vitest";
import { setting } from "~/server/database/tables/system/system";
import { cacheUntilChanged, dropCached } from "~/server/lib/cached-until-changed";
import { readSettings } from "~/server/lib/settings";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";

const { db } = testDatabase();
const api = testApi(db);

// A connection's own table hides the other: as a replica that is behind. The embedded database has one connection for all.
test("settings are the primary's, also where a list is read from the replica", async () => {
  const copy = testDatabase();
  await copy.pool.query("create temporary table setting as select * from public.setting with no data");
  await db.insert(setting).values({ key: "export.max_rows", value: 7_777 } as never);
  expect((await readSettings(copy.db))["export.max_rows"]).not.toBe(7_777);
  cacheUntilChanged([db, copy.db], api.services.events);
  expect((await readSettings(copy.db))["export.max_rows"]).toBe(7_777);
  dropCached(db);
});
