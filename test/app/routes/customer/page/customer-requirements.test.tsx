import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import { customer as customerTable, requirement as requirementTable } from "~/server/database/tables/customer/customer";
import { makeAnnex, makeCustomer, makeMedia, makeRequirement } from "../../../../support/factories";
import { enter, routeTest } from "../../../../support/route-test";

const {
  db,
  staff,
  open: openPage,
} = routeTest({
  path: "/customer/editCustomerInfo/:id",
  module: customerEdit,
  ready: () => screen.findByRole("heading", { level: 1, name: "王伟" }),
});
const sales = staff({ role: "sales" });
let customerId: number;

beforeEach(async () => {
  customerId = (await makeCustomer(db, { name: "王伟", owner_id: sales.id })).id;
});

const open: typeof openPage = (_, visit) => openPage(`${customerId}?tab=requirements`, visit);
const made = (given: object = {}) =>
  makeRequirement(db, { customer_id: customerId, requirement_no: "XQ2611200001", ...given });
const card = async (name = "XQ2611200001") => within(await screen.findByRole("article", { name }));

it("shows his requirements, each with what it asks for and its annexes, and nobody else's", async () => {
  const other = await makeCustomer(db, { owner_id: sales.id });
  await makeRequirement(db, { customer_id: other.id, requirement_no: "XQ2611200009" });
  const { id } = await made({ layouts: ["2LDK"], purposes: ["education"], yield_min: "3.50", must_have: "近学校" });
  const { id: media_id } = await makeMedia(db, { uploader: sales.id, scene: "annex" });
  await makeAnnex(db, { requirement_id: id, media_id, name: "护照首页" });
  await open();
  const mine = await card();
  for (const words of ["日本 · 2LDK", "教育", "3.5%", "近学校", "附件 1", "护照首页"])
    expect(mine.getByText(words)).toBeDefined();
  expect(screen.queryByRole("article", { name: "XQ2611200009" })).toBeNull();
});

it("writes a new one for this customer, whose stage goes on", async () => {
  const { actor } = await open();
  await actor.click(await screen.findByRole("button", { name: "新增需求" }));
  await actor.click(await screen.findByRole("textbox", { name: "国家/地区" }));
  await actor.click(await screen.findByRole("option", { name: "日本" }));
  expect(screen.queryByRole("textbox", { name: "客户" })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("需求已保存")).toBeDefined();
  expect(await screen.findByRole("article", { name: /^XQ261120/ })).toBeDefined();
  expect(screen.getByText("需求明确", { selector: "[aria-current=step]" })).toBeDefined();
});

it("begins with what the customer is known to want, and says no time that nobody said", async () => {
  const known = { purposes: ["education"], intent_country_codes: ["JP"], loan_need: "loan" };
  const budget = { budget_min: "30000000.00", budget_max: "50000000.00", budget_currency: "JPY" };
  await db
    .update(customerTable)
    .set({ ...known, ...budget })
    .where(eq(customerTable.id, customerId));
  const { actor } = await open();
  await actor.click(await screen.findByRole("button", { name: "新增需求" }));
  await screen.findByRole("textbox", { name: "国家/地区" });
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "购房时间" }).value).toBe("");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("需求已保存")).toBeDefined();
  const { loan_need: loan, intent_country_codes: _, purposes } = known;
  const { budget_min: price_min, budget_max: price_max, budget_currency: currency } = budget;
  const wish = { purposes, loan, price_min, price_max, currency, country_code: "JP", timeline: null };
  expect(await db.select().from(requirementTable)).toMatchObject([wish]);
});

it("edits one", async () => {
  const { id } = await made();
  const { actor } = await open();
  await actor.click((await card()).getByRole("button", { name: "编辑" }));
  await enter(actor, await screen.findByRole("textbox", { name: "其他要求" }), "可养宠物");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await (await card()).findByText("可养宠物")).toBeDefined();
  expect((await db.select().from(requirementTable).where(eq(requirementTable.id, id)))[0]?.version).toBe(2);
});

it("closes one after asking", async () => {
  await made();
  const { actor } = await open();
  await actor.click((await card()).getByRole("button", { name: "关闭" }));
  const dialog = await screen.findByRole("dialog", { name: "关闭需求" });
  await actor.click(within(dialog).getByRole("button", { name: "关闭需求" }));
  expect(await screen.findByText("需求已关闭")).toBeDefined();
  await waitFor(async () => expect((await card()).getByRole("button", { name: "重新打开" })).toBeDefined());
  expect((await card()).queryByRole("button", { name: "编辑" })).toBeNull();
});

it("verifies an annex where it stands", async () => {
  const { id } = await made();
  const { id: media_id } = await makeMedia(db, { uploader: sales.id, scene: "annex" });
  await makeAnnex(db, { requirement_id: id, media_id, name: "护照首页" });
  const { actor } = await open();
  await actor.click((await card()).getByRole("button", { name: "核验" }));
  await actor.click(await screen.findByRole("textbox", { name: "核验结果" }));
  await actor.click(await screen.findByRole("option", { name: "已核验" }));
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("核验结果已保存")).toBeDefined();
  await waitFor(async () => expect((await card()).getByText("已核验")).toBeDefined());
});

it("is no tab for somebody without the code", async () => {
  await open("", { permissions: ["customer:info:view"], scope: "all" });
  expect(screen.queryByRole("tab", { name: "需求" })).toBeNull();
});
