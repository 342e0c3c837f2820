import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as customerOwn from "~/app/routes/customer/customer-own";
import { customer as customerTable, tracking, transferRequest } from "~/server/database/tables/customer/customer";
import { option } from "~/server/database/tables/system/system";
import { days, makeCustomer } from "../../../support/factories";
import { narrowBy } from "../../../support/narrow";
import {
  actOnAll,
  answer,
  chooseOption,
  chooseTab,
  chooseTool,
  fromMenu,
  pick,
  routeTest,
  row,
} from "../../../support/route-test";
import { sendsImports } from "../../../support/sent-import";

const path = "/customer/customerInfor";
const { db, team, staff, open } = routeTest({
  path,
  module: customerOwn,
  others: {
    "/customer/editCustomerInfo/:id": () => <p>客户页</p>,
    "/customer/addCustomerInfo": () => <p>新增页</p>,
  },
  ready: () => screen.findByRole("tablist", { name: "分类" }),
});
const east = team();
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const manager = staff({ role: "sales_manager", team: east });
const colleague = staff({ role: "sales", team: east, name: "周顾问" });

const ago = (count: number) => days(-count);
const mine = (name: string, given: Parameters<typeof makeCustomer>[1] = {}) =>
  makeCustomer(db, { name, owner_id: sales.id, created_at: ago(1), ...given });
const tab = (name: string | RegExp) => screen.getByRole("tab", { name });
const stored = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];

it("shows one's customers: number, clock, lock and what is due", async () => {
  await mine("王伟", { phone: "13812345678", budget_min: "30000000", budget_max: "59800000", budget_currency: "JPY" });
  await mine("李娜", { created_at: ago(13.5), last_tracking_at: ago(1) });
  await mine("赵敏", { is_locked: true, locked_until: ago(-9), next_tracking_at: ago(0) });
  await makeCustomer(db, { name: "同事客户", owner_id: colleague.id });
  await open();
  expect(within(row("王伟")).getByRole("link", { name: "拨打13812345678" }).getAttribute("href")).toBe(
    "tel:+8613812345678",
  );
  expect(within(row("王伟")).getByText("3,000–5,980万日元")).toBeDefined();
  expect(within(row("王伟")).getByText("14天内须跟进")).toBeDefined();
  expect(within(row("李娜")).getByText("2天内须跟进").style.color).toContain("due");
  // The clock has said it.
  expect(within(row("李娜")).queryByText(/即将/)).toBeNull();
  expect(within(row("李娜")).getByText("昨天")).toBeDefined();
  expect(within(row("赵敏")).getByRole("img", { name: "锁定" })).toBeDefined();
  expect(within(row("赵敏")).getByText(`已锁定至 ${ago(-9).slice(0, 10)}`)).toBeDefined();
  expect(screen.queryByText("同事客户")).toBeNull();
  expect(tab("今日待跟进 1")).toBeDefined();
  expect(tab("即将进公海 1")).toBeDefined();
});

it("shows the team's tab and masked numbers to a manager only", async () => {
  await mine("王伟", { phone: "13812345678" });
  const { unmount } = await open();
  expect(screen.queryByRole("tab", { name: "团队" })).toBeNull();
  unmount();
  await open(`${path}?view=team`, { as: manager });
  expect(tab("团队").getAttribute("aria-selected")).toBe("true");
  expect(within(row("王伟")).getByText("138****5678")).toBeDefined();
});

