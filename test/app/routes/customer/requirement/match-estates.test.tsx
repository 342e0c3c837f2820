import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import * as requirementList from "~/app/routes/customer/requirement/requirement-list";
import { MatchCustomers } from "~/app/routes/house/estate/match-customers";
import { requirement as requirementTable, tracking } from "~/server/database/tables/customer/customer";
import { makeEstate, makeRoom } from "../../../../support/estate";
import { makeCustomer, makeRequirement } from "../../../../support/factories";
import { type Actor, chooseAct, enter, routeTest } from "../../../../support/route-test";

const page = { path: "/customer/editCustomerInfo/:id", module: customerEdit };
const { db, staff, open } = routeTest({ path: "/customer/requirementInput", module: requirementList });
const sales = staff({ role: "sales" });
let customerId: number;
let estate: Awaited<ReturnType<typeof makeEstate>>;

beforeEach(async () => {
  customerId = (await makeCustomer(db, { name: "王伟", owner_id: sales.id })).id;
  estate = await makeEstate(db, { name: "云汀·一号" });
  await makeRoom(db, { estate_id: estate.id });
});
const wish = (given: object = {}) =>
  makeRequirement(db, { customer_id: customerId, requirement_no: "XQ2611200001", layouts: ["2LDK"], ...given });
const begin = async (actor: Actor) =>
  chooseAct(actor, await screen.findByRole("row", { name: /XQ2611200001/ }), "匹配房源");
const stored = async () => (await db.select().from(requirementTable))[0];

it("shows the estates that suit a requirement, a line of reasons each, and marks the chosen ones as fit and back", async () => {
  const second = await makeEstate(db, { name: "云汀·二号" });
  await makeRoom(db, { estate_id: second.id });
  await wish();
  const { actor } = await open();
  await begin(actor);
  const card = within(await screen.findByLabelText("云汀·一号"));
  expect(card.getByText("100")).toBeDefined();
  // What nobody asked for is no reason.
  expect(card.getByLabelText("匹配理由").textContent).toBe("有2LDK");
  expect(card.getByText("5,980万–1.28亿日元")).toBeDefined();
  expect(card.getByText("云汀·一号").getAttribute("href")).toBe(`/house/estate-list/estate-detail?id=${estate.id}`);
  expect(screen.queryByText("标为匹配")).toBeNull();

  const choose = async () => {
    for (const name of ["选择云汀·一号", "选择云汀·二号"]) await actor.click(screen.getByLabelText(name));
  };
  await choose();
  await actor.click(screen.getByText("标为匹配"));
  expect(await screen.findByText("已标为匹配")).toBeDefined();
  expect(await stored()).toMatchObject({ status: "matched", matched_estate_ids: [estate.id, second.id] });
  expect(await card.findByText("已匹配")).toBeDefined();
  await choose();
  const back = screen.getByRole<HTMLButtonElement>("button", { name: "取消匹配" });
  await waitFor(() => expect(back.disabled).toBe(false));
  await actor.click(back);
  expect(await screen.findByText("已取消匹配")).toBeDefined();
  expect(await stored()).toMatchObject({ status: "open", matched_estate_ids: [] });
});

it("compares the chosen ones side by side, from two to four of them", async () => {
  for (const name of ["云汀·二号", "云汀·三号", "云汀·四号", "云汀·五号"])
    await makeRoom(db, { estate_id: (await makeEstate(db, { name })).id });
  await wish();
  const { actor } = await open();
  await begin(actor);
  const choose = async (name: string) => actor.click(await screen.findByLabelText(`选择${name}`));
  const compare = () => screen.getByRole<HTMLButtonElement>("button", { name: "对比" });
  await choose("云汀·一号");
  expect(compare().disabled).toBe(true);
  expect(screen.getByText("已选 1 个，再选一个即可对比")).toBeDefined();
  for (const name of ["云汀·二号", "云汀·三号", "云汀·四号", "云汀·五号"]) await choose(name);
  expect(compare().disabled).toBe(true);
  expect(screen.getByText("已选 5 个，最多对比4个")).toBeDefined();
  for (const name of ["云汀·三号", "云汀·四号", "云汀·五号"]) await choose(name);
  await actor.click(compare());
  const table = within(await screen.findByRole("region", { name: "房源对比" }));
  const heads = table.getAllByRole("columnheader").map(({ textContent }) => textContent?.slice(0, 5));
  expect(heads.sort()).toEqual(["云汀·一号", "云汀·二号"]);
  const layouts = table.getByRole("row", { name: /^户型/ });
  expect(within(layouts).getAllByText(/^有2LDK (\d+)\/\1$/)).toHaveLength(2);
  await actor.click(screen.getByText("返回匹配结果"));
  expect(screen.getByLabelText<HTMLInputElement>("选择云汀·二号").checked).toBe(true);
});

it("takes a mark back from what is no longer offered, and marks nothing of a closed requirement", async () => {
  const gone = await makeEstate(db, { name: "云汀·二号", sale_status: "sold_out" });
  const { id } = await wish({ matched_estate_ids: [gone.id], status: "matched" });
  const { actor, unmount } = await open();
  await begin(actor);
  const others = await screen.findByText("其他已匹配房源");
  expect(others).toBeDefined();
  await actor.click(screen.getByText("取消匹配"));
  expect(await screen.findByText("已取消匹配")).toBeDefined();
  await waitFor(() => expect(screen.queryByText("其他已匹配房源")).toBeNull());
  unmount();

  await db.update(requirementTable).set({ status: "closed" }).where(eq(requirementTable.id, id));
  const closed = await open();
  await begin(closed.actor);
  await closed.actor.click(await screen.findByLabelText("选择云汀·一号"));
  expect(screen.getByText("对比")).toBeDefined();
  expect(screen.queryByText("标为匹配")).toBeNull();
});

it("names the customers whom an estate suits, and leads to a follow-up about it", async () => {
  await wish();
  const module = { default: () => <MatchCustomers estateId={estate.id} name="云汀·一号" onClose={() => undefined} /> };
  await open("", { path: "/house/estate-list", module });
  const card = within(await screen.findByLabelText("王伟"));
  expect(card.getByText(/按需求 XQ2611200001/)).toBeDefined();
  const href = card.getByText("写跟进").closest("a")?.getAttribute("href");
  expect(href).toBe(`/customer/editCustomerInfo/${customerId}?tab=trackings&write=1&about=${estate.id}`);
});

it("writes a follow-up about the estate that the address names, which the time line tells", async () => {
  const { actor } = await open(`${customerId}?tab=trackings&write=1&about=${estate.id}`, page);
  await enter(actor, await screen.findByLabelText(/^跟进内容/), "介绍了云汀一号的户型");
  expect(await screen.findByText("云汀·一号 东京都 港区")).toBeDefined();
  await actor.click(screen.getByText("保存"));
  expect(await screen.findByText(/^跟进已保存，/)).toBeDefined();
  expect((await db.select().from(tracking))[0]?.estate_ids).toEqual([estate.id]);
  const entry = (await screen.findByText("介绍了云汀一号的户型")).closest("li");
  expect(entry?.textContent).toContain("涉及房源 云汀·一号");
});
