import { screen, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as staffList from "~/app/routes/system/staff/staff-list";
import { team, user } from "~/server/database/tables/system/system";
import { makeUser } from "~/test/support/factories";
import { fill, startWecomCompany } from "~/test/support/wecom-company";
import { routeTest } from "../../../../support/route-test";

const { db, api, staff, open } = routeTest({
  path: "/system/user",
  module: staffList,
  ready: () => screen.findByRole("tab", { name: "员工" }),
});
staff({ role: "super_admin", name: "赵管理" });

let wecom: Awaited<ReturnType<typeof startWecomCompany>>;
beforeEach(async () => {
  wecom = await startWecomCompany();
  fill(wecom.company, 3);
});
afterEach(() => wecom.close());

it("says why it is off, and cannot ask", async () => {
  await open("?tab=wecom");
  expect(await screen.findByText(/自动同步未运行：请先在设置中心填写/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "预览同步" }).disabled).toBe(true);
});

it("previews, decides on members with the number of an account, and carries the preview out", async () => {
  await wecom.connect(api);
  const old = await makeUser(db, { name: "旧人", phone: "13800000001", phone_e164: "+8613800000001" });
  await makeUser(db, { name: "同邮", email: "u002@company.test" });
  const { actor } = await open("?tab=wecom");
  await actor.click(await screen.findByRole("button", { name: "预览同步" }));
  expect(await screen.findByText("首次同步须人工确认")).toBeDefined();
  expect(await db.$count(team)).toBe(0);
  await actor.click(screen.getAllByText("是同一人，绑定")[0] as HTMLElement);
  await screen.findByText("有成员已处理，请重新预览。");
  await actor.click(await screen.findByText("不是同一人"));
  expect(await screen.findByText("已绑定")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "预览同步" }));
  await actor.click(await screen.findByRole("button", { name: "执行同步" }));
  const asked = within(await screen.findByRole("dialog"));
  await actor.click(asked.getByRole("button", { name: "执行" }));
  expect(await screen.findByText(/手动 已完成 赵管理/)).toBeDefined();
  expect(await db.select().from(user).where(eq(user.id, old.id))).toMatchObject([
    { wecom_userid: "u001", name: "成员1" },
  ]);
  expect(await db.$count(user, eq(user.wecom_userid, "u002"))).toBe(1);
});
