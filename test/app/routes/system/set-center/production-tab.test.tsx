import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as setCenter from "~/app/routes/system/set-center/set-center";
import { alert } from "~/server/database/tables/system/admin";
import { routeTest } from "../../../../support/route-test";

const { db, staff, open } = routeTest({ path: "/system/setCenter", module: setCenter });
staff({ role: "super_admin" });

it("shows what is wrong, since when, and what is missing before people work with it", async () => {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const told = { title: "数据磁盘空间不足", content: "只剩 0.5 GB", since: at, told_at: at };
  await db.insert(alert).values([
    { ...told, key: "disk:data" },
    { ...told, key: "job:backup", title: "自动备份失败", ended_at: at },
  ]);
  await open("?tab=production");
  const alerts = within(await screen.findByRole("region", { name: "告警" }));
  expect(alerts.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^数据磁盘空间不足（.+起）只剩 0.5 GB$/),
  ]);
  const needs = within(screen.getByRole("region", { name: "正式使用前" }));
  expect(needs.getByText("没有自动备份")).toBeDefined();
  expect(needs.getByText("只有一位超级管理员")).toBeDefined();
});