it("writes follow-ups one after another in the drawer, and asks for the list only after each", async () => {
  for (const name of ["王伟", "李娜", "赵敏"]) await mine(name, { phone: "13812345678" });
  const { actor, asked } = await open();
  const lists = () => asked.filter((line) => /^GET \/api\/customer\/information(\?|$)/.test(line)).length;
  const before = lists();
  const [first] = screen.getAllByRole("link", { name: /^(王伟|李娜|赵敏)$/ });
  await actor.click(first as HTMLElement);
  const drawer = await screen.findByRole("dialog", { name: first?.textContent?.trim() ?? "" });
  await actor.click((await within(drawer).findAllByRole("button", { name: "写跟进" }))[0] as HTMLElement);
  await within(drawer).findByRole("textbox", { name: /^跟进内容/ });
  expect(lists()).toBe(before);
  for (const turn of [1, 2, 3]) {
    await actor.type(await screen.findByRole("textbox", { name: /^跟进内容/ }), `第${turn}次电话沟通预算与看房时间`);
    await actor.click(screen.getByRole("button", { name: turn < 3 ? "保存并下一个" : "保存" }));
    await waitFor(async () => expect(await db.select().from(tracking)).toHaveLength(turn));
    if (turn < 3) await screen.findByText(`${turn + 1} / 3`);
  }
  const customers = (await db.select().from(tracking)).map((one) => one.customer_id);
  expect(new Set(customers).size).toBe(3);
  expect(await screen.findByText("第3次电话沟通预算与看房时间")).toBeDefined();
});

it("locks and unlocks in the row, and offers the page of whom it was done with", async () => {
  const { id } = await mine("王伟");
  const { actor, place } = await open();
  await fromMenu(actor, "王伟", "锁定");
  expect(await screen.findByText("已锁定王伟")).toBeDefined();
  expect(await screen.findByRole("img", { name: "锁定" })).toBeDefined();
  expect((await stored(id))?.is_locked).toBe(true);
  await fromMenu(actor, "王伟", "解除锁定");
  expect(await screen.findByText("已解除锁定王伟")).toBeDefined();
  expect((await stored(id))?.is_locked).toBe(false);
  await actor.click(screen.getAllByRole("button", { name: "打开" })[0] as HTMLElement);
  expect(await screen.findByText("客户页")).toBeDefined();
  expect(place.href).toBe(`/customer/editCustomerInfo/${id}`);
});

it("calls a level one thing in the row and in its select, where it says what it stands for as well", async () => {
  await mine("王伟", { level: "B" });
  const { actor } = await open();
  expect(within(row("王伟")).getByText("B 中意向")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: /修改王伟的等级和阶段$/ }));
  const form = within(await screen.findByRole("dialog", { name: /修改王伟的等级和阶段$/ }));
  const select = await form.findByRole<HTMLInputElement>("textbox", { name: /^客户等级/ });
  expect(select.value).toBe("B 中意向");
  await actor.click(select);
  const options = await screen.findAllByRole("option", { name: /意向/ });
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "A 高意向 1个月内",
    "B 中意向 3个月内",
    "C 低意向 半年内",
    "D 暂无意向",
  ]);
});

it("sets a fact on the chosen customers, and takes the act back", async () => {
  const { id } = await mine("王伟", { level: "D" });
  const { actor } = await open();
  await actOnAll(actor, "批量修改");
  const form = await screen.findByRole("dialog", { name: "批量修改客户" });
  await chooseOption(actor, await within(form).findByRole("textbox", { name: /^客户等级/ }), /^A 高意向/);
  expect(within(form).queryByRole("textbox", { name: /^客户来源/ })).toBeNull();
  await actor.click(within(form).getByRole("button", { name: "保存" }));
  expect(await screen.findByText(/^批量修改成功：/)).toBeDefined();
  expect((await stored(id))?.level).toBe("A");
  await actor.click(await screen.findByRole("button", { name: "撤销" }));
  await waitFor(async () => expect((await stored(id))?.level).toBe("D"));
});

