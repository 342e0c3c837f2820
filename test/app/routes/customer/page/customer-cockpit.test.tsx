import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import { customer as customerTable, requirement, tracking } from "~/server/database/tables/customer/customer";
import { unitLog } from "~/server/database/tables/house/estate";
import { share, shareOpen } from "~/server/database/tables/share/share";
import { schedule } from "~/server/database/tables/system/system";
import { makeEstate, makeRoom, makeUnit } from "../../../../support/estate";
import { days, makeCustomer, makeRequirement, makeSchedule, makeTracking } from "../../../../support/factories";
import { answer, enter, routeTest } from "../../../../support/route-test";
import { makeShare } from "../../../../support/share-rows";

const { db, team, staff, open } = routeTest({
  path: "/customer/editCustomerInfo/:id",
  module: customerEdit,
  ready: () => screen.findByRole("heading", { level: 1 }),
});
const east = team();
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const manager = staff({ role: "sales_manager", team: east });
const stored = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];
const line = () => screen.findByRole("list", { name: "动态" });
const facts = () => within(screen.getByRole("complementary", { name: "概况" }));

it("tells in the time line of a flat that was held for the customer and of its quotation, and leads to the board", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const estate = await makeEstate(db, { name: "云汀·湾岸塔" });
  const { id: room_id } = await makeRoom(db, { estate_id: estate.id });
  const { id: unit_id } = await makeUnit(db, { estate_id: estate.id, room_id, building: "A座", unit_no: "1203" });
  const of = { unit_id, customer_id: id, by: sales.id };
  await db.insert(unitLog).values([
    { ...of, act: "hold", at: days(-2) },
    { ...of, act: "quote", price_after: "60000000.00", at: days(-1) },
    { ...of, act: "expire", by: null, at: days(0) },
  ]);
  const { actor, place } = await open(id);
  const entries = within(await line()).getAllByRole("listitem");
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("房号锁定到期云汀·湾岸塔 A座 1203"),
    expect.stringMatching(/报价.*林顾问.*云汀·湾岸塔 A座 1203 · 60,000,000日元/),
    expect.stringMatching(/房号锁定.*林顾问.*云汀·湾岸塔 A座 1203/),
  ]);
  const link = within(entries[0] as HTMLElement).getByRole("link", { name: "云汀·湾岸塔 A座 1203" });
  expect(link.getAttribute("href")).toBe(
    `/house/estate-list/estate-detail?id=${estate.id}&building=${encodeURIComponent("A座")}#board`,
  );
  // One chip for both.
  expect(screen.queryByRole("button", { name: "报价" })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "房号" }));
  await waitFor(() => expect(place.href).toBe(`/customer/editCustomerInfo/${id}?kind=hold%2Cquote`));
  expect(screen.getByRole("button", { name: "房号", pressed: true })).toBeDefined();
  expect(within(await line()).getAllByRole("listitem")).toHaveLength(3);
  await actor.click(screen.getByRole("button", { name: "房号" }));
  await waitFor(() => expect(place.href).toBe(`/customer/editCustomerInfo/${id}`));
});

it("tells in the time line of what was sent to the customer, and how often it was looked at", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  const facts = { customer_id: id, user_id: sales.id, title: "云汀·湾岸塔" };
  const looked = await makeShare(db, { ...facts, created_at: days(-2), open_count: 2, last_opened_at: days(-1) });
  const look = { share_id: looked.id, visitor_hash: "a", seconds: 40, device: "mobile" } as const;
  await db.insert(shareOpen).values({ ...look, visit: "a", at: days(-1) });
  await makeShare(db, { ...facts, created_at: days(-1), kind: "compare", status: "withdrawn" });
  const { actor } = await open(id);
  const entries = await within(await line()).findAllByRole("listitem");
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/分享房源对比.*林顾问.*云汀·湾岸塔.*尚未查看 · 已撤回/),
    expect.stringMatching(/分享房源.*林顾问.*云汀·湾岸塔.*查看2次，最近2026-11-19 12:00/),
  ]);
  const sent = within(entries[1] as HTMLElement);
  await actor.click(sent.getByRole("button", { name: "查看记录" }));
  const looks = within(await screen.findByRole("dialog", { name: "查看记录：云汀·湾岸塔" }));
  expect(await looks.findByText(/^2026-11-19 12:00 · 40秒 · /)).toBeDefined();
  await actor.click(looks.getByRole("button", { name: "关闭" }));
  expect(within(entries[0] as HTMLElement).queryByRole("button", { name: "撤回" })).toBeNull();
  await actor.click(sent.getByRole("button", { name: "撤回" }));
  await answer(actor, /撤回/, "撤回");
  expect(await screen.findByText("已撤回")).toBeDefined();
  expect((await db.select().from(share).where(eq(share.id, looked.id)))[0]).toMatchObject({ status: "withdrawn" });
});

