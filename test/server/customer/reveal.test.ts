import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(testDatabase(20).db, { now: testNow });

const { manager, sales, asManager } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
});

const show = (as: As, id: number, reason = "follow_up") => as(customer.phone, { params: { id }, query: { reason } });
const lines = () => db.select().from(operationLog);

test("somebody else's full numbers are shown for a reason, which one line keeps", async () => {
  const { id, customer_no } = await makeCustomer(db, {
    name: "王伟",
    owner_id: sales.id,
    phone: "13812345678",
    phone2: "0312345678",
    wechat: "wangwei88",
    email: "wang@example.com",
    line_id: "wangline",
    whatsapp: "8613812345678",
  });
  expect((await show(asManager, id)).data).toEqual({
    phone: "13812345678",
    phone2: "0312345678",
    wechat: "wangwei88",
    email: "wang@example.com",
    line_id: "wangline",
    whatsapp: "8613812345678",
    left: 49,
  });
  expect(await lines()).toMatchObject([
    {
      user_id: manager.id,
      module: "customer",
      action: "unmask",
      target_type: "customer",
      target_id: id,
      summary: `查看客户${customer_no}的完整号码`,
      reason: "回访客户",
    },
  ]);
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
  await db.insert(operationLog).values({
    user_id: manager.id,
    user_name: manager.name,
    module: "customer",
    action: "unmask",
    target_type: "customer_user",
    summary: "查看注册用户的完整号码",
    reason: "回访",
    created_at: "2026-11-20T00:00:00+08:00",
  });
  expect((await show(asManager, id)).data.left).toBe(0);
  expect(await show(asManager, id)).toMatchObject({
    status: 429,
    code: 42901,
    message: "今日查看号码已达上限（2）",
    data: null,
  });
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
  await db.insert(operationLog).values({
    user_id: manager.id,
    user_name: manager.name,
    module: "customer",
    action: "unmask",
    target_type: "requirement_annex",
    summary: "打开附件护照",
    created_at: "2026-11-20T09:00:00+08:00",
  });
  expect((await show(asManager, id)).data.left).toBe(0);
});

test("twenty calls at once do not pass the limit", async () => {
  await setSetting(db, "customer.reveal_daily_limit", 5);
  const { id } = await makeCustomer(db, { owner_id: sales.id });
  const replies = await Promise.all(Array.from({ length: 20 }, () => show(asManager, id)));
  const codes = replies.map(({ code }) => code).sort();
  expect(codes).toEqual([...Array(5).fill(200), ...Array(15).fill(42901)]);
  expect(await lines()).toHaveLength(5);
});

test("out of sight, of nobody, or without a reason of the dictionary nothing is shown and nothing counted", async () => {
  const stranger = await makeUser(db, { role: "sales", team_id: (await makeTeam(db)).id });
  expect((await show(asManager, (await makeCustomer(db, { owner_id: stranger.id })).id)).code).toBe(40301);
  expect((await show(asManager, 999_999_999)).code).toBe(40400);
  const gone = await makeCustomer(db, { last_owner_id: sales.id, deleted_at: days(-1), destroyed_at: days(0) });
  expect((await show(asManager, gone.id)).code).toBe(40400);
  const other = await makeCustomer(db, { owner_id: sales.id });
  const onReason = { code: 42200, data: { errors: [{ field: "reason", label: "查看原因" }] } };
  expect(await show(asManager, other.id, "curiosity")).toMatchObject(onReason);
  expect(await show(asManager, other.id, "")).toMatchObject(onReason);
  expect(await lines()).toEqual([]);
});
