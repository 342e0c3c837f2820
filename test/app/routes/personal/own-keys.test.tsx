import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as personalCenter from "~/app/routes/personal/personal-center";
import { customer } from "~/contract/customer/customer";
import { key } from "~/contract/personal/key";
import { apiKey, user } from "~/server/database/tables/system/system";
import { hashPassword } from "~/server/identity/password-rule";
import { answer, dialog, enter, routeTest } from "../../../support/route-test";

const { db, api, staff, open } = routeTest({
  path: "/personal-center",
  module: personalCenter,
  ready: () => screen.findByRole("button", { name: "新增密钥" }),
});
const lin = staff({ name: "林晓", role: "sales" });
const password = "Xinfang-2026-desk";
const setPassword = async () =>
  db
    .update(user)
    .set({ password_hash: await hashPassword(password) })
    .where(eq(user.id, lin.id));
const body = {
  ...{ name: "报表脚本", expires_days: 5, may_write: false, password },
  permissions: ["customer:info:view" as const],
};

it("makes a key, which is shown once", async () => {
  await setPassword();
  const { actor } = await open("?tab=keys");
  expect(await screen.findByText("还没有密钥")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "新增密钥" }));
  const form = await dialog("新增密钥");
  await enter(actor, await form.findByLabelText(/^名称/), "报表脚本");
  // What reads is chosen already, and what the person lacks is not offered.
  expect(form.getByText("客户管理·客户查看")).toBeDefined();
  await enter(actor, form.getByLabelText(/^登录密码/), "wrong");
  await actor.click(form.getByRole("button", { name: "新增" }));
  expect(await screen.findByText("原密码错误")).toBeDefined();
  await actor.clear(form.getByLabelText(/^登录密码/));
  await enter(actor, form.getByLabelText(/^登录密码/), password);
  await actor.click(form.getByRole("button", { name: "新增" }));
  const shown = await dialog("新密钥");
  const secret = (shown.getByLabelText("密钥") as HTMLTextAreaElement).value;
  expect(secret).toMatch(/^xf_/);
  expect((await api.send(customer.list, {}, secret)).code).toBe(200);
  await actor.click(shown.getByText("完成"));
  const line = within((await screen.findByText("报表脚本")).closest("li") as HTMLElement);
  expect(line.getByText("有效")).toBeDefined();
  expect(line.getByText("只读")).toBeDefined();
  expect(line.getByText(new RegExp(`xf_…${secret.slice(-4)}`))).toBeDefined();
  const [row] = await db.select().from(apiKey);
  expect(row).toMatchObject({ may_write: false });
  expect(row?.permissions.every((code) => code.endsWith(":view"))).toBe(true);
});

it("shows what it called, and revokes it after a question", async () => {
  await setPassword();
  const { secret } = (await (await api.as(lin.id))(key.create, { body })).data;
  await api.send(customer.list, {}, secret);
  await api.send(customer.lock, { params: { id: 1 } }, secret);
  const { actor } = await open("?tab=keys");
  await actor.click(await screen.findByRole("button", { name: "报表脚本的调用" }));
  const calls = await dialog("调用 · 报表脚本");
  expect(await calls.findAllByText("客户列表")).toHaveLength(2);
  expect(calls.getAllByText("没有操作权限")).toHaveLength(2);
  expect(calls.getAllByText("2026-11-20 · 1次")).toHaveLength(2);
  await actor.keyboard("{Escape}");
  await actor.click(await screen.findByRole("button", { name: "撤销报表脚本" }));
  await answer(actor, "撤销密钥", "撤销");
  expect(await screen.findByText("已撤销")).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("button", { name: "撤销报表脚本" })).toBeNull());
  expect((await api.send(customer.list, {}, secret)).code).toBe(40100);
});