describe("the head", () => {
  it("says name, level, owner, clock and number once, and changes level and number", async () => {
    const given = { name: "王伟", level: "A", phone: "13812345678", wechat: "wangwei88" } as const;
    const { id } = await makeCustomer(db, { ...given, owner_id: sales.id });
    const { actor } = await open(id);
    for (const once of ["A 高意向", "13812345678", "wangwei88"]) expect(screen.getAllByText(once)).toHaveLength(1);
    expect(screen.getAllByText(/林顾问/)).toHaveLength(1);
    expect(screen.getByText(/^\d+天内须跟进$/).title).toMatch(/^还剩\d+天，无有效跟进将于 .* 进公海$/);
    for (const name of ["客户姓名", "客户等级", "客户阶段", "手机号", "微信", "跟进人"])
      expect(facts().queryByText(name)).toBeNull();
    await actor.click(screen.getByRole("button", { name: "修改手机号和微信" }));
    await answer(actor, /修改手机号和微信$/, "保存", { 微信: "wangwei888" });
    await waitFor(async () => expect(await stored(id)).toMatchObject({ wechat: "wangwei888", phone: "13812345678" }));
    await actor.click(await screen.findByRole("button", { name: /修改王伟的等级和阶段/ }));
    expect(await screen.findByRole("dialog", { name: /修改王伟的等级和阶段$/ })).toBeDefined();
  });

  it("says on the phone what the client wants, and has 电话, 写跟进 and the rest at the thumb", async () => {
    const wish = { intent_country_codes: ["AU"], budget_min: "640000", budget_max: "900000", budget_currency: "AUD" };
    const { id } = await makeCustomer(db, { name: "王伟", phone: "13812345678", owner_id: sales.id, ...wish });
    await makeRequirement(db, { customer_id: id, layouts: ["2LDK"] });
    const { actor } = await open(id, { phone: true });
    const budget = screen.getByText("64–90万澳元");
    await waitFor(() => expect(budget.closest("p")?.textContent).toBe("澳大利亚 · 64–90万澳元 · 2LDK"));
    const bar = screen.getByRole("link", { name: "拨打13812345678" }).closest("[data-thumb-bar]") as HTMLElement;
    expect(within(bar).getByRole("link", { name: "拨打13812345678" }).getAttribute("href")).toBe("tel:+8613812345678");
    expect([...bar.querySelectorAll("a, button")].map(({ textContent }) => textContent)).toEqual([
      "电话",
      "写跟进",
      "",
    ]);
    await actor.click(within(bar).getByLabelText("王伟的更多操作"));
    expect(await screen.findByRole("menuitem", { name: "新增日程" })).toBeDefined();
  });

  it("sets the next date in one press, which is a schedule of one's own, and another by hand", async () => {
    const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
    const { actor } = await open(id);
    const next = within(screen.getByRole("region", { name: "下一步" }));
    expect(next.getByText("未安排跟进")).toBeDefined();
    await actor.click(next.getByRole("button", { name: "3天后" }));
    expect(await next.findByText("11-23 周一 10:00")).toBeDefined();
    expect(await stored(id)).toMatchObject({ next_tracking_at: "2026-11-23T10:00:00.000+08:00" });
    expect(await db.select().from(schedule)).toMatchObject([{ title: "回访王伟", user_id: sales.id, is_plan: true }]);
    expect(within(await line()).getByRole("button", { name: "回访王伟" })).toBeDefined();
    await actor.click(next.getByRole("button", { name: /选日期/ }));
    const form = within(await screen.findByRole("dialog", { name: /修改王伟的下次跟进$/ }));
    await actor.click(await form.findByRole("button", { name: "下次跟进时间 2026-11-23 10:00" }));
    // No day that is past.
    const days = ["19", "20"].map(async (day) => (await screen.findByText(day)).closest("button")?.disabled);
    expect(await Promise.all(days)).toEqual([true, false]);
  });

  it("says that the next date is over, and plans nothing for the pool", async () => {
    const late = await makeCustomer(db, { owner_id: sales.id, next_tracking_at: days(-1) });
    const { unmount } = await open(late.id);
    expect(within(screen.getByRole("region", { name: "下一步" })).getByText("已逾期")).toBeDefined();
    unmount();
    await open((await makeCustomer(db)).id);
    expect(screen.queryByRole("region", { name: "下一步" })).toBeNull();
    expect(screen.getByRole("button", { name: "领取" })).toBeDefined();
  });

  it("claims out of the pool first, and then has the number to call and the WeChat to copy", async () => {
    const { id } = await makeCustomer(db, { phone: "13812345678", wechat: "wangwei88" });
    const { actor } = await open(id);
    expect(screen.queryByRole("link", { name: /拨打/ })).toBeNull();
    await actor.click(screen.getByRole("button", { name: "领取" }));
    const call = await screen.findByRole("link", { name: "拨打13812345678" });
    expect(call.getAttribute("href")).toBe("tel:+8613812345678");
    expect(screen.getByRole("button", { name: "复制微信wangwei88" })).toBeDefined();
    await actor.click(call);
    const form = within(await screen.findByRole("dialog", { name: /^跟进/ }));
    expect(await form.findByRole("img", { name: "用手机扫码拨打" })).toBeDefined();
    // One is there already.
    expect(form.queryByRole("link", { name: "查看客户" })).toBeNull();
  });

  it("moves the stage by a press on it, with a reason to lost and invalid, and by no press where the deal has it", async () => {
    const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
    const { actor, unmount } = await open(id);
    const steps = () => within(screen.getByRole("list", { name: "客户阶段" }));
    await actor.click(steps().getByRole("button", { name: "已看房" }));
    await waitFor(() => expect(steps().getByText("已看房").getAttribute("aria-current")).toBe("step"));
    expect(await stored(id)).toMatchObject({ stage: "visited" });
    expect(steps().queryByRole("button", { name: "已签约" })).toBeNull();
    await actor.click(screen.getByRole("button", { name: "流失" }));
    const lost = within(await screen.findByRole("dialog", { name: "移到已流失" }));
    await actor.click(await lost.findByRole("button", { name: "确定流失" }));
    expect(await lost.findByText("请选择流失原因")).toBeDefined();
    await actor.click(await lost.findByText("价格超出预算"));
    await actor.click(lost.getByRole("button", { name: "确定流失" }));
    await waitFor(async () => expect(await stored(id)).toMatchObject({ stage: "lost", lost_reason: "price" }));
    await actor.click(await screen.findByRole("button", { name: "无效" }));
    await answer(actor, "移到无效", "确定无效", { 无效原因: "号码是空号" });

    expect(await screen.findByText("原因：号码是空号")).toBeDefined();
    unmount();
    await open((await makeCustomer(db, { owner_id: sales.id, stage: "contracted" })).id);
    expect(steps().queryAllByRole("button")).toEqual([]);
    expect(screen.queryByRole("button", { name: "流失" })).toBeNull();
  });
});

