import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { MessageBell } from "~/app/layout/message-bell";
import { now } from "~/contract/now";
import { message } from "~/server/database/tables/system/system";
import { answer, routeTest } from "../../support/route-test";

const Bell = () => <MessageBell count={3} />;
const { db, staff, open } = routeTest({ path: "/dashboard", module: { default: Bell } });
const lin = staff({ role: "sales" });

const stored = () => db.select().from(message).orderBy(message.id);

it("marks a message as read, then all of them, and deletes one after asking", async () => {
  const values = { user_id: lin.id, category: "customer", content: "请尽快写跟进" } as const;
  await db
    .insert(message)
    .values(["王伟已分配给您", "李娜即将进公海", "赵敏已转移"].map((title) => ({ ...values, title })));
  const { actor } = await open();
  await actor.click(await screen.findByRole("button", { name: "未读消息 3 条" }));
  const drawer = within(await screen.findByRole("dialog", { name: "消息" }));
  // It leads nowhere: it unfolds, and is read by that.
  const line = await drawer.findByRole("button", { name: /^未读 李娜即将进公海 请尽快写跟进/ });
  expect(line.getAttribute("aria-expanded")).toBe("false");
  await actor.click(line);
  expect(line.getAttribute("aria-expanded")).toBe("true");
  expect(line.parentElement?.querySelector("p")?.textContent).toBe("请尽快写跟进");
  expect(await drawer.findByText("未读 2 条")).toBeDefined();
  expect(drawer.getByRole("button", { name: /^李娜即将进公海/ })).toBeDefined();
  expect((await stored()).map(({ read_at }) => read_at !== null)).toEqual([false, true, false]);

  await actor.click(drawer.getByRole("button", { name: "全部已读" }));
  expect(await screen.findByText("已全部标为已读")).toBeDefined();
  expect(drawer.getByText("未读 0 条")).toBeDefined();
  expect((await stored()).every(({ read_at }) => read_at !== null)).toBe(true);

  await actor.click(drawer.getByRole("button", { name: "删除：赵敏已转移" }));
  await answer(actor, "删除消息", "删除");
  expect(await screen.findByText("已删除")).toBeDefined();
  await waitFor(() => expect(drawer.queryByText("赵敏已转移")).toBeNull());
  expect((await stored()).map(({ title }) => title)).toEqual(["王伟已分配给您", "李娜即将进公海"]);
});

it("gathers messages by day, and one that leads to a page closes the drawer as it is opened", async () => {
  const values = { user_id: lin.id, category: "customer" } as const;
  const day = 86_400_000;
  await db.insert(message).values(
    [3, 1, 0].map((age) => ({
      ...values,
      title: `${age}天前的`,
      link: "/customer/customerInfor",
      created_at: new Date(now() - age * day).toISOString(),
    })),
  );
  const { actor } = await open();
  await actor.click(await screen.findByRole("button", { name: "未读消息 3 条" }));
  const drawer = within(await screen.findByRole("dialog", { name: "消息" }));
  await drawer.findByRole("region", { name: "今天" });
  const days = drawer.getAllByRole("region").map((region) => [
    region.getAttribute("aria-label"),
    ...within(region)
      .getAllByRole("link")
      .map((link) => link.textContent?.match(/\d天前的/)?.[0]),
  ]);
  expect(days).toEqual([
    ["今天", "0天前的"],
    ["昨天", "1天前的"],
    ["更早", "3天前的"],
  ]);
  await actor.click(drawer.getByRole("link", { name: /1天前的/ }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "消息" })).toBeNull());
  await waitFor(async () =>
    expect((await stored()).map(({ read_at }) => read_at !== null)).toEqual([false, true, false]),
  );
});

it("is called by what stands on it, and says the whole number when pointed at", () => {
  render(<MessageBell count={142} />, { wrapper: MantineProvider });
  expect(screen.getByRole("button", { name: "未读消息 99+ 条" }).title).toBe("未读消息 142 条");
});