it("chooses all that the filter finds beyond the page, releases them, and takes the act back", async () => {
  for (let index = 0; index < 12; index++) await mine(`客户${index}`, { level: "B" });
  await mine("王伟", { level: "A" });
  const { actor } = await open("?page_size=10&level=B");
  const bar = () => within(screen.getByRole("toolbar"));
  // A row is no page, and offers nothing beyond it.
  await actor.click(screen.getAllByRole("checkbox", { name: /^选择客户/ })[0] as HTMLElement);
  expect(bar().queryByText(/^全选全部/)).toBeNull();
  await actor.click(screen.getByRole("checkbox", { name: "选择本页全部" }));
  expect(bar().getByText("已选 10 条")).toBeDefined();
  expect(bar().getByRole("button", { name: "批量修改" })).toBeDefined();
  await actor.click(bar().getByRole("button", { name: "全选全部 12 条" }));
  expect(bar().getByText("已选全部 12 条")).toBeDefined();
  const acts = bar().getAllByRole("button");
  expect(acts.map(({ textContent }) => textContent)).toEqual(["释放", "打标签", "取消选择"]);
  await actor.click(bar().getByRole("button", { name: "释放" }));
  const form = await screen.findByRole("dialog", { name: "释放到公海" });
  expect(await within(form).findByText("当前筛选的全部 12 位客户")).toBeDefined();
  await actor.click((await within(form).findAllByRole("radio"))[0] as HTMLElement);
  await actor.click(within(form).getByRole("button", { name: "释放" }));
  expect(await screen.findByText("释放成功：共 12 条")).toBeDefined();
  const remaining = async () => db.$count(customerTable, eq(customerTable.owner_id, sales.id));
  expect(await remaining()).toBe(1);
  await actor.click(await screen.findByRole("button", { name: "撤销" }));
  await waitFor(async () => expect(await remaining()).toBe(13));
});

it("puts tags on the chosen customers", async () => {
  const [tag] = await db.select().from(option).where(eq(option.scene, "customer_tag")).limit(1);
  const { id } = await mine("王伟");
  const { actor } = await open();
  await actOnAll(actor, "打标签");
  const form = within(await screen.findByRole("dialog", { name: "打标签" }));
  await chooseOption(actor, await form.findByRole("textbox", { name: "添加标签" }), tag?.label ?? "");
  await actor.keyboard("{Escape}");
  await actor.click(form.getByRole("button", { name: "打标签" }));
  await waitFor(async () => expect((await stored(id))?.tags).toEqual([tag?.value]));
});

it("moves the chosen customers to the recycle bin with a reason", async () => {
  await mine("王伟");
  await mine("李娜");
  const { actor } = await open();
  await actOnAll(actor, "移入回收站");
  await answer(actor, "移入回收站", "移入回收站", { 移入原因: "重复录入" });
  expect(await screen.findByText(/^移入回收站成功：/)).toBeDefined();
  expect(await screen.findByText("暂无数据")).toBeDefined();
});

it("transfers and tags all that the filter finds", async () => {
  const [word] = await db.select().from(option).where(eq(option.scene, "customer_tag")).limit(1);
  for (let index = 0; index < 11; index++) await mine(`客户${index}`, { level: "B" });
  await mine("王伟", { level: "A" });
  const { actor } = await open("?page_size=10&level=B", { as: manager });
  const chooseBeyond = async (act: string) => {
    await actor.click(screen.getByRole("checkbox", { name: "选择本页全部" }));
    await actor.click(screen.getByRole("button", { name: "全选全部 11 条" }));
    await actor.click(within(screen.getByRole("toolbar")).getByRole("button", { name: act }));
  };
  await chooseBeyond("转移");
  await answer(actor, "转移客户", "转移", { 跟进人: pick(/周顾问/), 转移原因: "工作交接" });
  expect(await screen.findByText("转移成功：共 11 条")).toBeDefined();
  expect(await db.$count(customerTable, eq(customerTable.owner_id, colleague.id))).toBe(11);

  await chooseBeyond("打标签");
  const tags = within(await screen.findByRole("dialog", { name: "打标签" }));
  await chooseOption(actor, await tags.findByRole("textbox", { name: "添加标签" }), word?.label ?? "");
  await actor.keyboard("{Escape}");
  await actor.click(tags.getByRole("button", { name: "打标签" }));
  expect(await screen.findByText("打标签成功：共 11 条")).toBeDefined();
  const tagged = (await db.select().from(customerTable)).filter((one) => one.tags.includes(word?.value ?? ""));
  expect(tagged).toHaveLength(11);
});