describe("the facts", () => {
  it("are changed where they stand, also those that are not known yet", async () => {
    const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id, remark: "喜欢海景", tags: ["vip"] });
    const { actor } = await open(id);
    // The value is the place to press; the keyboard has its button.
    await actor.click(facts().getByText("喜欢海景"));
    const remark = within(await screen.findByRole("dialog", { name: /修改备注$/ }));
    await enter(actor, await remark.findByRole("textbox", { name: "备注" }), "，不急");
    await actor.click(remark.getByRole("button", { name: "保存" }));
    await waitFor(async () => expect(await stored(id)).toMatchObject({ remark: "喜欢海景，不急", tags: ["vip"] }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await actor.click(facts().getByRole("button", { name: /出生年份/ }));
    await answer(actor, /修改出生年份$/, "保存", { 出生年份: "1988" });

    await waitFor(async () => expect(await stored(id)).toMatchObject({ birth_year: 1988, remark: "喜欢海景，不急" }));
  });

  it("say several open requirements as a link to them, and edit what these say in none", async () => {
    const wishes = { purposes: ["self_use"], budget_max: "80000000.00", budget_currency: "JPY" };
    const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id, ...wishes });
    for (const _ of [1, 2]) await makeRequirement(db, { customer_id: id });
    const { actor, unmount } = await open(id);
    const link = facts().getByRole("link", { name: "2 条需求" });
    expect(link.getAttribute("href")).toBe(`/customer/editCustomerInfo/${id}?tab=requirements`);
    for (const gone of ["自住", "购房目的", "预算上限", "意向区域"]) expect(facts().queryByText(gone)).toBeNull();
    expect(facts().getByRole("button", { name: /意向楼盘/ })).toBeDefined();
    await actor.click(link);
    expect(await screen.findAllByRole("article", { name: /^XQ/ })).toHaveLength(2);
    unmount();
    const form = await open(`${id}?edit=1`);
    expect(await screen.findByRole("textbox", { name: "意向楼盘" })).toBeDefined();
    expect(screen.getByRole("link", { name: "2 条需求" })).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "预算上限" })).toBeNull();
    await enter(form.actor, screen.getByRole("textbox", { name: "备注" }), "周末来电");
    await form.actor.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(async () => expect(await stored(id)).toMatchObject({ remark: "周末来电", ...wishes }));
  });

  it("write a wish through to the one open requirement", async () => {
    const { id } = await makeCustomer(db, { owner_id: sales.id, intent_country_codes: ["JP"], loan_need: "loan" });
    const { id: wish } = await makeRequirement(db, { customer_id: id, loan: "loan" });
    const { actor } = await open(id);
    await actor.click(facts().getByRole("button", { name: "修改付款方式" }));
    const form = within(await screen.findByRole("dialog", { name: /修改付款方式$/ }));
    await actor.click(await form.findByText("全款"));
    await actor.click(form.getByRole("button", { name: "保存" }));
    await waitFor(async () => expect(await stored(id)).toMatchObject({ loan_need: "none" }));
    expect(await db.select().from(requirement).where(eq(requirement.id, wish))).toMatchObject([{ loan: "none" }]);
  });

  it("offer nothing that would be refused: a seller not the source, a manager no masked number", async () => {
    const { id } = await makeCustomer(db, { owner_id: sales.id, phone: "13812345678" });
    const { unmount } = await open(id);
    expect(screen.getByRole("button", { name: "修改手机号和微信" })).toBeDefined();
    expect(facts().queryByRole("button", { name: /修改客户来源/ })).toBeNull();
    unmount();
    await open(id, { as: manager });
    expect(facts().getByRole("button", { name: /修改客户来源/ })).toBeDefined();
    expect(screen.queryByRole("button", { name: /修改手机号/ })).toBeNull();
  });
});

