import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { inquiry } from "~/contract/inquiry/inquiry";
import { InquiryIntake } from "~/contract/inquiry/inquiry-intake";
import { inquiryLog, inquiry as inquiryTable } from "~/server/database/tables/inquiry/inquiry";
import { receiveInquiry } from "~/server/resources/inquiry/inquiry/receive";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeInquiry, makeUser, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const shared = testDatabase(10).db;
const api = testApi(shared, { now: testNow });
beforeEach(() => resetDatabase(db));

const codesOf = (replies: { code: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { code } of replies) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};
const body = InquiryIntake.parse({
  kind: "estate",
  name: "王女士",
  phone: "13812345678",
  platform: "web",
  ext: { want_viewing: true },
});
const send = (external_id: string) =>
  shared.transaction((tx) =>
    receiveInquiry(
      { db: tx, services: api.services, user: "system" },
      { ...body, once: { source_key: "site", external_id, content: body } },
    ),
  );

test("of fifty who claim one inquiry at once, one has it", async () => {
  const { id } = await makeInquiry(db);
  const sellers = [];
  for (let number = 0; number < 50; number++) sellers.push(await api.as((await makeUser(db, { role: "sales" })).id));
  const replies = await Promise.all(
    sellers.map((as) => as(inquiry.claim, { params: { id }, body: { action: "claim" } })),
  );
  expect(codesOf(replies)).toEqual({ 200: 1, 40903: 49 });
  const winner = replies.find(({ code }) => code === 200)?.data.assignee?.id;
  const [row] = await db.select().from(inquiryTable).where(eq(inquiryTable.id, id));
  expect(row).toMatchObject({ assignee_id: winner, version: 2 });
  expect(await db.select().from(inquiryLog)).toMatchObject([{ action: "claim", by: winner }]);
});

test("fifty equal posts are one inquiry, and fifty of one person are one with a line for each", async () => {
  for (let number = 0; number < 3; number++) await makeUser(db, { role: "sales" });
  const equal = await Promise.all(Array.from({ length: 50 }, () => send("F-1")));
  expect(equal.filter(({ is_new }) => is_new)).toHaveLength(1);
  const others = await Promise.all(Array.from({ length: 50 }, (_, number) => send(`G-${number}`)));
  expect(others.every(({ is_merged }) => is_merged)).toBe(true);
  expect(await db.select().from(inquiryTable)).toHaveLength(1);
  expect((await send("G-7")).is_new).toBe(false);
  expect((await db.select().from(inquiryLog)).filter(({ action }) => action === "repeat")).toHaveLength(50);
});

test("those of many people at once go round those on duty", async () => {
  const sellers = [];
  for (let number = 0; number < 4; number++) sellers.push((await makeUser(db, { role: "sales" })).id);
  await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      shared.transaction((tx) =>
        receiveInquiry(
          { db: tx, services: api.services, user: "system" },
          { ...body, phone: `1381234${String(1000 + number)}` },
        ),
      ),
    ),
  );
  const counts = new Map<number | null, number>();
  for (const { assignee_id } of await db.select().from(inquiryTable))
    counts.set(assignee_id, (counts.get(assignee_id) ?? 0) + 1);
  expect([...counts.keys()].sort()).toEqual([...sellers].sort());
  // The test's clock is stopped: everybody gets a turn all the same.
  expect([...counts.values()]).toEqual([5, 5, 5, 5]);
});
