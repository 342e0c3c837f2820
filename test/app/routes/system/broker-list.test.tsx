import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as brokerList from "~/app/routes/system/broker/broker-list";
import { type BrokerFields, broker } from "~/contract/system/broker";
import { broker as table } from "~/server/database/tables/system/admin";
import { type Actor, answer, chooseAct, chooseOption, routeTest } from "../../../support/route-test";

const path = "/system/broker";
const { db, api, staff, open } = routeTest({ path, module: brokerList, ready: () => screen.findByRole("search") });
const keeper = staff({ role: "estate_manager" });

async function add(body: Partial<BrokerFields> = {}) {
  const facts = {
    name: "佐藤健一",
    type: "individual" as const,
    contact_name: "佐藤",
    phone_cc: "81",
    phone: "9012345678",
  };
  return (await (await api.as(keeper.id))(broker.create, { body: { ...facts, ...body } })).data.id;
}
const type = (form: ReturnType<typeof within>, label: string | RegExp, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });

/** Opens the form of a new one and fills it in. */
async function fillIn(actor: Actor, phone: string) {
  await actor.click(screen.getByRole("button", { name: "新增" }));
  const form = within(await screen.findByRole("dialog", { name: "新增房产经纪" }));
  await form.findByLabelText(/^名称/);
  type(form, /^名称/, "海湾置业");
  type(form, /^联系人/, "陈先生");
  type(form, /^联系电话/, phone);
  await chooseOption(actor, form.getByLabelText(/^类型/, { selector: "input" }), "公司");
  return form;
}

async function saveAgain(actor: Actor, form: Awaited<ReturnType<typeof fillIn>>) {
  // Until the list has been loaded again the form is busy.
  await waitFor(() => expect(form.getByText("保存").closest("button")).toHaveProperty("disabled", false));
  await actor.click(form.getByText("保存"));
  expect(await screen.findByText("已新增")).toBeDefined();
}

it("shows licences, those that end within 60 days in red", async () => {
  await add({ license_country: "JP", license_no: "东京(1)第1号", license_expire_at: "2027-01-18", languages: ["ja"] });
  await add({ name: "城西", license_country: "TH", license_no: "TH-2", license_expire_at: "2027-01-19" });
  await open();
  expect(screen.getByText("BK2611200001")).toBeDefined();
  expect(within(screen.getByRole("row", { name: /佐藤健一/ })).getByText("日本語")).toBeDefined();
  expect(await within(screen.getByRole("row", { name: /城西/ })).findByText("泰国")).toBeDefined();
  expect(screen.getByText("2027-01-18").tagName).toBe("B");
  expect(screen.getByText("2027-01-19").tagName).not.toBe("B");
});

it("adds a broker, and keeps what was typed when the server refuses it", async () => {
  await add({ license_country: "JP", license_no: "东京(1)第1号" });
  const { actor } = await open();
  const form = await fillIn(actor, "123");
  await actor.click(form.getByText("保存"));
  expect(await form.findByText("联系电话格式不正确")).toBeDefined();
  expect(form.getByLabelText(/^名称/)).toHaveProperty("value", "海湾置业");
  type(form, /^联系电话/, "13812345678");
  await saveAgain(actor, form);
  expect(await screen.findByText("海湾置业")).toBeDefined();
  expect(await db.select().from(table)).toHaveLength(2);
});

it("changes a broker by its address, takes one out of use and deletes one, after asking", async () => {
  const id = await add();
  const { actor, place } = await open(`?edit=${id}`);
  const form = within(await screen.findByRole("dialog", { name: "编辑房产经纪 BK2611200001" }));
  type({ ...form }, /^公司名称/, "东京不动产");
  await actor.click(form.getByText("保存"));
  expect(await screen.findByText("东京不动产")).toBeDefined();
  await waitFor(() => expect(place.href).toBe(path));
  const line = screen.getByRole("row", { name: /BK2611200001/ });
  await chooseAct(actor, line, "停用");
  const asked = within(await screen.findByRole("dialog", { name: "停用房产经纪" }));
  expect(asked.getByText(/佐藤健一（BK2611200001）/)).toBeDefined();
  await actor.click(asked.getByRole("button", { name: "停用" }));
  await chooseAct(actor, line, "启用");
  expect(await screen.findByText("已启用")).toBeDefined();
  await chooseAct(actor, line, "删除");
  await answer(actor, "删除房产经纪", "删除");
  expect(await screen.findByText("暂无数据")).toBeDefined();
});