it("has the requests for a transfer as a tab, counted, and goes back to the customers", async () => {
  const { id, customer_no } = await mine("王伟");
  await db
    .insert(transferRequest)
    .values({ customer_id: id, applicant_id: colleague.id, owner_id: sales.id, reason: "我的老客户" });
  const { actor, place } = await open("", { as: manager });
  await chooseTab(actor, "转移申请 1");
  expect(await screen.findByText("我的老客户")).toBeDefined();
  expect(place.href).toBe(`${path}?view=transfer`);
  expect(tab("转移申请 1").getAttribute("aria-selected")).toBe("true");
  await actor.click(within(row(customer_no)).getByRole("button", { name: "同意" }));
  await actor.click(await within(await screen.findByRole("dialog")).findByRole("button", { name: /同意|确定/ }));
  await waitFor(async () => expect((await stored(id))?.owner_id).toBe(colleague.id));
  await actor.click(tab("全部"));
  expect(await screen.findByRole("link", { name: "王伟" })).toBeDefined();
});

it("keeps its tools in one menu beside 新增, and on the phone in one beside the thumb's", async () => {
  await mine("王伟");
  const led = await open("", { as: manager });
  for (const name of ["导入", "导出"]) expect(screen.queryByRole("button", { name })).toBeNull();
  await chooseTool(led.actor, "导入");
  expect(await screen.findByRole("dialog", { name: "导入客户" })).toBeDefined();
  await led.actor.keyboard("{Escape}");
  await chooseTool(led.actor, "导出");
  expect(await screen.findByRole("dialog", { name: "导出" })).toBeDefined();
  led.unmount();

  const own = await open();
  await own.actor.click(screen.getByRole("button", { name: "更多工具" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["导入", "列设置"]);
  own.unmount();

  const held = await open("", { phone: true });
  const bar = screen.getByRole("button", { name: "新增" }).closest("[data-thumb-bar]") as HTMLElement;
  expect(within(bar).getAllByRole("button")).toHaveLength(2);
  await chooseTool(held.actor, "导入");
  expect(await screen.findByRole("dialog", { name: "导入客户" })).toBeDefined();
});

it("keeps the report of an import that filled the empty list", async () => {
  sendsImports();
  const { actor } = await open();
  await actor.click(screen.getAllByRole("button", { name: "导入" }).at(-1) as Element);
  const dialog = within(await screen.findByRole("dialog", { name: "导入客户" }));
  const file = new File(["客户姓名,手机号\r\n陈海,13812345678"], "客户.csv", { type: "text/csv" });
  await actor.upload(await dialog.findByLabelText("选择文件"), file);
  await actor.click(dialog.getByRole("button", { name: "预检" }));
  await actor.click(await dialog.findByRole("button", { name: "导入 1 行" }));
  expect(await screen.findByRole("row", { name: /陈海/ })).toBeDefined();
  expect(dialog.getByText("共 1 行，已导入 1 行，失败 0 行。")).toBeDefined();
});

it("offers nobody what he may not do", async () => {
  await mine("王伟");
  await open("", { permissions: ["customer:info:view"], scope: "all" });
  for (const name of ["导入", "导出", "更多工具", "新增", "写跟进"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("checkbox", { name: "选择本页全部" })).toBeNull();
  expect(within(row("王伟")).getByRole("link", { name: "王伟" })).toBeDefined();
});

it("builds conditions with and/or, which act once they are whole, and keeps them in the address", async () => {
  await mine("王伟", { level: "A", next_tracking_at: ago(-2) });
  await mine("李娜", { level: "B" });
  await mine("赵敏", { level: "D" });
  const { actor, place } = await open();
  const panel = await narrowBy(actor, "组合条件（且 / 或）");
  const choose = async (label: string | RegExp, option: string | RegExp, index = 0) => {
    await chooseOption(actor, panel.getAllByRole("textbox", { name: label })[index] as HTMLElement, option);
  };
  await choose("字段", "客户等级");
  await choose(/^选择客户等级/, /^A 高意向/);
  expect(await screen.findByText("共 1 条")).toBeDefined();
  await actor.click(panel.getByRole("button", { name: "添加条件组" }));
  await choose("字段", "下次跟进", 1);
  // A condition without its value waits, and what is in force stays.
  expect(screen.getByText("共 1 条")).toBeDefined();
  await choose("下次跟进的比较方式", "为空");
  expect(await screen.findByText("没有符合条件的数据")).toBeDefined();
  await actor.click(panel.getAllByText("符合其一")[0] as HTMLElement);
  expect(await screen.findByText("共 3 条")).toBeDefined();
  await choose("分组统计", "客户等级");
  await waitFor(() => expect(place.href).toContain("group=level"));
  const where = JSON.parse(new URL(place.href, "http://x").searchParams.get("where") ?? "");
  expect(where).toEqual({
    op: "or",
    items: [
      { field: "level", cmp: "in", value: ["A"] },
      { op: "or", items: [{ field: "next_tracking_at", cmp: "empty" }] },
    ],
  });
  const strip = within(await screen.findByRole("group", { name: "按客户等级分组" }));
  expect(strip.getAllByRole("button").map((one) => one.textContent)).toEqual([
    "A 高意向 1",
    "B 中意向 1",
    "D 暂无意向 1",
    "",
  ]);
  await actor.click(strip.getByRole("button", { name: /^B 中意向/ }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "王伟" })).toBeNull());
  expect(place.href).toContain("level=B");
  const chips = within(screen.getByRole("list", { name: "筛选条件" }));
  expect(chips.getByText("符合其一")).toBeDefined();
  expect(chips.getByText("客户等级 是 A 高意向", { exact: false })).toBeDefined();
  const [, off] = chips.getAllByRole("button", { name: "去掉客户等级" });
  await actor.click(off as HTMLElement);
  await waitFor(() => expect(place.href).not.toContain("%22level%22"));
  await actor.click(screen.getByRole("button", { name: "取消分组" }));
  await waitFor(() => expect(screen.queryByRole("group", { name: "按客户等级分组" })).toBeNull());
});

it("moves customers on the board by stage, back again, and says on the card what is refused", async () => {
  const [word] = await db.select().from(option).where(eq(option.scene, "lost_reason")).limit(1);
  const { id } = await mine("王伟", { stage: "new" });
  const other = await mine("李娜", { stage: "contacted" });
  await mine("赵敏", { stage: "contracted" });
  const { actor, place } = await open();
  await actor.click(screen.getByRole("button", { name: "看板" }));
  expect(place.href).toContain("display=board");
  const lane = (name: string) => screen.findByRole("region", { name });
  expect((await lane("新客户")).textContent).toContain("新客户 1");
  // The deal's stages are the deal's: no way to move such a card.
  expect(within(await lane("已签约")).queryByRole("button", { name: /移到/ })).toBeNull();
  const move = async (name: string, to: string) => {
    await actor.click(await screen.findByRole("button", { name: `把${name}移到…` }));
    await actor.click(await screen.findByRole("menuitem", { name: to }));
  };
  await move("王伟", "已联系");
  await waitFor(async () => expect((await stored(id))?.stage).toBe("contacted"));
  expect(within(await lane("已联系")).getByRole("link", { name: "王伟" })).toBeDefined();
  await actor.click(await screen.findByRole("button", { name: "撤销" }));
  await waitFor(async () => expect((await stored(id))?.stage).toBe("new"));
  expect(within(await lane("新客户")).getByRole("link", { name: "王伟" })).toBeDefined();
  // A lost customer needs a reason; cancelling leaves the card where it was.
  await move("李娜", "已流失");
  await answer(actor, "移到已流失", "取消");
  expect(within(await lane("已联系")).getByRole("link", { name: "李娜" })).toBeDefined();
  await move("李娜", "已流失");
  await answer(actor, "移到已流失", "保存", { 流失原因: pick(word?.label ?? "") });
  await waitFor(async () => expect(await stored(other.id)).toMatchObject({ stage: "lost", lost_reason: word?.value }));
  // Somebody else has changed the customer meanwhile.
  await db.update(customerTable).set({ version: 9 }).where(eq(customerTable.id, id));
  await move("王伟", "已看房");
  const refused = within(await lane("新客户"));
  expect((await refused.findByRole("alert")).textContent).toBe("数据已被他人修改，请刷新");
  expect(refused.getByRole("link", { name: "王伟" })).toBeDefined();
  expect((await lane("已看房")).textContent).toContain("已看房 0");
});
