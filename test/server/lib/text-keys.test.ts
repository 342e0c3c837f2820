import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { articleTag } from "~/server/database/tables/article/article";
import { customerContact } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { message } from "~/server/database/tables/system/system";
import { textKeys } from "~/server/jobs/shared/text-keys";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeBlacklist, makeCustomer, makeInquiry, makeUser, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const { services } = testApi(db, { now: testNow });
beforeEach(() => resetDatabase(db));

const run = () => textKeys.run({ services, at: testNow, signal: new AbortController().signal });
const keysOf = async (customer_id: number) =>
  (await db.select().from(customerContact).where(eq(customerContact.customer_id, customer_id)))
    .map(({ type, value_norm }) => `${type}:${value_norm}`)
    .sort();

test("kept forms are computed anew, and what is alike then is told once to who keeps the settings", async () => {
  const admin = await makeUser(db, { role: "super_admin" });
  await makeUser(db, { role: "sales" });
  const [first, second, third] = [await makeCustomer(db), await makeCustomer(db), await makeCustomer(db)];
  await db.delete(customerContact);
  await db.insert(customerContact).values([
    { customer_id: first.id, type: "wechat", value_norm: "wx_ming" },
    { customer_id: second.id, type: "wechat", value_norm: "wx_ming\u200B" },
    { customer_id: second.id, type: "phone", value_norm: "+8610000000000" },
    { customer_id: third.id, type: "line", value_norm: "line\u2060one" },
    { customer_id: third.id, type: "line", value_norm: "lineone" },
  ]);
  await makeBlacklist(db, { type: "wechat", value: "bad" });
  const doubled = await makeBlacklist(db, { type: "wechat", value: "bad\u200B" });
  await makeBlacklist(db, { type: "wechat", value: "worse\u200B" });
  await db.insert(articleTag).values([
    { name: "热点", slug: "a", color: "red" },
    { name: "热点\u200B", slug: "b", color: "red" },
  ]);

  const asked = await makeInquiry(db, { wechat: "ｗｘ＿Ｍing" });

  expect(await run()).toBe("2 contacts, 1 inquiries and 1 blacklist entries computed anew, 3 alike");
  expect((await db.select().from(inquiry).where(eq(inquiry.id, asked.id)))[0]).toMatchObject({
    ...{ wechat: "wx_Ming", version: asked.version, updated_at: asked.updated_at },
  });
  expect(await keysOf(second.id)).toEqual(["phone:+8610000000000", "wechat:wx_ming"]);
  expect(await keysOf(third.id)).toEqual(["line:lineone"]);
  const told = await db.select().from(message).orderBy(message.id);
  expect(told.map(({ user_id }) => user_id)).toEqual([admin.id, admin.id]);
  expect(told[0]?.content).toContain(`客户微信：${first.customer_no}、${second.customer_no}`);
  expect(told[1]?.content).toContain(`黑名单：编号${doubled.id}与另一条相同`);
  expect(told[1]?.content).toContain("资讯标签：热点、热点");

  expect(await run()).toContain("0 contacts, 0 inquiries and 0 blacklist entries");
  expect(await db.$count(message)).toBe(2);
});
