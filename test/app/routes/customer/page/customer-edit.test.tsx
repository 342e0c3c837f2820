import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import { customer as customerTable, tracking, transferRequest } from "~/server/database/tables/customer/customer";
import { makeAgentWith, makeLead } from "../../../../support/agent-rows";
import { makeOwnDeal } from "../../../../support/deal-rows";
import { days, makeCustomer, makeTracking, makeUser, testNow } from "../../../../support/factories";
import { answer, chooseOption, enter, fromMenu, routeTest } from "../../../../support/route-test";

const { db, team, staff, open } = routeTest({
  path: "/customer/editCustomerInfo/:id",
  module: customerEdit,
  others: { "/customer/publicCustomer": () => <p>公海页</p>, "/Covenant/covenantList": () => <p>成交页</p> },
  ready: () => screen.findByRole("heading", { level: 1 }),
});
const east = team();
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const manager = staff({ role: "sales_manager", team: east });
const stored = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];

it("shows who the customer is, where he stands and whose he is", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id, stage: "visited", phone: "13812345678" });
  await open(`${id}?client_id=false`);
  expect(screen.getByRole("heading", { level: 1, name: "王伟" })).toBeDefined();
  expect(screen.getByText("已看房", { selector: "[aria-current=step]" })).toBeDefined();
  expect(screen.getByTitle(/^还剩\d+天，无有效跟进将于 \d\d-\d\d \d\d:\d\d 进公海$/)).toBeDefined();
  expect(screen.getByRole("link", { name: "拨打13812345678" }).getAttribute("href")).toBe("tel:+8613812345678");
});

it("edits the basic data with the version that was read", async () => {
  const { id, version } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const { actor } = await open(`${id}?tab=basics`);
  await actor.click(await screen.findByRole("button", { name: "编辑" }));
  const name = await screen.findByRole("textbox", { name: "客户姓名" });
  await actor.clear(name);
  await enter(actor, name, "王小伟");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await screen.findByRole("heading", { level: 1, name: "王小伟" })).toBeDefined();
  expect(await stored(id)).toMatchObject({ name: "王小伟", version: version + 1 });
});

it("shows both values when somebody else has saved meanwhile", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const { actor } = await open(`${id}?edit=1`);
  await db.update(customerTable).set({ name: "王大伟", version: 9 }).where(eq(customerTable.id, id));
  await actor.type(await screen.findByRole("textbox", { name: "客户姓名" }), "二");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  const panel = await screen.findByRole("region", { name: "数据已被他人修改" });
  expect(within(panel).getByRole("radio", { name: /王大伟/ })).toBeDefined();
  const again = within(panel).getByRole<HTMLButtonElement>("button", { name: "按所选内容保存" });
  await waitFor(() => expect(again.disabled).toBe(false));
  await actor.click(again);
  await waitFor(async () => expect(await stored(id)).toMatchObject({ name: "王伟二", version: 10 }));
});

it("masks the contacts of somebody else's customer, and leaves them out of the form", async () => {
  const { id, phone } = await makeCustomer(db, { name: "王伟", owner_id: sales.id, phone: "13812345678" });
  const { actor } = await open(`${id}?tab=basics`, { as: manager });
  const edit = await screen.findByRole("button", { name: "编辑" });
  expect(screen.getAllByText("138****5678")).toHaveLength(2);
  await actor.click(edit);
  const name = await screen.findByRole("textbox", { name: "客户姓名" });
  expect(screen.queryByRole("textbox", { name: "手机号" })).toBeNull();
  await actor.type(name, "二");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(async () => expect(await stored(id)).toMatchObject({ name: "王伟二", phone }));
});

