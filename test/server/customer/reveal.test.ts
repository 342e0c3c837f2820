import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeCustomer, makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowsIn } = rowsOf(db);
const api = testApi(testDatabase(20).db, { now: testNow });

const { manager, sales, asManager } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
});

const show = (as: As, id: number, reason = "follow_up") => as(customer.phone, { params: { id }, query: { reason } });
/** A line of numbers, or of an annex, that the manager was shown today. */
const shown = (target_type: string, created_at: string, reason?: string) =>
  db.insert(operationLog).values({
    ...{ user_id: manager.id, user_name: manager.name, module: "customer", action: "unmask", summary: "查看完整号码" },
    ...{ target_type, created_at, reason },
  });
const lines = () => rowsIn("operationLog");

test("somebody else's full numbers are shown for a reason, which one line keeps", async () => {
  const contacts = {
    ...{ phone: "13812345678", phone2: "0312345678", wechat: "wangwei88", email: "wang@example.com" },
    ...{ line_id: "wangline", whatsapp: "8613812345678" },
  };
  const { id, customer_no } = await makeCustomer(db, { name: "王伟", owner_id: sales.id, ...contacts });
  expect((await show(asManager, id)).data).toEqual({ ...contacts, left: 49 });
  const line = { user_id: manager.id, module: "customer", target_type: "customer", target_id: id };
  const summary = `查看客户${customer_no}的完整号码`;
  expect(await lines()).toMatchObject([{ ...line, action: "unmask", summary, reason: "回访客户" }]);
});

test("one's own, with or without the code's limit, are shown without counting", async () => {
  await setSetting(db, "customer.reveal_daily_limit", 0);
  const { id } = await makeCustomer(db, { owner_id: manager.id, phone: "13812345678" });
  expect((await show(asManager, id)).data).toMatchObject({ phone: "13812345678", left: 0 });
  expect(await lines()).toEqual([]);
});

test("the day's limit ends it, for whatever the numbers belong to, until Shanghai's midnight", async () => {
  await setSetting(db, "customer.reveal_daily_limit", 2);
  const { id } = await makeCustomer(db, { owner_id: sales.id });
  await shown("customer_user", "2026-11-20T00:00:00+08:00", "回访");
  expect((await show(asManager, id)).data.left).toBe(0);
  const full = { status: 429, code: 42901, message: "今日查看号码已达上限（2）", data: null };
  expect(await show(asManager, id)).toMatchObject(full);
  expect(await lines()).toHaveLength(2);
  // A colleague has a limit of his own.
  const other = await api.as((await makeUser(db, { role: "sales_manager", team_id: manager.team_id })).id);
  expect((await show(other, id)).code).toBe(200);
  api.setClock(new Date("2026-11-21T00:00:00+08:00"));
  expect((await show(asManager, id)).data.left).toBe(1);
});

test("opening an annex is an unmask line as well, but shows no number and does not count", async () => {
  await setSetting(db, "customer.reveal_daily_limit", 1);
  const { id } = await makeCustomer(db, { owner_id: sales.id });
  await shown("requirement_annex", "2026-11-20T09:00:00+08:00");
  expect((await show(asManager, id)).data.left).toBe(0);
});

test("twenty calls at once do not pass the limit", async () => {
  await setSetting(db, "customer.reveal_daily_limit", 5);
  const { id } = await makeCustomer(db, { owner_id: sales.id });
  const replies = await Promise.all(Array.from({ length: 20 }, () => show(asManager, id)));
  expect(replies.map(({ code }) => code).sort()).toEqual([...Array(5).fill(200), ...Array(15).fill(42901)]);
  expect(await lines()).toHaveLength(5);
});

test("out of sight, or without a reason of the dictionary nothing is shown and nothing counted", async () => {
  const stranger = await makeUser(db, { role: "sales", team_id: (await makeTeam(db)).id });
  expect((await show(asManager, (await makeCustomer(db, { owner_id: stranger.id })).id)).code).toBe(40301);
  const { id } = await makeCustomer(db, { owner_id: sales.id });
  const onReason = { code: 42200, data: { errors: [{ field: "reason", label: "查看原因" }] } };
  for (const reason of ["curiosity", ""]) expect(await show(asManager, id, reason)).toMatchObject(onReason);
  expect(await lines()).toEqual([]);
});
