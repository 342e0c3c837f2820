import { screen, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as countryList from "~/app/routes/region/country/country-list";
import { country as table } from "~/server/database/tables/region/geography";
import { makeCustomer } from "../../../../support/factories";
import { fromMenu, routeTest } from "../../../../support/route-test";

const path = "/regionalManage/countryList";
const { db, staff, open } = routeTest({ path, module: countryList, ready: () => screen.findByRole("search") });
staff({ role: "estate_manager" });
const rowOf = (name: RegExp) => within(screen.getByText(name).closest("tr") ?? document.body);
const isOpen = async (code: string) =>
  (await db.select().from(table).where(eq(table.code, code))).map(({ is_open }) => is_open);

it("shows countries with their districts, and leads to those", async () => {
  await open("?keyword=rb");
  const japan = rowOf(/^日本 Japan/);
  for (const text of ["JP", "+81", "JPY", "47"]) expect(japan.getByText(text)).toBeDefined();
  // A picture of a file of its own: Windows has no emoji for flags.
  expect((await japan.findByRole("presentation")).getAttribute("src")).toMatch(/\/JP\.svg/);
  expect(screen.queryByText(/\p{Regional_Indicator}/u)).toBeNull();
  expect(japan.getByText("区域").closest("a")?.getAttribute("href")).toBe(`${path}/regionalList?country=JP`);
});

it("opens business, and says what is there before it is closed again", async () => {
  await makeCustomer(db, { country_code: "FR" });
  const { actor } = await open("?keyword=FR");
  await fromMenu(actor, "法国", "开通");
  expect(await screen.findByText("已开通法国")).toBeDefined();
  await fromMenu(actor, "法国", "关闭");
  const asked = within(await screen.findByRole("dialog", { name: "关闭国家/地区" }));
  expect(await asked.findByText("关闭后法国不再作为开通业务的国家/地区。现有客户 1，这些数据不变。")).toBeDefined();
  await actor.click(asked.getByText("关闭", { selector: "button *" }));
  expect(await screen.findByText("已关闭法国")).toBeDefined();
  expect(await isOpen("FR")).toEqual([false]);
});

it("does not offer to delete what is named, and deletes what is not", async () => {
  await makeCustomer(db, { country_code: "FR" });
  const { actor } = await open("?continent=EU,AN&sort=code&page_size=100");
  await fromMenu(actor, "法国", "删除");
  const asked = within(await screen.findByRole("dialog", { name: "删除国家/地区" }));
  expect(await asked.findByText("法国不能删除。现有客户 1。")).toBeDefined();
  expect(asked.queryByText("删除", { selector: "button *" })).toBeNull();
  await actor.click(asked.getByText("取消"));
  await fromMenu(actor, "布韦岛", "删除");
  const again = within(await screen.findByRole("dialog", { name: "删除国家/地区" }));
  await again.findByText("确定删除布韦岛？");
  await actor.click(again.getByText("删除", { selector: "button *" }));
  expect(await screen.findByText("已删除布韦岛")).toBeDefined();
});
