import { useLoaderData } from "@remix-run/react";
import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { write } from "~/app/api/writes";
import { CustomerTransfers } from "~/app/routes/customer/transfer/customer-transfers";
import { loadTransfers } from "~/app/routes/customer/transfer/load-transfers";
import { viewer as signedIn } from "~/app/session/viewer";
import { customer as customerTable, transferRequest } from "~/server/database/tables/customer/customer";
import { days, makeCustomer } from "../../../../support/factories";
import { answer, routeTest } from "../../../../support/route-test";

const path = "/customer/customerInfor";
const tabs = {
  name: "view",
  options: [
    { value: "owned", label: "全部" },
    { value: "transfer", label: "转移申请" },
  ],
};
/** The tab as the customers' list shows it. */
const module = {
  clientLoader: async ({ request }: { request: Request }) => loadTransfers(request, (await signedIn()).profile),
  clientAction: write,
  default: () => <CustomerTransfers {...useLoaderData<typeof module.clientLoader>()} tabs={tabs} />,
};
const { db, team, staff, open } = routeTest({
  path,
  module,
  others: { "/customer/editCustomerInfo/:id": () => <p>客户页</p> },
  ready: () => screen.findByRole("tab", { name: "转移申请", selected: true }),
});
const east = team();
const manager = staff({ role: "sales_manager", team: east, name: "陈经理" });
const owner = staff({ role: "sales", team: east, name: "林顾问" });
const applicant = staff({ role: "sales", name: "周顾问" });
let customer_no: string;

beforeEach(async () => {
  const customer = await makeCustomer(db, { name: "王伟", owner_id: owner.id });
  customer_no = customer.customer_no;
  await db.insert(transferRequest).values({
    customer_id: customer.id,
    applicant_id: applicant.id,
    owner_id: owner.id,
    reason: "客户指定由我跟进",
    created_at: days(-1),
  });
});
const row = () => screen.getByRole("row", { name: new RegExp(customer_no) });
const stored = async () => (await db.select().from(transferRequest))[0];

it("shows the manager who asks for whom, of whom and why, with the way to the customer", async () => {
  await open("?view=transfer");
  for (const text of ["周顾问", "林顾问", "客户指定由我跟进", "待处理"])
    expect(within(row()).getByText(text)).toBeDefined();
  expect(within(row()).getByRole("link", { name: "王伟" })).toBeDefined();
});

it("transfers the customer after asking, and goes on to the next", async () => {
  const other = await makeCustomer(db, { owner_id: owner.id });
  await db.insert(transferRequest).values({
    ...{ customer_id: other.id, applicant_id: applicant.id, owner_id: owner.id, reason: "老客户" },
    created_at: days(-0.5),
  });
  const { actor } = await open("?view=transfer");
  await actor.click(within(row()).getByRole("button", { name: "同意" }));
  const dialog = await screen.findByRole("dialog", { name: "同意转移申请" });
  expect(within(dialog).getByText(`客户 ${customer_no} 将由林顾问转移给周顾问。`)).toBeDefined();
  await actor.click(within(dialog).getByRole("button", { name: "同意" }));
  expect(await screen.findByText("已同意，客户已转移")).toBeDefined();
  expect(await within(row()).findByText("已同意")).toBeDefined();
  const moved = await db.select().from(customerTable).where(eq(customerTable.customer_no, customer_no));
  expect(moved).toMatchObject([{ owner_id: applicant.id }]);
  // The next one that waits is at hand.
  expect(await screen.findByText("已处理 1 条 · 还有 1 条")).toBeDefined();
  const next = within(screen.getByRole("row", { name: new RegExp(other.customer_no) }));
  await waitFor(() => expect(document.activeElement).toBe(next.getByRole("button", { name: "同意" })));
});

it("refuses with a reason", async () => {
  const { actor } = await open("?view=transfer");
  await actor.click(within(row()).getByRole("button", { name: "驳回" }));
  await answer(actor, "驳回转移申请", "驳回", { 驳回原因: "正在签约" });
  expect(await within(row()).findByText("正在签约")).toBeDefined();
  expect(await stored()).toMatchObject({ status: "rejected", handler_id: manager.id });
});

it("shows an applicant his own by the number that he named, and takes it back", async () => {
  const { actor } = await open("?view=transfer", { as: applicant });
  expect(within(row()).queryByText("王伟")).toBeNull();
  expect(within(row()).queryByRole("link")).toBeNull();
  expect(within(row()).queryByRole("button", { name: "同意" })).toBeNull();
  await actor.click(within(row()).getByRole("button", { name: "撤回" }));
  await answer(actor, "撤回转移申请", "撤回");
  await waitFor(async () => expect(await stored()).toMatchObject({ status: "cancelled" }));
  expect(await within(row()).findByText("已撤回")).toBeDefined();
});

it("lets a manager go to his own requests and back, and to the other tabs", async () => {
  const { actor, place } = await open("?view=transfer");
  await actor.click(screen.getByRole("link", { name: "我的申请" }));
  expect(await screen.findByText("暂无数据")).toBeDefined();
  await actor.click(screen.getAllByRole("link", { name: "待我处理" })[0] as Element);
  expect(await screen.findByRole("row", { name: new RegExp(customer_no) })).toBeDefined();
  await actor.click(screen.getByRole("tab", { name: "全部" }));
  await waitFor(() => expect(place.href).toContain("view=owned"));
});
