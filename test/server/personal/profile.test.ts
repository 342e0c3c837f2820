import { and, desc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import { loginLog, media, operationLog, session } from "~/server/database/tables/system/system";
import { desk } from "~/test/support/desk";
import { days, makeCustomer, makeMedia, makeUser, testNow } from "~/test/support/factories";

const { db, api, sales, asSales, logLines } = desk({ sales: { role: "sales", name: "林晓" } });

const lines = () => logLines(eq(operationLog.module, "personal"));
const change = (body: object) => asSales(user.update, { body });

it("changes what is named and leaves the rest, with a line in the log", async () => {
  const reply = await change({ name: "林晓梅", phone_cc: "81", phone: "090-1234-5678" });
  expect(reply.data).toMatchObject({ name: "林晓梅", phone_cc: "81", phone: "9012345678", language: "zh" });
  expect((await change({ name: "林小梅" })).data).toMatchObject({ name: "林小梅", phone: "9012345678" });
  expect((await change({ phone: "" })).data).toMatchObject({ name: "林小梅", phone: null });
  const [first] = await lines();
  expect(first).toMatchObject({ action: "update", summary: "修改个人资料", target_id: sales.id });
  expect(first?.changes).toContainEqual({ field: "name", label: "姓名", before: "林晓", after: "林晓梅" });
});

it("writes nothing where nothing has changed", async () => {
  expect((await change({ name: "林晓", avatar_id: null, language: "zh" })).code).toBe(200);
  expect(await lines()).toEqual([]);
});

it.each([
  [{ name: "  " }, "name", "请输入姓名"],
  [{ name: "林".repeat(51) }, "name", "姓名不能超过50个字"],
  [{ phone: "12345" }, "phone", "手机号格式不正确"],
  [{ phone_cc: "9999" }, "phone_cc", "区号含有不能选择的选项"],
  [{ language: "en" }, "language", "请选择语言"],
  [{ avatar_id: 999_999 }, "avatar_id", "图片不存在或未上传完成，请重新上传"],
])("refuses %j at its field", async (body, field, message) => {
  const reply = await change(body);
  expect(reply).toMatchObject({ code: 42200, data: { errors: [{ field, message }] } });
  expect((await asSales(user.profile)).data.name).toBe("林晓");
});

it("refuses a colleague's number, however it is written", async () => {
  await makeUser(db, { phone_cc: "86", phone: "13812345678", phone_e164: "+8613812345678" });
  expect(await change({ phone: "+86 138-1234-5678" })).toMatchObject({ status: 409, message: "数据已存在：手机号" });
});

it("takes only a finished avatar, gives its address, and gives the former one up", async () => {
  const picture = (given: object) =>
    makeMedia(db, { uploader: sales.id, scene: "avatar", is_private: false, ...given });
  const first = await picture({});
  const unfinished = await picture({ status: "uploading" });
  const other = await picture({ scene: "tracking" });
  for (const { id } of [unfinished, other]) expect((await change({ avatar_id: id })).code).toBe(42200);
  const { avatar } = (await change({ avatar_id: first.id })).data;
  expect(avatar).toMatch(new RegExp(`^/api/upload/media/${first.id}/file/`));
  // Nine hours on the browser still knows it by the same address.
  api.setClock(new Date(testNow.getTime() + 9 * 3_600_000));
  expect((await asSales(user.profile)).data.avatar).toBe(avatar);
  api.setClock(testNow);

  const colleague = await api.as((await makeUser(db, { avatar_id: first.id })).id);
  const second = await picture({});
  await change({ avatar_id: second.id });
  const statusOf = async (id: number) => (await db.select().from(media).where(eq(media.id, id)))[0]?.status;
  expect(await statusOf(first.id)).toBe("ready");
  await colleague(user.update, { body: { avatar_id: null } });
  expect(await statusOf(first.id)).toBe("removed");
});

it("keeps the ways of messages per category", async () => {
  await change({ preferences: { notify: { customer: ["inbox", "slack"] } } });
  const { preferences } = (await change({ preferences: { notify: { system: ["inbox"] } } })).data;
  expect(preferences.notify).toEqual({ customer: ["inbox", "slack"], system: ["inbox"] });
  const wrong = { preferences: { notify: { customer: ["telegram"] } } };
  expect((await change(wrong)).code).toBe(42200);
});

it("counts what is held and used against its limits", async () => {
  await makeCustomer(db, { owner_id: sales.id });
  await makeCustomer(db, { owner_id: sales.id, is_locked: true });
  const unmask = {
    user_id: sales.id,
    user_name: "林晓",
    module: "customer",
    action: "unmask",
    summary: "查看号码",
    reason: "回访",
  };
  await db.insert(operationLog).values([
    { ...unmask, target_type: "customer", created_at: days(0) },
    { ...unmask, target_type: "customer", created_at: days(-1) },
  ]);
  expect((await asSales(user.summary)).data).toEqual({
    customer_count: 2,
    customer_cap: 200,
    lock_count: 1,
    lock_limit: 10,
    reveal_count: 1,
    reveal_limit: 50,
    inquiry_count: 0,
    deal_count: 0,
    targets: [],
  });
});

it("lists the last ten sign-ins of one's own, failed ones included", async () => {
  const other = await makeUser(db);
  const row = { method: "password", result: "success", ip: "203.0.113.7", ua: "Mozilla/5.0" };
  await db
    .insert(loginLog)
    .values([
      ...Array.from({ length: 11 }, (_, at) => ({ ...row, user_id: sales.id, at: days(-at - 1) })),
      { ...row, user_id: sales.id, result: "failed", fail_reason: "bad_password", at: days(0) },
      { ...row, user_id: other.id, at: days(0) },
    ]);
  const { data } = await asSales(user.logins);
  expect(data).toHaveLength(10);
  expect(data[0]).toMatchObject({ result: "failed", fail_reason: "bad_password", ip: "203.0.113.7" });
  expect(data[9]).toMatchObject({ at: days(-9) });
});

it("ends single sessions and all others; a token of an ended one is refused", async () => {
  const [phone, desk] = [await api.as(sales.id), await api.as(sales.id)];
  await db.insert(session).values({ id: "gone", user_id: sales.id, method: "sso", expires_at: days(-1) });
  const listed = (await asSales(user.sessions)).data;
  expect(listed).toHaveLength(3);
  expect(listed.map(({ is_current }) => is_current)).toEqual([true, false, false]);

  const [current] = (await phone(user.sessions)).data;
  await asSales(user.endSession, { params: { session: current?.id ?? "" } });
  expect((await phone(user.profile)).code).toBe(40100);
  expect((await desk(user.profile)).code).toBe(200);

  expect((await asSales(user.endOtherSessions)).data).toEqual({ count: 1 });
  expect((await desk(user.profile)).code).toBe(40100);
  expect((await asSales(user.endOtherSessions)).data).toEqual({ count: 0 });
  expect((await lines()).map(({ summary }) => summary)).toEqual(["退出一台设备", "退出其他设备（1）"]);
});

it("ends no session that is not there, and of the present one it is the sign-out", async () => {
  expect((await asSales(user.endSession, { params: { session: "unknown" } })).code).toBe(40400);
  const [mine] = (await asSales(user.sessions)).data;
  await asSales(user.endSession, { params: { session: mine?.id ?? "" } });
  expect((await asSales(auth.logout)).code).toBe(40100);
  const [line] = await db
    .select()
    .from(operationLog)
    .where(and(eq(operationLog.user_id, sales.id), eq(operationLog.module, "auth")))
    .orderBy(desc(operationLog.id));
  expect(line?.action).toBe("logout");
});
