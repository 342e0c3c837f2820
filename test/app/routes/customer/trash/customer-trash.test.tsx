import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as customerTrash from "~/app/routes/customer/trash/customer-trash";
import { customer as customerTable } from "~/server/database/tables/customer/customer";
import { days, makeCustomer, makeUser } from "../../../../support/factories";
import { actOnAll, answer, chooseOption, enter, routeTest, row } from "../../../../support/route-test";

const path = "/customer/deleteCustomer";
const { db, team, staff, open } = routeTest({
  path,
  module: customerTrash,
  ready: () => screen.findByRole("search"),
});
const east = team();
const manager = staff({ role: "sales_manager", team: east, name: "陆经理" });
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const admin = staff({ role: "super_admin" });

const recycled = (given: Parameters<typeof makeCustomer>[1] = {}) =>
  makeCustomer(db, {
    last_owner_id: sales.id,
    pool_at: null,
    deleted_at: days(-1),
    deleted_by: manager.id,
    delete_reason: "重复录入",
    ...given,
  });
const stored = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];

it("shows who was removed, by whom and why, with masked phones and where he was merged", async () => {
  const target = await makeCustomer(db, { owner_id: sales.id });
  await recycled({ name: "王伟", phone: "13812345678" });
  await recycled({ name: "李娜", merged_to_id: target.id });
  await open();
  for (const text of ["138****5678", "林顾问", "陆经理", "2026-11-19 12:00", "重复录入"])
    expect(within(row("王伟")).getByText(text)).toBeDefined();
  expect(within(row("李娜")).getByRole("link", { name: target.customer_no })).toBeDefined();
  expect(within(row("李娜")).queryByRole("button", { name: "恢复" })).toBeNull();
  // A manager brings back, and nobody but the administrator destroys.
  expect(within(row("王伟")).getByRole("button", { name: "恢复" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "彻底删除" })).toBeNull();
});

it("restores to the last owner when nobody is named", async () => {
  const { id } = await recycled({ name: "王伟" });
  const { actor } = await open();
  await actor.click(within(row("王伟")).getByRole("button", { name: "恢复" }));
  await answer(actor, "恢复客户", "恢复");
  expect(await screen.findByText("已恢复给林顾问")).toBeDefined();
  expect(await screen.findByText("暂无数据")).toBeDefined();
  expect(await stored(id)).toMatchObject({ owner_id: sales.id, deleted_at: null });
});

it("restores to the colleague who is chosen", async () => {
  const other = await makeUser(db, { role: "sales", team_id: manager.team_id, name: "周顾问" });
  const { id } = await recycled({ name: "王伟" });
  const { actor } = await open();
  await actor.click(within(row("王伟")).getByRole("button", { name: "恢复" }));
  const form = await screen.findByRole("dialog", { name: "恢复客户" });
  await chooseOption(actor, await within(form).findByRole("textbox", { name: /恢复给/ }), /周顾问/);
  await actor.click(within(form).getByRole("button", { name: "恢复" }));
  expect(await screen.findByText("已恢复给周顾问")).toBeDefined();
  expect((await stored(id))?.owner_id).toBe(other.id);
});

it("restores the chosen ones after asking, and tells for each why it failed", async () => {
  const { id } = await recycled({ name: "王伟" });
  const target = await makeCustomer(db, { owner_id: sales.id });
  await recycled({ name: "李娜", merged_to_id: target.id });
  const { actor } = await open();
  await actOnAll(actor, "恢复");
  const dialog = await screen.findByRole("dialog", { name: "恢复客户" });
  await actor.click(within(dialog).getByRole("button", { name: "恢复" }));
  const result = await screen.findByRole("dialog", { name: "1 条成功，1 条失败" });
  expect(within(result).getByRole("row", { name: /李娜.*状态已变更/ })).toBeDefined();
  expect((await stored(id))?.deleted_at).toBeNull();
});

it("destroys for good only when the words are typed", async () => {
  const { id } = await recycled({ name: "王伟" });
  const { actor } = await open("", { as: admin });
  await actor.click(within(row("王伟")).getByRole("button", { name: "彻底删除" }));
  const form = await screen.findByRole("dialog", { name: "彻底删除客户" });
  expect(within(form).getByText(/将彻底删除 王伟（KH\d+）.*不能恢复/)).toBeDefined();
  const typed = await within(form).findByRole("textbox", { name: "确认" });
  await actor.type(typed, "删除");
  await actor.click(within(form).getByRole("button", { name: "彻底删除" }));
  expect(await within(form).findByText("请输入“彻底删除”")).toBeDefined();
  expect((await stored(id))?.destroyed_at).toBeNull();
  await actor.clear(typed);
  await enter(actor, typed, "彻底删除");
  await actor.click(within(form).getByRole("button", { name: "彻底删除" }));
  expect(await screen.findByText("已彻底删除")).toBeDefined();
  expect(await screen.findByText("暂无数据")).toBeDefined();
  expect(await stored(id)).toMatchObject({ name: `已删除客户#${id}`, phone: null });
});

it("destroys the chosen ones", async () => {
  const first = await recycled({ name: "王伟" });
  const second = await recycled({ name: "李娜" });
  const { actor } = await open("", { as: admin });
  await actOnAll(actor, "彻底删除");
  await answer(actor, "彻底删除客户", "彻底删除", { 确认: "彻底删除" });
  expect(await screen.findByText(/^彻底删除成功：/)).toBeDefined();
  await waitFor(async () => {
    for (const { id } of [first, second]) expect((await stored(id))?.name).toBe(`已删除客户#${id}`);
  });
});
