import { drizzle } from "drizzle-orm/node-postgres";
import { afterEach, expect, test } from "vitest";
import { publicEstate } from "~/contract/house/public-estate";
import { lsnHeader, placeOf } from "~/contract/lsn";
import { user } from "~/contract/personal/user";
import { seoKeyword as keyword } from "~/contract/seo/keyword";
import { batch } from "~/contract/shared/batch";
import { listCount } from "~/contract/shared/list-count";
import type { Replica } from "~/server/database/replica";
import { testDatabase } from "~/test/support/database";
import { desk } from "~/test/support/desk";

const { api, admin, asAdmin } = desk({ admin: { role: "super_admin" } });
const { pool } = testDatabase();

/** What was asked of a replica that has everything up to 2/0. */
const asked: (string | undefined)[] = [];
const standIn: Replica = {
  lists: drizzle(pool),
  exports: drizzle(pool),
  async has(place = "") {
    asked.push(place);
    return place <= (placeOf("2/0") ?? "");
  },
  asOf: () => new Date("2026-11-20T04:00:00Z"),
  written: async () => "1/A",
  isUp: () => true,
  close: async () => undefined,
};
afterEach(() => {
  api.services.replica = undefined;
  asked.length = 0;
});

const words = { word: "东京", lang: "zh", intent: "brand" } as const;
const lists = async (cookie?: string) =>
  api.app.request("http://test.local/api/seo/keyword", {
    headers: { authorization: `Bearer ${await api.tokenOf(admin.id)}`, ...(cookie && { cookie }) },
  });

test("only with a replica do answers tell up to where was written: to writes, of tasks, and from the beginning of a stream", async () => {
  expect((await asAdmin(keyword.create, { body: words as never })).headers.get(lsnHeader)).toBeNull();
  api.services.replica = standIn;
  const made = await asAdmin(keyword.create, { body: { ...words, word: "大阪" } as never });
  expect(made.headers.get(lsnHeader)).toBe("1/A");
  expect((await asAdmin(keyword.list)).headers.get(lsnHeader)).toBeNull();
  expect((await asAdmin(user.profile)).headers.get(lsnHeader)).toBeNull();
  expect(batch.get.isProgress).toBe(true);
  const stream = await asAdmin.file(user.events);
  expect(stream.headers.get(lsnHeader)).toBe("1/A");
  const reader = stream.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toMatch(/^id: 1\/A\nevent: badge\ndata: /);
  await reader?.cancel();
});

test("a list is read as its reader's cookie says; what is no place counts as none, visitors are not asked", async () => {
  api.services.replica = standIn;
  for (const cookie of [undefined, "lsn=1/A", "other=1; lsn=12/F", "lsn=1/a", "lsn=123456789/0", "lsn=", "xlsn=1/1"])
    expect((await lists(cookie)).status).toBe(200);
  expect(asked).toEqual(["", placeOf("1/A"), placeOf("12/F"), "", "", "", ""]);
  asked.length = 0;
  // One wait for all lists of a request.
  const queries = ["keyword=a", "keyword=b", "keyword=c"];
  expect((await asAdmin(listCount.count, { body: { list: keyword.list.line, queries } })).code).toBe(200);
  expect(asked).toEqual([""]);
  asked.length = 0;
  expect((await api.send(publicEstate.list)).code).toBe(200);
  expect(asked).toEqual([]);
});
