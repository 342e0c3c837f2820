import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { tracking } from "~/contract/customer/tracking";
import { transfer } from "~/contract/customer/transfer";
import { unit } from "~/contract/house/unit";
import type { Permission } from "~/contract/permissions";
import { comment } from "~/contract/shared/comment";
import { type TimelineKind, timeline, timelineLength } from "~/contract/timeline/timeline";
import { unit as unitTable } from "~/server/database/tables/house/estate";
import { testApi } from "~/test/support/api";
import { merge } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { makeEstate, makeRoom, makeUnit } from "~/test/support/estate";
import {
  days,
  makeCustomer,
  makeRequirement,
  makeSchedule,
  makeTracking,
  makeUser,
  testNow,
} from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { sales, colleague, asSales, asColleague, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "二组" },
  manager: { role: "sales_manager", team: "一组" },
});

type As = typeof asSales;
const asked = async (as: As, id: number, query: { kind?: TimelineKind[]; before?: string } = {}) =>
  (await as(timeline.list, { params: { id }, query })).data;
const asReader = async (...codes: Permission[]) => {
  const permissions = ["customer:info:view", ...codes] as const;
  return api.as((await makeUser(db, { permissions, scope: "all" })).id);
};
const own = (given: object = {}) => makeCustomer(db, { owner_id: sales.id, ...given });
const kindsOf = async (as: As, id: number) => (await asked(as, id)).list.map(({ kind }) => kind);

/** A customer with one of everything, oldest first: the request and the follow-up are of today, the visit is to come. */
async function lived() {
  const row = await own({ created_at: days(-9) });
  await makeRequirement(db, { customer_id: row.id, created_at: days(-5) });
  await makeTracking(db, { customer_id: row.id, user_id: sales.id, tracked_at: days(-2), content: "谈了预算和区域" });
  await asSales(customer.quick, { params: { id: row.id }, body: { version: 1, level: "A" } });
  await asSales(comment.create, { body: { owner_type: "customer", owner_id: row.id, content: "等他太太回国" } });
  await makeSchedule(db, { user_id: sales.id, customer_id: row.id, start_at: days(3), title: "带看湾岸" });
  return row;
}