describe("the tabs", () => {
  const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

  it("are the time line, requirements and deals; on the phone the facts, too, and what an address asks for", async () => {
    const { id } = await makeCustomer(db, { owner_id: sales.id });
    const { unmount } = await open(id);
    expect(tabs()).toEqual(["动态", "需求", "成交"]);
    unmount();
    const asked = await open(`${id}?tab=comments`);
    expect(tabs()).toEqual(["动态", "需求", "成交", "评论"]);
    asked.unmount();
    await open(id, { phone: true });
    expect(tabs()).toEqual(["动态", "需求", "成交", "基本信息"]);
  });

  it("give way to the whole form from beside them", async () => {
    const { id } = await makeCustomer(db, { owner_id: sales.id });
    const { actor, place } = await open(`${id}?tab=trackings&client_id=false`);
    await actor.click(facts().getByRole("button", { name: "编辑全部资料" }));
    expect(await screen.findByRole("textbox", { name: "客户姓名" })).toBeDefined();
    expect(place.href).toBe(`/customer/editCustomerInfo/${id}?client_id=false&edit=1`);
  });
});

describe("the time line", () => {
  async function lived() {
    const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
    await makeTracking(db, { customer_id: id, user_id: sales.id, tracked_at: days(-1), content: "谈了预算和区域" });
    await makeSchedule(db, { user_id: sales.id, customer_id: id, start_at: days(2), title: "带看湾岸" });
    await makeRequirement(db, { customer_id: id, created_at: days(-3) });
    return id;
  }

  it("has everything, and by its filter or a former tab's address a part of it", async () => {
    const id = await lived();
    const { actor, place, unmount } = await open(id);
    const texts = within(await line())
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent ?? "");
    expect(texts.map((text) => /带看湾岸|谈了预算|日本/.exec(text)?.[0])).toEqual(["带看湾岸", "谈了预算", "日本"]);
    await actor.click(screen.getByRole("button", { name: "需求" }));
    await waitFor(() => expect(screen.queryByText("谈了预算和区域")).toBeNull());
    expect(place.href).toBe(`/customer/editCustomerInfo/${id}?kind=requirement`);
    unmount();
    const former = await open(`${id}?tab=trackings`);
    expect(screen.getByRole("button", { name: "跟进", pressed: true })).toBeDefined();
    expect(await screen.findByText("谈了预算和区域")).toBeDefined();
    expect(screen.queryByText("带看湾岸")).toBeNull();
    former.unmount();
    const audit = await open(`${id}?tab=audit`);
    expect(screen.getAllByRole("button", { name: /归属|变更/, pressed: true })).toHaveLength(2);
    await audit.actor.click(await screen.findByRole("button", { name: "清空筛选" }));
    expect(await screen.findByText("谈了预算和区域")).toBeDefined();
    audit.unmount();
    await open(`${id}?tab=schedules`);
    expect(screen.getByRole("button", { name: "日程", pressed: true })).toBeDefined();
    expect(await screen.findByText("带看湾岸")).toBeDefined();
    expect(screen.queryByText("谈了预算和区域")).toBeNull();
  });

  it("is read on, and stays whole when one of the older ones goes", async () => {
    const { id } = await makeCustomer(db, { owner_id: sales.id });
    for (let count = 0; count < 35; count++)
      await makeTracking(db, { customer_id: id, user_id: sales.id, tracked_at: days(-count), content: `第${count}次` });
    const { actor } = await open(id, { as: manager });
    expect(within(await line()).getAllByRole("listitem")).toHaveLength(30);
    await actor.click(screen.getByRole("button", { name: "更早的动态" }));
    const oldest = await screen.findByText("第34次");
    expect(screen.queryByRole("button", { name: "更早的动态" })).toBeNull();
    const entry = within(oldest.closest("li") as HTMLElement);
    await actor.click(entry.getByRole("button", { name: "删除" }));
    await actor.click(await within(await screen.findByRole("dialog")).findByRole("button", { name: "删除" }));
    await waitFor(() => expect(screen.queryByText("第34次")).toBeNull());
    expect(within(await line()).getAllByRole("listitem")).toHaveLength(34);
    expect(await db.select().from(tracking).where(eq(tracking.content, "第34次"))).toMatchObject([
      { deleted_at: expect.any(String) },
    ]);
  });

  it("offers choices in sight for a follow-up, the camera first on the phone", async () => {
    const { id } = await makeCustomer(db, { owner_id: sales.id });
    await open(`${id}?write=1`, { phone: true });
    const form = within(await screen.findByRole("region", { name: "写跟进" }));
    expect(await form.findByRole("radio", { name: "到访/带看" })).toBeDefined();
    const results = await form.findByRole("radiogroup", { name: "跟进结果" });
    expect(within(results).getAllByRole("radio").length).toBeGreaterThan(2);
    expect((await form.findByLabelText("拍摄图片")).getAttribute("capture")).toBe("environment");
    const [camera] = document.querySelectorAll("input[type=file]");
    expect(camera).toBe(form.getByLabelText("拍摄图片"));
  });
});
