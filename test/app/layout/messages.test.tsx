import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { MessageBell } from "~/app/layout/message-bell";
import { message } from "~/server/database/tables/system/system";
import { routeTest } from "../../support/route-test";

const Bell = () => <MessageBell count={3} />;
const { db, staff, open } = routeTest({ path: "/dashboard", module: { default: Bell } });
const lin = staff({ role: "sales" });

const stored = () => db.select().from(message).orderBy(message.id);

it("marks a message as read, then all of them, and deletes one after asking", async () => {
  const values = { user_id: lin.id, category: "customer" } as const;
  await db
    .insert(message)
    .values(["王伟已分配给您", "李娜即将掉入公海", "赵敏已转移"].map((title) => ({ ...values, title })));
  const { actor } = await open();
  await actor.click(await screen.findByRole("button", { name: "未读消息 3 条" }));
  const drawer = within(await screen.findByRole("dialog", { name: "消息" }));
  await actor.click(await drawer.findByRole("button", { name: "已读：李娜即将掉入公海" }));
  expect(await drawer.findByText("未读 2 条")).toBeDefined();
  expect((await stored()).map(({ read_at }) => read_at !== null)).toEqual([false, true, false]);

  await actor.click(drawer.getByRole("button", { name: "全部已读" }));
  expect(await screen.findByText("已全部标为已读")).toBeDefined();
  expect(drawer.getByText("未读 0 条")).toBeDefined();
  expect((await stored()).every(({ read_at }) => read_at !== null)).toBe(true);

  await actor.click(drawer.getByRole("button", { name: "删除：赵敏已转移" }));
  const asked = within(await screen.findByRole("dialog", { name: "删除消息" }));
  await actor.click(asked.getByRole("button", { name: "删除" }));
  expect(await screen.findByText("已删除")).toBeDefined();
  await waitFor(() => expect(drawer.queryByText("赵敏已转移")).toBeNull());
  expect((await stored()).map(({ title }) => title)).toEqual(["王伟已分配给您", "李娜即将掉入公海"]);
});

it("is called by what stands on it, and says the whole number when pointed at", () => {
  render(<MessageBell count={142} />, { wrapper: MantineProvider });
  expect(screen.getByRole("button", { name: "未读消息 99+ 条" }).title).toBe("未读消息 142 条");
});
