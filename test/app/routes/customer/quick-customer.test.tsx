import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as customerOwn from "~/app/routes/customer/customer-own";
import { NewCustomer } from "~/app/routes/customer/new-customer";
import { customer as customerTable } from "~/server/database/tables/customer/customer";
import { makeCustomer } from "../../../support/factories";
import { type Actor, chooseOption, enter, routeTest } from "../../../support/route-test";

const { db, team, staff, open } = routeTest({
  path: "/customer/customerInfor",
  module: customerOwn,
  others: {
    "/customer/editCustomerInfo/:id": () => <p>客户页</p>,
    "/customer/addCustomerInfo": () => <NewCustomer clientId={undefined} client={undefined} />,
  },
  ready: () => screen.findByRole("tablist", { name: "分类" }),
});
const east = team();
const sales = staff({ role: "sales", team: east });
const other = staff({ role: "sales", team: east, name: "林顾问" });
const stored = () => db.select().from(customerTable).orderBy(customerTable.id);

/** The dialog, once its form is shown with the focus in the name. */
async function begin(actor: Actor) {
  await actor.keyboard("n");
  const dialog = within(await screen.findByRole("dialog", { name: "新增客户" }));
  const name = await dialog.findByRole("textbox", { name: "客户姓名" });
  await waitFor(() => expect(document.activeElement).toBe(name));
  return { ...dialog, name, phone: dialog.getByRole("textbox", { name: "手机号" }) };
}

async function chooseSource(actor: Actor, dialog: Awaited<ReturnType<typeof begin>>) {
  await chooseOption(actor, dialog.getByLabelText(/^客户来源/, { selector: "input" }), "来电");
}

it("adds a customer by four fields, offers the way to them, and remembers the source", async () => {
  const { actor, place } = await open();
  const first = await begin(actor);
  expect(first.getAllByRole("textbox")).toHaveLength(4);
  expect(first.getByRole("combobox", { name: "区号" })).toHaveProperty("value", "86");
  await actor.keyboard("王伟");
  await enter(actor, first.phone, "13812345678");
  await chooseSource(actor, first);
  await enter(actor, first.getByRole("textbox", { name: "备注" }), "下周来东京");
  await actor.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByText("已新增王伟")).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "新增客户" })).toBeNull());
  expect(await screen.findByRole("row", { name: /王伟/ })).toBeDefined();
  const [made] = await stored();
  expect(made).toMatchObject({
    phone_e164: "+8613812345678",
    source: "phone",
    remark: "下周来东京",
    owner_id: sales.id,
  });
  const second = await begin(actor);
  expect(second.getByLabelText(/^客户来源/, { selector: "input" })).toHaveProperty("value", "来电");
  await actor.click(second.getByRole("button", { name: "取消" }));
  await actor.click(screen.getByRole("button", { name: "打开" }));
  await screen.findByText("客户页");
  expect(place.href).toBe(`/customer/editCustomerInfo/${made?.id}`);
});

it("takes a number of another country", async () => {
  const { actor } = await open();
  const dialog = await begin(actor);
  await actor.keyboard("田中");
  await actor.selectOptions(dialog.getByRole("combobox", { name: "区号" }), "81");
  await enter(actor, dialog.phone, "90-1234-5678");
  await chooseSource(actor, dialog);
  await actor.click(dialog.getByRole("button", { name: "保存" }));
  await screen.findByText("已新增田中");
  expect(await stored()).toMatchObject([{ phone_e164: "+819012345678" }]);
});

it("tells whose the number is in the number's own place", async () => {
  await makeCustomer(db, { phone: "13812345678", owner_id: other.id });
  const { actor } = await open();
  const dialog = await begin(actor);
  await enter(actor, dialog.phone, "13812345678");
  await actor.tab();
  const card = await dialog.findByRole("region", { name: "客户重复提示" });
  expect(card.closest("[data-field]")?.getAttribute("data-field")).toBe("phone");
  expect(within(card).getByRole("button", { name: "申请转移" })).toBeDefined();
});

it("goes on in the whole form with what is typed", async () => {
  const { actor, place } = await open();
  const dialog = await begin(actor);
  await actor.keyboard("王伟");
  await enter(actor, dialog.phone, "13812345678");
  await chooseSource(actor, dialog);
  await actor.click(dialog.getByRole("button", { name: "更多" }));
  expect(await screen.findByText("购房意向")).toBeDefined();
  expect(place.href).toBe("/customer/addCustomerInfo");
  expect(screen.getByLabelText(/^客户姓名/)).toHaveProperty("value", "王伟");
  expect(screen.getByLabelText(/^手机号/)).toHaveProperty("value", "13812345678");
  await waitFor(() =>
    expect(screen.getByLabelText(/^客户来源/, { selector: "input" })).toHaveProperty("value", "来电"),
  );
});
