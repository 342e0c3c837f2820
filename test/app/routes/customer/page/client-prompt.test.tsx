import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import type { Permission } from "~/contract/permissions";
import { customerUser as userTable } from "~/server/database/tables/customer/audience";
import { makeCustomer, makeCustomerUser } from "../../../../support/factories";
import { answer, pick, routeTest } from "../../../../support/route-test";

const { db, team, staff, open } = routeTest({
  path: "/customer/editCustomerInfo/:id",
  module: customerEdit,
  others: { "/customer/register/detail": () => <p>注册用户页</p> },
  ready: () => screen.findByRole("heading", { level: 1 }),
});
const east = team();
staff({ role: "sales_manager", team: east });
const sales = staff({ role: "sales", team: east });
let about: Awaited<ReturnType<typeof makeCustomer>>;
let user: Awaited<ReturnType<typeof makeCustomerUser>>;

beforeEach(async () => {
  about = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  user = await makeCustomerUser(db, { nickname: "海风", phone: "13812345678" });
});
const prompt = () => screen.findByRole("region", { name: "关联注册用户" });
const noPrompt = () => expect(screen.queryByRole("region", { name: "关联注册用户" })).toBeNull();
const linkedTo = async () => (await db.select().from(userTable).where(eq(userTable.id, user.id)))[0]?.customer_id;

it("asks whether the registered user of the address is this customer, and links him", async () => {
  const { actor, place } = await open(`${about.id}?client_id=${user.id}&tab=audit`);
  const banner = await prompt();
  expect(within(banner).getByText("关联该注册用户？")).toBeDefined();
  expect(within(banner).getByText("海风 138****5678")).toBeDefined();
  await actor.click(within(banner).getByRole("button", { name: "关联" }));
  expect(await screen.findByText("已关联注册用户")).toBeDefined();
  await waitFor(() => expect(place.href).toBe(`/customer/editCustomerInfo/${about.id}?client_id=false&tab=audit`));
  await waitFor(noPrompt);
  expect(await linkedTo()).toBe(about.id);
  expect(await screen.findByText("关联注册用户", { selector: "strong" })).toBeDefined();
});

it("takes no for an answer", async () => {
  const { actor, place } = await open(`${about.id}?client_id=${user.id}`);
  await actor.click(within(await prompt()).getByRole("button", { name: "不关联" }));
  await waitFor(() => expect(place.href).toBe(`/customer/editCustomerInfo/${about.id}?client_id=false`));
  await waitFor(noPrompt);
  expect(await linkedTo()).toBeNull();
});

it("asks the owner too, who does not see registered users: by name, without the number", async () => {
  const { actor } = await open(`${about.id}?client_id=${user.id}`, { as: sales });
  const banner = await prompt();
  expect(within(banner).getByText(`海风 ${user.user_no}`)).toBeDefined();
  expect(screen.queryByText(/138\*/)).toBeNull();
  expect(screen.queryByRole("button", { name: "关联注册用户" })).toBeNull();
  await actor.click(within(banner).getByRole("button", { name: "关联" }));
  await waitFor(async () => expect(await linkedTo()).toBe(about.id));
});

it.each(["", "?client_id=999999"])("asks nothing at %s", async (search) => {
  await open(about.id + search);
  noPrompt();
});

it("asks nothing of the linked user himself, nor whoever may not edit the customer", async () => {
  await db.update(userTable).set({ customer_id: about.id }).where(eq(userTable.id, user.id));
  const { unmount } = await open(`${about.id}?client_id=${user.id}`);
  noPrompt();
  unmount();
  await db.update(userTable).set({ customer_id: null }).where(eq(userTable.id, user.id));
  const permissions: Permission[] = ["customer:info:view", "customer:user:view"];
  await open(`${about.id}?client_id=${user.id}`, { permissions, scope: "all" });
  noPrompt();
});

it("says why the two cannot be linked", async () => {
  const other = await makeCustomerUser(db, { nickname: "山月", customer_id: about.id });
  const { actor, unmount } = await open(`${about.id}?client_id=${user.id}`);
  const banner = await prompt();
  expect(within(banner).getByText("该客户已关联注册用户山月，取消关联后才能关联其他用户")).toBeDefined();
  expect(within(banner).queryByRole("button", { name: "关联" })).toBeNull();
  await actor.click(within(banner).getByRole("button", { name: "知道了" }));
  await waitFor(noPrompt);
  unmount();
  about = await makeCustomer(db, { owner_id: sales.id });
  await open(`${about.id}?client_id=${other.id}`);
  expect(within(await prompt()).getByText("该注册用户已关联客户王伟")).toBeDefined();
});

it("leads to what the linked user did, and parts the two after asking", async () => {
  await db.update(userTable).set({ customer_id: about.id }).where(eq(userTable.id, user.id));
  const { actor } = await open(`${about.id}?client_id=false`);
  const side = screen.getByRole("complementary", { name: "概况" });
  expect(within(side).getByRole("link", { name: "海风" }).getAttribute("href")).toBe(
    `/customer/register/detail?id=${user.id}&tab=behavior`,
  );
  await actor.click(within(side).getByRole("button", { name: "取消关联" }));
  await answer(actor, "取消关联", "取消关联");
  expect(await screen.findByText("已取消关联")).toBeDefined();
  expect(await within(side).findByRole("button", { name: "关联注册用户" })).toBeDefined();
  expect(await linkedTo()).toBeNull();
});

it("links a registered user from the customer's page by picker", async () => {
  const { actor } = await open(about.id);
  await actor.click(await screen.findByRole("button", { name: "关联注册用户" }));
  await answer(actor, "关联注册用户", "关联", { 注册用户: pick(/海风/) });
  expect(await screen.findByText("已关联注册用户")).toBeDefined();
  expect(await linkedTo()).toBe(about.id);
});
