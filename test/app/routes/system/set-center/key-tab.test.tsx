import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import * as setCenter from "~/app/routes/system/set-center/set-center";
import { customer } from "~/contract/customer/customer";
import { key } from "~/contract/personal/key";
import { apiKey, user } from "~/server/database/tables/system/system";
import { hashPassword } from "~/server/identity/password-rule";
import { answer, dialog, routeTest } from "../../../../support/route-test";

const { db, api, staff, open } = routeTest({ path: "/system/setCenter", module: setCenter });
staff({ role: "super_admin", name: "郑主管" });
const lin = staff({ name: "林晓", role: "sales" });
const password = "Xinfang-2026-desk";

it("lists everybody's keys with what they called, and revokes one", async () => {
  await db.update(user).set({ password_hash: await hashPassword(password) });
  const body = {
    ...{ name: "报表脚本", expires_days: 5, may_write: true, password },
    permissions: ["customer:info:view" as const],
  };
  const { secret } = (await (await api.as(lin.id))(key.create, { body })).data;
  for (let n = 0; n < 3; n++) await api.send(customer.list, {}, secret);
  const { actor } = await open("?tab=key");
  expect(await screen.findByText("报表脚本")).toBeDefined();
  expect(screen.getByText("林晓")).toBeDefined();
  expect(screen.getByText(`xf_…${secret.slice(-4)}`)).toBeDefined();
  await actor.click(screen.getByText("调用"));
  const calls = await dialog("调用 · 报表脚本");
  expect(await calls.findByText("客户列表")).toBeDefined();
  expect(calls.getByText("2026-11-20 · 3次")).toBeDefined();
  await actor.keyboard("{Escape}");
  await actor.click(await screen.findByText("撤销"));
  await answer(actor, "撤销密钥", "撤销");
  expect(await screen.findByText("已撤销")).toBeDefined();
  expect((await db.select().from(apiKey))[0]?.ended_at).not.toBeNull();
});

it("is the only tab of somebody who may do no more", async () => {
  await open("", { role: "sales", permissions: ["system:key:manage"] });
  expect(await screen.findByText("还没有人新增密钥")).toBeDefined();
  expect(screen.getAllByRole("tab")).toHaveLength(1);
});
