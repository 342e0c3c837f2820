import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { tag } from "~/contract/article/tag";
import { customer } from "~/contract/customer/customer";
import { requirement } from "~/contract/customer/requirement";
import type { Input } from "~/contract/endpoint";
import * as field from "~/contract/field";
import { auth } from "~/contract/sign-in/auth";
import { staff } from "~/contract/system/staff";
import { articleTag } from "~/server/database/tables/article/article";
import {
  customerContact,
  customer as customerTable,
  requirement as wish,
} from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { tidyInput } from "~/server/lib/texts-in";
import { desk } from "~/test/support/desk";
import { makeCustomer, makeRequirement } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";

const { db, api, sales, asSales, asAdmin } = desk({
  sales: { role: "sales", team: "一组" },
  admin: { role: "super_admin" },
});

/** Of a rare name, as an old encoding keeps it. */
const rare = "张\uE863";

test("every text of an input is tidied but for what is taken letter by letter", () => {
  const schema = z.object({
    name: field.text("名称", 20),
    password: field.optional(field.text("密码", 20).meta({ control: "password" })),
    source: z.string().meta({ isLiteral: true }),
    rows: z.array(z.union([z.object({ note: z.string() }), z.object({ html: z.string().meta({ control: "rich" }) })])),
    ext: z.record(z.string(), z.unknown()),
  });
  const text = " e\u0301\u200B\r\n";
  expect(
    tidyInput(schema, {
      ...{ name: text, password: text, source: text, ext: { a: [text] } },
      rows: [{ note: text }, { html: text }],
      other: 3,
    }),
  ).toEqual({
    name: "é",
    password: text,
    source: text,
    ext: { a: ["é"] },
    rows: [{ note: "é" }, { html: text }],
    other: 3,
  });
});

const createCustomer = (body: object) =>
  asSales(customer.create, {
    body: { name: "王伟", source: "phone", phone_cc: "86", ...body } as Input<typeof customer.create>["body"],
  });

test("a text comes in composed, with plain ends of lines and without what nobody sees", async () => {
  const { data } = await createCustomer({
    name: "\u202A王\u200B伟\uFEFF",
    wechat: "wx_ming\u200B",
    remark: "第一行\r\n第二行\u00AD",
  });
  const [row] = await db.select().from(customerTable).where(eq(customerTable.id, data.id));
  expect(row).toMatchObject({ name: "王伟", wechat: "wx_ming", remark: "第一行\n第二行" });
});

test("the same contact in other letters is the same", async () => {
  await makeCustomer(db, { owner_id: sales.id, wechat: "wx_ming" });
  const [first] = await db.select().from(customerTable);
  await db.insert(customerContact).values({ customer_id: first?.id ?? 0, type: "wechat", value_norm: "wx_ming" });
  for (const wechat of ["wx_ming\u200B", "ｗｘ＿ｍｉｎｇ", "WX_Ming\uFE0F", "wx\u2060_ming"])
    expect((await createCustomer({ wechat })).code, wechat).toBe(40910);
});

test("control characters and those of private use are refused by name, on their field", async () => {
  const { code, data } = await createCustomer({ phone: "13911117006", name: rare, remark: "响\u0007铃" });
  expect(code).toBe(42200);
  const { errors } = data as unknown as { errors: { field: string; message: string }[] };
  expect(errors.map((one) => one.field)).toEqual(["name", "remark"]);
  expect(errors[0]?.message).toContain("客户姓名含有不能使用的字符：自造字");
  expect(errors[0]?.message).toContain("生僻字");
  expect(errors[1]?.message).toContain("控制字符（U+0007）");
});

test("what an edit leaves alone is not refused", async () => {
  const row = await makeCustomer(db, { owner_id: sales.id, name: rare, phone: "10000000000", phone_cc: "86" });
  const { name, gender, level, stage, source, version } = row;
  const body = { name, gender, level, stage, source, version, phone_cc: "86", phone: "10000000000" };
  const update = (changes: object) =>
    asSales(customer.update, {
      params: { id: row.id },
      body: { ...body, ...changes } as Input<typeof customer.update>["body"],
    });
  expect(await update({ remark: "改备注" })).toMatchObject({ code: 200, data: { name: rare, remark: "改备注" } });
  expect(await update({ version: version + 1, remark: `又${rare}` })).toMatchObject(refusedAt("remark"));
  expect(await update({ version: version + 1, phone: "10000000001" })).toMatchObject(
    refusedAt("phone", "手机号格式不正确"),
  );
  const [saved] = await db.select().from(customerTable).where(eq(customerTable.id, row.id));
  expect(saved).toMatchObject({ phone: "10000000000", remark: "改备注" });
});

test("neither is it in records of other kinds", async () => {
  const about = await makeCustomer(db, { owner_id: sales.id });
  const { id, version, country_code } = await makeRequirement(db, { customer_id: about.id, extra: `靠近${rare}家` });
  const written = { country_code, extra: `靠近${rare}家`, version } as Input<typeof requirement.update>["body"];
  expect((await asSales(requirement.update, { params: { id }, body: { ...written, must_have: "车位" } })).code).toBe(
    200,
  );
  const [saved] = await db.select().from(wish).where(eq(wish.id, id));
  expect(saved?.must_have).toBe("车位");

  const made = await asAdmin(tag.create, { body: { name: "热点" } });
  await db.update(articleTag).set({ name: rare }).where(eq(articleTag.id, made.data.id));
  const renamed = await asAdmin(tag.update, {
    params: { id: made.data.id },
    body: { name: rare, color: "red", sort: 1, version: 1 },
  });
  expect(renamed).toMatchObject({ code: 200, data: { name: rare, color: "red" } });

  await rowsOf(db).updateIn("user", sales.id, {
    name: rare,
    phone_cc: "86",
    phone: "10000000000",
    phone_e164: "+8610000000000",
  });
  const row = (await asAdmin(staff.get, { params: { id: sales.id } })).data;
  const { email, role_ids, wecom_userid, customer_cap, accept_inquiry, team_id } = row;
  const facts = { name: rare, email, role_ids, wecom_userid, customer_cap, accept_inquiry, team_id };
  const changed = await asAdmin(staff.update, {
    params: { id: sales.id },
    body: { ...facts, phone_cc: "86", phone: "10000000000", customer_cap: 7, version: row.version },
  });
  expect(changed).toMatchObject({ code: 200, data: { name: rare, phone: "10000000000", customer_cap: 7 } });
  const [person] = await db.select().from(user).where(eq(user.id, sales.id));
  expect(person?.phone_e164).toBe("+8610000000000");
});

test("a password is taken letter by letter", async () => {
  const password = " Pass-\u200Bword-2026 ";
  const reset = await asAdmin(staff.resetPassword, { params: { id: sales.id }, body: { password } });
  expect(reset.code).toBe(200);
  const signIn = (given: string) => api.send(auth.login, { body: { email: sales.email, password: given } });
  expect((await signIn(password.trim())).code).not.toBe(200);
  expect((await signIn(password)).code).toBe(200);
});
