import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import { makeAnnex, makeCustomer, makeMedia, makeRequirement } from "../../../../support/factories";
import { chooseOption, routeTest } from "../../../../support/route-test";

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
  await chooseOption(actor, await screen.findByRole("textbox", { name: "国家/地区" }), "日本");
  expect(screen.queryByRole("textbox", { name: "客户" })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("需求已保存")).toBeDefined();
  expect(await screen.findByRole("article", { name: /^XQ261120/ })).toBeDefined();
  expect(screen.getByText("需求明确", { selector: "[aria-current=step]" })).toBeDefined();
});

it("is no tab for somebody without the code", async () => {
  await open("", { permissions: ["customer:info:view"], scope: "all" });
  expect(screen.queryByRole("tab", { name: "需求" })).toBeNull();
});
