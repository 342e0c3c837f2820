import { beforeEach, expect, test } from "vitest";
import { inquiry } from "~/contract/inquiry/inquiry";
import { InquiryIntake } from "~/contract/inquiry/inquiry-intake";
import { receiveInquiry } from "~/server/resources/inquiry/inquiry/receive";
import { resetDatabase } from "~/test/support/database";
import { codesOf } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";

const { db, api, make, asNew, countIn, rowIn, rowsIn } = setUp({ connections: 10 });
const shared = api.services.db;
beforeEach(() => resetDatabase(db));

const body = InquiryIntake.parse({
  kind: "estate",
  name: "王女士",
  phone: "13812345678",
  platform: "web",
  ext: { want_viewing: true },
});
const receive = (given: object) =>
  shared.transaction((tx) => receiveInquiry({ db: tx, services: api.services, user: "system" }, { ...body, ...given }));
const send = (external_id: string) => receive({ once: { source_key: "site", external_id, content: body } });

test("of fifty who claim one inquiry at once, one has it", async () => {
  const { id } = await make.inquiry();
  const sellers = [];
  for (let number = 0; number < 50; number++) sellers.push(await asNew({ role: "sales" }));
  const replies = await Promise.all(
    sellers.map((as) => as(inquiry.claim, { params: { id }, body: { action: "claim" } })),
  );
  expect(codesOf(replies)).toEqual({ 200: 1, 40903: 49 });
  const winner = replies.find(({ code }) => code === 200)?.data.assignee?.id;
  expect(await rowIn("inquiry", id)).toMatchObject({ assignee_id: winner, version: 2 });
  expect(await rowsIn("inquiryLog")).toMatchObject([{ action: "claim", by: winner }]);
});

test("fifty equal posts are one inquiry, and fifty of one person are one with a line for each", async () => {
  for (let number = 0; number < 3; number++) await make.user({ role: "sales" });
  const equal = await Promise.all(Array.from({ length: 50 }, () => send("F-1")));
  expect(equal.filter(({ is_new }) => is_new)).toHaveLength(1);
  const others = await Promise.all(Array.from({ length: 50 }, (_, number) => send(`G-${number}`)));
  expect(others.every(({ is_merged }) => is_merged)).toBe(true);
  expect(await rowsIn("inquiry")).toHaveLength(1);
  expect((await send("G-7")).is_new).toBe(false);
  expect((await rowsIn("inquiryLog")).filter(({ action }) => action === "repeat")).toHaveLength(50);
});

test("those of many people at once go round those on duty", async () => {
  const sellers = [];
  for (let number = 0; number < 4; number++) sellers.push((await make.user({ role: "sales" })).id);
  await Promise.all(Array.from({ length: 20 }, (_, number) => receive({ phone: `1381234${String(1000 + number)}` })));
  // The test's clock is stopped: everybody gets a turn all the same.
  for (const assignee_id of sellers) expect(await countIn("inquiry", { assignee_id })).toBe(5);
});
