import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { forgetReturn, noteVisit } from "~/app/browser/return-path";
import { PhoneTabs } from "~/app/layout/phone-tabs";
import { routeTest } from "../../support/route-test";

beforeEach(forgetReturn);

const nothing = () => undefined;
const Tabs = () => (
  <PhoneTabs unread={3} onExports={nothing} onBatches={nothing} onChangePassword={nothing} onSignOut={nothing} />
);

const { open } = routeTest({
  path: "/dashboard",
  module: { default: Tabs },
  others: { "/customer/customerInfor": Tabs, "/customer/publicCustomer": Tabs, "/schedule-list": Tabs },
});

async function openTabs(who: Parameters<typeof open>[1], at?: string) {
  const rendered = await open(at, who);
  const bar = await screen.findByRole("navigation", { name: "主菜单" });
  return {
    ...rendered,
    names: () =>
      within(bar)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
  };
}

it("has the tabs whose screens are permitted, in the domain's order, and the pool among the rest", async () => {
  const { actor, names } = await openTabs({ role: "sales" });
  expect(names()).toEqual(["工作台", "询盘", "客户", "房源"]);
  await actor.click(screen.getByRole("button", { name: "我的" }));
  const sheet = await screen.findByRole("dialog", { name: "我的" });
  const links = await within(sheet).findAllByRole("link");
  const rest = links.map(({ textContent }) => textContent);
  expect(rest).toEqual(expect.arrayContaining(["日程列表", "公海客户", "跟进记录", "黑名单"]));
  for (const tab of ["ToB数据看板", "询盘客户", "房源检索"]) expect(rest).not.toContain(tab);
  expect(within(sheet).getByRole("button", { name: "消息（3 条未读）" })).toBeDefined();
});

it("has schedules in place of estates for who does not sell", async () => {
  const { names } = await openTabs({ role: "finance" });
  expect(names()).toEqual(["工作台", "客户", "日程"]);
});

it("has leads for who reviews them", async () => {
  const { names } = await openTabs({ role: "channel_manager" });
  expect(names().at(-1)).toBe("线索");
});

it("leaves out what is not permitted", async () => {
  const { names } = await openTabs({ permissions: ["customer:blacklist:view"] });
  expect(names()).toEqual(["工作台", "日程"]);
});

it("leads to a screen as it was last seen, and marks where one is", async () => {
  noteVisit(new URL("/customer/customerInfor?view=mine&page=2", "http://test.local"));
  const { actor, place } = await openTabs({ role: "sales" });
  expect(screen.getByRole("link", { name: "工作台" }).getAttribute("aria-current")).toBe("page");
  await actor.click(screen.getByRole("link", { name: "客户" }));
  await waitFor(() => expect(screen.getByRole("link", { name: "客户" }).getAttribute("aria-current")).toBe("page"));
  expect(place.href).toBe("/customer/customerInfor?view=mine&page=2");
});

it("marks customers in the pool, which is one of their segments", async () => {
  await openTabs({ role: "sales" }, "/customer/publicCustomer");
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("客户");
});