describe("the time line", () => {
  test("has every kind, newest first, each as its own list shows it", async () => {
    const { id } = await lived();
    const { list, next, can } = await asked(asSales, id);
    expect(next).toBeNull();
    expect(can.comment).toBe(true);
    expect(list.map(({ kind }) => kind)).toEqual(["schedule", "comment", "change", "tracking", "requirement"]);
    expect(list).toMatchObject([
      { at: days(3), schedule: { title: "带看湾岸", can: { done: true } } },
      { comment: { content: "等他太太回国", author: { id: sales.id }, can: { edit: true } } },
      { line: { action: "update", changes: [{ label: "客户等级", before: "C 低意向", after: "A 高意向" }] } },
      { at: days(-2), tracking: { content: "谈了预算和区域", can: { delete: false } } },
      { at: days(-5), requirement: { title: expect.stringContaining("日本"), can: { edit: true } } },
    ]);
  });

  test("shows whose the customer became and, to who decides or asked, the wish for them", async () => {
    const { id, customer_no } = await own();
    const asApplicant = await asReader("customer:info:edit", "customer:pool:claim");
    await asApplicant(transfer.apply, { body: { customer_no, reason: "老客户介绍" } });
    const request = { kind: "transfer", request: { reason: "老客户介绍", status: "pending" } };
    for (const as of [asApplicant, asManager]) expect((await asked(as, id)).list).toMatchObject([request]);
    expect((await asked(asSales, id)).list).toEqual([]);
    await asSales(customer.release, { params: { id }, body: { reason: "no_intent", note: "联系不上" } });
    expect((await asked(asSales, id, { kind: ["transfer"] })).list).toMatchObject([
      { line: { action: "release", reason: "暂无意向：联系不上", changes: [{ before: sales.name, after: null }] } },
    ]);
  });

  test("tells of units that were held for the customer, how the hold ended, and what was quoted to them", async () => {
    const { id: customer_id } = await own();
    const estate = await makeEstate(db, { name: "云汀·湾岸塔" });
    const { id: room_id } = await makeRoom(db, { estate_id: estate.id });
    const put = (unit_no: string) =>
      makeUnit(db, { estate_id: estate.id, room_id, building: "A座", unit_no, list_price: "60000000.00" });
    const [{ id }, { id: late }] = [await put("1203"), await put("1204")];
    const body = { customer_id };
    await asSales(unit.hold, { params: { id }, body: { hours: null, customer_id } });
    await asSales(unit.release, { params: { id } });
    expect((await asSales(unit.quoted, { params: { id }, body })).code).toBe(200);
    // Printed again on the same day it is the same quotation.
    await asSales(unit.quoted, { params: { id }, body });
    await asSales(unit.hold, { params: { id: late }, body: { hours: 1, customer_id } });
    await db.update(unitTable).set({ held_until: days(-1) });
    await asColleague(unit.hold, { params: { id: late }, body: { hours: 1, customer_id: null } });
    const about = { estate: { id: estate.id, name: "云汀·湾岸塔" }, building: "A座", unit_no: "1203" };
    const by = { id: sales.id, name: sales.name };
    expect((await asked(asSales, customer_id)).list).toMatchObject([
      { kind: "quote", unit: { act: "quote", by, ...about, price: "60000000.00", currency: "JPY" } },
      { kind: "hold", unit: { act: "expire", by: null, unit_no: "1204" } },
      { kind: "hold", unit: { act: "hold", by, unit_no: "1204" } },
      { kind: "hold", unit: { act: "release", by, ...about, price: null } },
      { kind: "hold", unit: { act: "hold", by, ...about, price: null } },
    ]);
    expect((await asked(asSales, customer_id, { kind: ["quote"] })).list).toHaveLength(1);
    expect((await asked(await asReader(), customer_id)).list).toEqual([]);
    // Of another's customer nothing is kept, nor of a flat that is not to be had.
    const foreign = await makeCustomer(db, { owner_id: colleague.id });
    expect((await asSales(unit.quoted, { params: { id }, body: { customer_id: foreign.id } })).code).toBe(42200);
    await db.update(unitTable).set({ status: "sold" });
    expect((await asSales(unit.quoted, { params: { id }, body })).code).toBe(40902);
    const target = await own();
    await merge(asManager, target, { id: customer_id });
    expect(await kindsOf(asSales, target.id)).toContain("quote");
  });

  test("is filtered by kind, and goes with what is taken back", async () => {
    const { id } = await lived();
    const { list } = await asked(asManager, id, { kind: ["tracking", "change"] });
    expect(list.map(({ kind }) => kind)).toEqual(["change", "tracking"]);
    const [row] = await rowsIn("tracking");
    await asManager(tracking.remove, { params: { id: row?.id ?? 0 } });
    expect((await asked(asManager, id, { kind: ["tracking"] })).list).toEqual([]);
    for (const query of [{ kind: ["nothing"] }, { before: "yesterday" }])
      expect((await asSales.unchecked(timeline.list, { params: { id }, query })).code).toBe(42200);
  });

  test("is read on from its last entry, also among those of one moment, without one twice", async () => {
    const { id } = await own();
    const of = { customer_id: id, user_id: sales.id };
    for (let count = 0; count < timelineLength; count++)
      await makeTracking(db, { ...of, tracked_at: days(count < 20 ? -1 : -2) });
    for (let count = 0; count < 20; count++) await makeSchedule(db, { ...of, start_at: days(-1) });
    const first = await asked(asSales, id);
    expect(first.list).toHaveLength(timelineLength);
    const second = await asked(asSales, id, { before: first.next ?? "" });
    expect(second.next).toBeNull();
    const both = [...first.list, ...second.list];
    expect([both.length, new Set(both.map(({ key }) => key)).size]).toEqual([50, 50]);
    const moments = both.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted().reverse());
  });
});

describe("is shown", () => {
  test("each kind by its own code", async () => {
    const { id } = await lived();
    const shown = ["schedule", "comment", "change"];
    expect(await kindsOf(await asReader(), id)).toEqual(shown);
    expect(await kindsOf(await asReader("customer:tracking:view"), id)).toEqual([...shown, "tracking"]);
    expect((await asked(await asReader(), id, { kind: ["requirement"] })).list).toEqual([]);
  });

  test("of the pool's customers, follow-ups and schedules only inside one's scope", async () => {
    const pooled = await makeCustomer(db, { last_owner_id: sales.id });
    for (const user of [sales, colleague]) {
      await makeTracking(db, { customer_id: pooled.id, user_id: user.id });
      await makeSchedule(db, { customer_id: pooled.id, user_id: user.id });
    }
    const { list } = await asked(asColleague, pooled.id);
    expect(list).toMatchObject([
      { schedule: { user: { id: colleague.id } } },
      { tracking: { user: { id: colleague.id } } },
    ]);
  });
});

whoMay(api, timeline, { list: "SM SR FI CS" });