it("writes a follow-up, which stands first in the time line", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  await makeTracking(db, { customer_id: id, user_id: sales.id, content: "较早的电话沟通内容" });
  const { actor } = await open(`${id}?tab=trackings`);
  expect(screen.getByText("较早的电话沟通内容")).toBeDefined();
  await actor.click(screen.getByRole("link", { name: "写跟进" }));
  const content = await screen.findByRole("textbox", { name: "跟进内容" });
  await enter(actor, content, "客户想看新宿");
  expect(screen.getByText("满 10 字计入有效跟进，还差 4 字")).toBeDefined();
  await enter(actor, content, "区的两居室");
  expect(screen.getByText("已计入有效跟进")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("跟进已保存，计入有效跟进")).toBeDefined();
  expect(await screen.findByText("客户想看新宿区的两居室", { selector: "p" })).toBeDefined();
});

it("writes a follow-up whose time nobody touched as of now, on a machine that is 26 hours slow", async () => {
  const { id } = await makeCustomer(db, { owner_id: sales.id });
  vi.setSystemTime(testNow.getTime() - 26 * 3_600_000);
  const { actor } = await open(`${id}?tab=trackings`);
  await actor.click(screen.getByRole("link", { name: "写跟进" }));
  await enter(actor, await screen.findByRole("textbox", { name: "跟进内容" }), "约好周六上午一起看房的时间");
  expect(screen.getByRole("button", { name: "跟进时间 现在" })).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "保存" }));
  await screen.findByText("跟进已保存，计入有效跟进");
  const [row] = await db.select().from(tracking).where(eq(tracking.customer_id, id));
  expect(row?.tracked_at).toBe(days(0));
});

it("writes a follow-up about one of the customer's leads, to which it leads", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const { id: agent_id } = await makeAgentWith(db, { manager_id: manager.id });
  const lead = await makeLead(db, { agent_id, customer_id: id, handler_id: sales.id, status: "valid" });
  const { actor } = await open(`${id}?tab=trackings`);
  await actor.click(screen.getByRole("link", { name: "写跟进" }));
  await enter(actor, await screen.findByRole("textbox", { name: "跟进内容" }), "约好周六到访看样板间");
  await chooseOption(
    actor,
    await screen.findByRole("textbox", { name: "报备" }),
    new RegExp(`^${lead.clue_no} · .* · 有效$`),
  );
  await actor.click(screen.getByRole("button", { name: "保存" }));
  const link = await screen.findByRole("link", { name: lead.clue_no });
  expect(link.getAttribute("href")).toBe(`/clue/feedback?open=${lead.id}`);
});

it("says that a short follow-up does not count, in the toast and beside the days without one", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const { actor } = await open(`${id}?tab=trackings`);
  await actor.click(screen.getByRole("link", { name: "写跟进" }));
  await enter(actor, await screen.findByRole("textbox", { name: "跟进内容" }), "没有接电话");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("跟进已保存，未计入有效跟进")).toBeDefined();
  expect(await screen.findByText("今天（非有效跟进）")).toBeDefined();
});

it("releases into the pool with a reason; who gave it back is not offered it again", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const { actor } = await open(id);
  await fromMenu(actor, "王伟", "释放");
  const form = await screen.findByRole("dialog", { name: "释放到公海" });
  await actor.click(await within(form).findByText("暂无意向"));
  await actor.click(within(form).getByRole("button", { name: "释放" }));
  expect(await screen.findByText("已释放到公海")).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("link", { name: "写跟进" })).toBeNull());
  expect(screen.queryByRole("button", { name: "领取" })).toBeNull();
  expect(await stored(id)).toMatchObject({ owner_id: null, pool_reason: "manual" });
});

it("transfers only with a reason", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: manager.id });
  const { actor } = await open(id, { as: manager });
  await actor.click(screen.getByRole("button", { name: "转移" }));
  const form = await screen.findByRole("dialog", { name: "转移客户" });
  await chooseOption(actor, await within(form).findByRole("textbox", { name: "跟进人" }), /林顾问/);
  await actor.click(within(form).getByRole("button", { name: "转移" }));
  expect(await within(form).findByText("转移原因至少2个字")).toBeDefined();
  await enter(actor, within(form).getByRole("textbox", { name: "转移原因" }), "区域调整");
  await actor.click(within(form).getByRole("button", { name: "转移" }));
  expect(await screen.findByText("转移成功")).toBeDefined();
  expect(await stored(id)).toMatchObject({ owner_id: sales.id });
});

