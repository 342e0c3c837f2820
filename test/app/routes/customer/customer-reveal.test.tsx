import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import { operationLog } from "~/server/database/tables/system/system";
import { makeCustomer } from "../../../support/factories";
import { chooseOption, routeTest } from "../../../support/route-test";

const { db, team, staff, open } = routeTest({
  path: "/customer/editCustomerInfo/:id",
  module: customerEdit,
  ready: () => screen.findByRole("heading", { level: 1 }),
});
const east = team();
staff({ role: "sales_manager", team: east });
const sales = staff({ role: "sales", team: east });
let wang: Awaited<ReturnType<typeof makeCustomer>>;

beforeEach(async () => {
  wang = await makeCustomer(db, { name: "王伟", owner_id: sales.id, phone: "13812345678", wechat: "wangwei88" });
});

/** Opens the dialog and gives the reason. */
async function ask({ actor }: Awaited<ReturnType<typeof open>>) {
  await actor.click(screen.getByRole("button", { name: "查看完整号码" }));
  const dialog = await screen.findByRole("dialog", { name: "查看完整号码" });
  await chooseOption(actor, await within(dialog).findByRole("textbox", { name: "查看原因" }), "回访客户");
  await actor.click(within(dialog).getByRole("button", { name: "查看" }));
  return dialog;
}

it("shows somebody else's numbers after the reason, then in their place until the page is left", async () => {
  const view = await open(wang.id);
  expect(screen.getAllByText("138****5678")).toHaveLength(1);
  const dialog = await ask(view);
  const call = await within(dialog).findByRole("link", { name: "拨打13812345678" });
  expect(call.getAttribute("href")).toBe("tel:+8613812345678");
  expect(within(dialog).getByRole("button", { name: "复制wangwei88" })).toBeDefined();
  expect(within(dialog).getByText("今日还可查看 49 次")).toBeDefined();
  await view.actor.click(within(dialog).getByRole("button", { name: "完成" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("link", { name: "拨打13812345678" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "查看完整号码" })).toBeNull();
  await view.actor.click(screen.getByRole("tab", { name: "需求" }));
  await view.actor.click(await screen.findByRole("tab", { name: "动态" }));
  expect(await screen.findByRole("link", { name: "拨打13812345678" })).toBeDefined();
  expect(await db.select().from(operationLog)).toMatchObject([{ action: "unmask", reason: "回访客户" }]);
  view.unmount();
  await open(wang.id);
  expect(screen.getAllByText("138****5678")).toHaveLength(1);
});

it("asks nothing of the owner, and offers it to nobody without its code", async () => {
  const view = await open(wang.id, { as: sales });
  expect(screen.getByRole("link", { name: "拨打13812345678" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "查看完整号码" })).toBeNull();
  view.unmount();
  await open(wang.id, { permissions: ["customer:info:view"], scope: "all" });
  expect(screen.getAllByText("138****5678")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "查看完整号码" })).toBeNull();
});