it("lists what was changed, by whom, from what to what", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const { actor } = await open(`${id}?edit=1`);
  await actor.type(await screen.findByRole("textbox", { name: "客户姓名" }), "二");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  await screen.findByText("已保存");
  await actor.click(screen.getByRole("tab", { name: "动态" }));
  const line = (await screen.findByText("王伟二", { selector: "ins" })).closest("li");
  expect(line && within(line).getByText("王伟", { selector: "del" })).toBeDefined();
});

it("tells of a collision while one types, but not of the record's own contacts", async () => {
  const { customer_no } = await makeCustomer(db, { wechat: "taken", owner_id: manager.id });
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id, wechat: "mine", phone: "13812345678" });
  const { actor } = await open(`${id}?edit=1`);
  const wechat = await screen.findByRole<HTMLInputElement>("textbox", { name: "微信" });
  await actor.click(wechat);
  await actor.tab();
  await actor.clear(wechat);
  await actor.type(wechat, "TAKEN");
  await actor.tab();
  expect(await screen.findByText(`微信与客户 ${customer_no} 重复。`)).toBeDefined();
  expect(screen.getByRole("button", { name: "申请转移" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "接管" })).toBeNull();
});

it("merges another record of the same person into this one, after showing both", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const other = await makeCustomer(db, { name: "王小伟", owner_id: sales.id, remark: "喜欢海景" });
  const { actor } = await open(id, { as: manager });
  await fromMenu(actor, "王伟", "合并");
  const dialog = await screen.findByRole("dialog", { name: "合并客户" });
  const merge = within(dialog).getByRole<HTMLButtonElement>("button", { name: "合并" });
  expect(merge.disabled).toBe(true);
  await chooseOption(
    actor,
    within(dialog).getByRole("textbox", { name: /为同一人的客户/ }),
    new RegExp(other.customer_no),
  );
  expect(await within(dialog).findByRole("radio", { name: /王小伟/, checked: false })).toBeDefined();
  expect(within(dialog).getByRole("radio", { name: /王伟/, checked: true })).toBeDefined();
  await actor.click(merge);
  expect(await screen.findByText("已合并")).toBeDefined();
  expect(await stored(id)).toMatchObject({ remark: "喜欢海景", deleted_at: null });
  expect(await stored(other.id)).toMatchObject({ merged_to_id: id });
});

it("asks for a customer that one sees but does not hold or assign", async () => {
  const permissions = ["customer:info:view", "customer:info:edit", "customer:pool:claim"] as const;
  const reader = await makeUser(db, { permissions, scope: "all" });
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const { actor } = await open(id, { as: reader });
  await actor.click(screen.getByRole("button", { name: "申请转移" }));
  await answer(actor, "申请转移", "提交审核", { 申请理由: "老客户转介绍" });
  expect(await screen.findByText("已提交申请，等待对方主管处理")).toBeDefined();
  expect(await db.select().from(transferRequest)).toMatchObject([{ customer_id: id, applicant_id: reader.id }]);
});

it("has the customer's deals in a tab, and begins one", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const own = await makeOwnDeal(db, { owner_id: sales.id, customer_id: id, status: "subscribed" });
  const { actor, place } = await open(`${id}?tab=deals`);
  const link = await screen.findByRole("link", { name: own.deal_no });
  expect(link.getAttribute("href")).toBe(`/Covenant/covenantList?open=${own.id}`);
  expect(screen.getByText("付款：未付")).toBeDefined();
  await fromMenu(actor, "王伟", "发起成交");
  await screen.findByText("成交页");
  expect(place.href).toBe(`/Covenant/covenantList?add=1&customer_id=${id}`);
});
