import { useLocation } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { write } from "~/app/api/writes";
// Fetched when a form is first shown, which on a busy machine takes longer than one waits for it.
import "~/app/blocks/form/record-form";
import { setClientMode } from "~/app/browser/client-mode";
import { UnitBoard } from "~/app/routes/house/estate/board/unit-board";
import "~/app/routes/house/estate/board/unit-dialog";
import "~/app/features/import/import-dialog";
import "~/app/routes/house/estate/board/board-totals";
import "~/app/routes/house/estate/board/price-dialog";
import "~/app/routes/house/estate/board/unit-bulk";
import "~/app/routes/house/estate/board/unit-history";
import { unit as contract } from "~/contract/house/unit";
import { room as roomTable, unit, unitQueue } from "~/server/database/tables/house/estate";
import { makeEstate, makeRoom, makeUnit } from "../../../support/estate";
import { makeCustomer, makeUser } from "../../../support/factories";
import { routeTest } from "../../../support/route-test";

const path = "/house/estate-list/estate-detail";
const onReckon = vi.fn();
let search = "";
const address = () => search;
const Board = () => {
  search = useLocation().search;
  return <UnitBoard estate={estate} onReckon={onReckon} />;
};
const { db, api, staff, open: openPage } = routeTest({ path, module: { default: Board, clientAction: write } });
const sales = staff({ role: "sales", name: "林顾问" });
const colleague = staff({ role: "sales", name: "陈顾问" });
let estate: Awaited<ReturnType<typeof makeEstate>>;
let room: Awaited<ReturnType<typeof makeRoom>>;
beforeEach(async () => {
  estate = await makeEstate(db, { name: "云汀·湾岸塔" });
  room = await makeRoom(db, { estate_id: estate.id, name: "A1", layout: "2LDK", area_sqm: 62.5 });
});

afterEach(() => setClientMode(false));

const put = (unit_no: string, given: Partial<typeof unit.$inferInsert> = {}) =>
  makeUnit(db, {
    ...{ estate_id: estate.id, room_id: room.id, unit_no, floor: Number(unit_no.slice(0, -2)) },
    ...{ stack: unit_no.slice(-2), ...given },
  });
const rowOf = async (id: number) => (await db.select().from(unit).where(eq(unit.id, id)))[0];
const open: typeof openPage = (more, visit) => openPage(`?id=${estate.id}${more ?? ""}`, visit);
const cell = (unitNo: string) => {
  const found = screen.getByText(unitNo, { selector: "b" }).closest("button");
  if (!found) throw new Error(`no cell of ${unitNo}`);
  return found;
};
const card = (name: string) => screen.findByLabelText(name).then(within);

it("shows floors and stacks; filters make the rest pale, and arrow keys go from cell to cell", async () => {
  await put("1201", { list_price: "59800000.00" });
  await put("1203", { status: "sold", sold_by: "us" });
  await put("1101", { list_price: "128000000.00" });
  await put("1103", { area_sqm: 70 });
  const { actor } = await open();
  expect(await screen.findByText("1203")).toBeDefined();
  expect([...document.querySelectorAll("tbody th")].map(({ textContent }) => textContent)).toEqual(["12F", "11F"]);
  expect(cell("1201").textContent).toBe("1201可售2LDK 62.5㎡59,800,000日元");
  expect(screen.getByText("全盘 4 套 · 可售 3 · 已售 1")).toBeDefined();
  cell("1201").focus();
  await actor.keyboard("{ArrowDown}{ArrowRight}{ArrowUp}");
  expect(document.activeElement).toBe(cell("1203"));

  fireEvent.change(screen.getByLabelText("挂牌价不超过（万日元）"), { target: { value: "6500" } });
  fireEvent.click(screen.getByText("可售 3"));
  expect(screen.getByText("符合 2 / 4 套")).toBeDefined();
  const pale = () => ["1201", "1203", "1101", "1103"].filter((unitNo) => cell(unitNo).dataset.dimmed);
  expect(pale()).toEqual(["1203", "1101"]);
  fireEvent.click(screen.getByText("清空筛选"));
  expect(pale()).toEqual([]);
});

it("holds a unit for some hours and releases it after a question", async () => {
  const { id } = await put("1201");
  const { actor } = await open();
  await screen.findByText("1201");
  cell("1201").focus();
  await actor.keyboard("{Enter}");
  const shown = await card("A座 1201");
  expect(shown.getByText("61,800,000日元")).toBeDefined();
  const hours = shown.getByLabelText("锁定时长");
  expect(hours).toHaveProperty("value", "24");
  fireEvent.change(hours, { target: { value: "25" } });
  fireEvent.click(shown.getByText("锁定"));
  expect(await shown.findByText("最长可锁定24小时")).toBeDefined();
  fireEvent.change(hours, { target: { value: "2" } });
  fireEvent.click(shown.getByText("锁定"));
  expect(await screen.findByText("已锁定 1201")).toBeDefined();
  expect(cell("1201").textContent).toContain("我的");
  expect(cell("1201").textContent).toMatch(/剩(2:00|1:59)$/);
  expect(screen.getByText("我的锁定 1")).toBeDefined();
  expect(await rowOf(id)).toMatchObject({ status: "held", held_by: sales.id });

  fireEvent.click(cell("1201"));
  fireEvent.click((await card("A座 1201")).getByText("释放"));
  const question = await card("释放房号");
  fireEvent.click(question.getByText("释放", { selector: "button *" }));
  expect(await screen.findByText("已释放")).toBeDefined();
  expect(cell("1201").textContent).toContain("可售");
  expect(await rowOf(id)).toMatchObject({ status: "available", held_by: null });
});

it("says at once who was quicker", async () => {
  const { id } = await put("1201");
  await open();
  await screen.findByText("1201");
  fireEvent.click(cell("1201"));
  const shown = await card("A座 1201");
  // The board gets no event, as if the news were late.
  const held_until = "2099-01-02T03:04:00.000Z";
  await db.update(unit).set({ status: "held", held_by: colleague.id, held_until }).where(eq(unit.id, id));
  fireEvent.click(shown.getByText("锁定"));
  expect(await shown.findByText("已由 陈顾问 锁定至 2099-01-02 11:04")).toBeDefined();
  expect(cell("1201").textContent).toContain("锁定2LDK");
  expect(shown.queryByLabelText("锁定时长")).toBeNull();
});

it("hears what others do, and asks again when it cannot know what", async () => {
  const { id } = await put("1201");
  await open();
  await screen.findByText("1201");
  const asColleague = await api.as(colleague.id);
  await asColleague(contract.hold, { params: { id }, body: { hours: 3 } });
  await waitFor(() => expect(cell("1201").textContent).toContain("陈顾问 剩"));
  expect(screen.getByText("全盘 1 套 · 锁定 1")).toBeDefined();
  const editor = await makeUser(db, { role: "estate_manager" });
  const asEditor = await api.as(editor.id);
  const place = { building: "A座", floor: 13, stack: "01", unit_no: "1301", room_id: room.id };
  const body = { ...place, area_sqm: null, direction: null, list_price: null };
  await asEditor(contract.create, { params: { id: estate.id }, body });
  expect(await screen.findByText("1301")).toBeDefined();
});

it("lets editors add, change and remove units", async () => {
  await open("", { role: "estate_manager" });
  expect(await screen.findByText("暂无房号")).toBeDefined();
  fireEvent.click(screen.getByText("新增房号"));
  const form = await card("新增房号");
  const fill = (label: RegExp, value: string) => fireEvent.change(form.getByLabelText(label), { target: { value } });
  await form.findByText("保存");
  fill(/楼栋/, "A座");
  fill(/房号/, "801");
  fill(/楼层/, "8");
  fill(/列/, "01");
  fill(/挂牌价/, "61800000");
  fireEvent.click(form.getByLabelText(/户型/, { selector: "input" }));
  fireEvent.click(await screen.findByText("A1 · 2LDK 62.5㎡"));
  fireEvent.click(form.getByText("保存"));
  expect(await screen.findByText("已新增")).toBeDefined();
  await waitFor(() => expect(cell("801").textContent).toContain("61,800,000日元"));

  fireEvent.click(cell("801"));
  fireEvent.click((await card("A座 801")).getByText("设为不售"));
  expect(await screen.findByText("已设为不售")).toBeDefined();
  expect(cell("801").textContent).toContain("不售");
  const [made] = await db.select().from(unit);
  expect(made).toMatchObject({ status: "off", area_sqm: null, direction: null });

  fireEvent.click(cell("801"));
  fireEvent.click((await card("A座 801")).getByText("编辑"));
  const edit = await card("编辑房号 801");
  fireEvent.change(await edit.findByLabelText(/挂牌价/), { target: { value: "70000000" } });
  fireEvent.click(edit.getByText("保存"));
  expect(await screen.findByText("已保存")).toBeDefined();
  await waitFor(() => expect(cell("801").textContent).toContain("70,000,000日元"));

  fireEvent.click(cell("801"));
  fireEvent.click((await card("A座 801")).getByText("删除"));
  fireEvent.click((await card("删除房号")).getByText("删除", { selector: "button *" }));
  expect(await screen.findByText("暂无房号")).toBeDefined();
  expect(await db.select().from(unit)).toEqual([]);
});

it("is a list by floor on the phone, without what edits", async () => {
  const tower = await makeRoom(db, { estate_id: estate.id, name: "B1", layout: "1LDK", area_sqm: 40 });
  await put("1201");
  await put("801", { room_id: tower.id, direction: "S" });
  await db.update(roomTable).set({ direction: "E" }).where(eq(roomTable.id, room.id));
  await open("", { role: "super_admin", phone: true });
  expect(await screen.findByText("801")).toBeDefined();
  expect(screen.queryByText("导入")).toBeNull();
  const floors = () => [...document.querySelectorAll("h3")].map(({ textContent }) => textContent);
  expect(floors()).toEqual(["12F 1 套", "8F 1 套"]);
  expect(cell("801").textContent).toContain("1LDK 40㎡");
  fireEvent.click(screen.getByText("1LDK"));
  expect(floors()).toEqual(["8F 1 套"]);
  fireEvent.click(cell("801"));
  const sheet = await card("A座 801");
  expect(sheet.queryByText("删除")).toBeNull();
  fireEvent.click(sheet.getByText("锁定"));
  expect(await screen.findByText("已锁定 801")).toBeDefined();
  expect(cell("801").textContent).toContain("我的");
});

it("keeps what is looked for in the address, and begins with what an address says", async () => {
  await put("1201");
  await put("1101", { status: "off" });
  await open("&status=off&max=7000");
  expect(await screen.findByText("符合 1 / 2 套")).toBeDefined();
  expect(screen.getByLabelText("挂牌价不超过（万日元）")).toHaveProperty("value", "7000");
  fireEvent.click(screen.getByText("可售 1"));
  await waitFor(() => expect(address()).toContain("status=off%2Cavailable"));
  fireEvent.click(screen.getByText("清空筛选"));
  await waitFor(() => expect(address()).not.toMatch(/status|max/));
});

it("fills the window, tells the totals, and gives the window back", async () => {
  const studio = await makeRoom(db, { estate_id: estate.id, name: "B1", layout: "1LDK" });
  await put("1201", { list_price: "60000000.00" });
  await put("1101", { room_id: studio.id, status: "off" });
  await open();
  fireEvent.click(await screen.findByText("全屏"));
  const window = within(await screen.findByRole("dialog", { name: "云汀·湾岸塔 销控" }));
  expect(address()).toContain("full=1");
  fireEvent.click(window.getByText("合计"));
  const byLayout = within(await window.findByRole("table", { name: "户型" }));
  const rows = byLayout.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual(["户型可售锁定预留已售不售合计可售总价", "2LDK1––––160,000,000日元", "1LDK––––11–"]);
  expect(window.getByRole("row", { name: /^全盘/ }).textContent).toBe("全盘1–––1260,000,000日元");
  fireEvent.click(window.getByText("退出全屏"));
  await waitFor(() => expect(address()).not.toContain("full"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("holds a unit for a customer in three clicks, and shows what became of it", async () => {
  const { id } = await put("1201");
  await makeCustomer(db, { name: "李先生", owner_id: sales.id, intent_estate_ids: [estate.id] });
  await open();
  await screen.findByText("1201");
  fireEvent.click(cell("1201"));
  const shown = await card("A座 1201");
  fireEvent.click(await shown.findByRole("button", { name: "李先生" }));
  fireEvent.click(shown.getByText("锁定"));
  expect(await screen.findByText("已锁定 1201")).toBeDefined();
  expect((await rowOf(id))?.held_for_customer_id).not.toBeNull();
  fireEvent.click(cell("1201"));
  expect(await (await card("A座 1201")).findByText("李先生")).toBeDefined();
  fireEvent.click((await card("A座 1201")).getByText("记录"));
  const log = await card("房号记录 A座 1201");
  expect(await log.findByText("客户：李先生")).toBeDefined();
  expect(log.getByText("可售 → 锁定中")).toBeDefined();
});

it("puts customers behind a unit that somebody has, and takes them out again", async () => {
  const { id } = await put("1201", { status: "held", held_by: colleague.id, held_until: "2099-01-02T03:04:00.000Z" });
  await makeCustomer(db, { name: "李先生", owner_id: sales.id });
  await open();
  await screen.findByText("1201");
  fireEvent.click(cell("1201"));
  const shown = await card("A座 1201");
  fireEvent.click(shown.getByText("加入排队"));
  expect(await shown.findByText("请选择客户")).toBeDefined();
  fireEvent.click(await shown.findByRole("button", { name: "李先生" }));
  fireEvent.click(shown.getByText("加入排队"));
  expect(await shown.findByText("排队 1/5")).toBeDefined();
  expect(cell("1201").textContent).toContain("排队 1");
  expect(await db.select().from(unitQueue)).toMatchObject([{ unit_id: id, user_id: sales.id }]);
  fireEvent.click(shown.getByText("退出排队"));
  expect(await screen.findByText("已退出排队")).toBeDefined();
  expect(await db.select().from(unitQueue)).toEqual([]);
});

it("reckons from any unit, and quotes what is for sale", async () => {
  const { id } = await put("1201");
  await put("1202", { status: "off" });
  await open();
  await screen.findByText("1201");
  fireEvent.click(cell("1202"));
  const off = await card("A座 1202");
  expect(off.queryByRole("link", { name: "报价单" })).toBeNull();
  expect(off.getByText("算费用")).toBeDefined();
  fireEvent.click(cell("1201"));
  const shown = await card("A座 1201");
  const quote = shown.getByRole("link", { name: "报价单" });
  expect(quote.getAttribute("href")).toBe(`${path}?id=${estate.id}&quote=${id}`);
  fireEvent.click(shown.getByText("算费用"));
  expect(onReckon).toHaveBeenLastCalledWith(expect.objectContaining({ id, list_price: "61800000.00" }));
});

it("changes several at once and takes it back; what cannot be changed is told", async () => {
  URL.createObjectURL = () => "blob:file";
  const { id } = await put("1201");
  await put("1101", { status: "sold", sold_by: "us" });
  const { asked } = await open("", { role: "estate_manager" });
  fireEvent.click(await screen.findByText("多选"));
  fireEvent.click(screen.getByText("选择本楼栋全部"));
  expect(cell("1101").getAttribute("aria-pressed")).toBe("true");
  const bar = within(await screen.findByRole("toolbar", { name: "批量操作" }));
  expect(bar.getByText("已选 2 条")).toBeDefined();
  fireEvent.click(bar.getByText("导出"));
  expect(await screen.findByText("导出完成")).toBeDefined();
  expect(asked.some((line) => line.includes("/unit/export?ids="))).toBe(true);
  fireEvent.click(bar.getByText("改价"));
  const form = await card("批量改价");
  fireEvent.change(await form.findByLabelText(/调整比例/), { target: { value: "-10" } });
  fireEvent.click(form.getByText("改价", { selector: "button *" }));
  await waitFor(async () => expect((await rowOf(id))?.list_price).toBe("55620000.00"));
  await waitFor(() => expect(cell("1201").textContent).toContain("55,620,000日元"));
  fireEvent.click(await screen.findByText("撤销"));
  await waitFor(async () => expect((await rowOf(id))?.list_price).toBe("61800000.00"));

  fireEvent.click(screen.getByLabelText("选择 12F 全部"));
  const again = within(await screen.findByRole("toolbar", { name: "批量操作" }));
  fireEvent.click(again.getByText("设为不售"));
  await waitFor(() => expect(cell("1201").textContent).toContain("不售"));
  fireEvent.click(cell("1201"));
  fireEvent.click(await within(await screen.findByRole("toolbar", { name: "批量操作" })).findByText("设为可售"));
  await waitFor(() => expect(cell("1201").textContent).toContain("可售"));
});

it("tells a client of a unit's state alone: not whose it is, who waits for it, or what became of it", async () => {
  const customer = await makeCustomer(db, { name: "李先生", owner_id: colleague.id });
  const held_until = "2099-01-02T03:04:00.000Z";
  await put("1201", { status: "held", held_by: sales.id, held_until, held_for_customer_id: customer.id });
  await put("1203", { status: "sold", sold_by: "other" });
  await put("1101", { list_price: "128000000.00" });
  await put("1103", { status: "off" });
  setClientMode(true);
  await open("&mine=1");
  await screen.findByText("1203");
  // What the house keeps back is sold, in every word and count.
  expect(cell("1103").textContent).toContain("已售");
  expect(screen.getByText("全盘 4 套 · 可售 1 · 锁定 1 · 已售 2")).toBeDefined();
  expect(screen.queryByText(/不售/)).toBeNull();
  expect(cell("1201").textContent).toBe("1201锁定2LDK 62.5㎡61,800,000日元");
  expect(cell("1201").dataset.mine).toBeUndefined();
  expect(cell("1101").dataset.dimmed).toBeUndefined();
  for (const hidden of ["合计", "多选", "导入", "新增房号", "销控", /^我的/, /^预留/])
    expect(screen.queryByText(hidden)).toBeNull();
  fireEvent.click(cell("1201"));
  const held = await card("A座 1201");
  for (const hidden of ["锁定人", "锁定至", "锁定客户", "记录", "释放", /排队/, /顾问/, "李先生"])
    expect(held.queryByText(hidden)).toBeNull();
  // The quotation is not for the customer the unit is held for.
  expect(held.getByText("报价单").closest("a")?.getAttribute("href")).not.toContain("customer");
  fireEvent.click(cell("1203"));
  const sold = await card("A座 1203");
  expect(sold.queryByText("售出渠道")).toBeNull();
  expect(sold.queryByText("报价单")).toBeNull();
  fireEvent.click(cell("1101"));
  const free = await card("A座 1101");
  expect(free.queryByLabelText("锁定时长")).toBeNull();
  expect(free.getByText("算费用")).toBeDefined();
});

it("begins a deal with what may be had, and with whom it is held for; not with what is another's", async () => {
  const { id: customer } = await makeCustomer(db, { owner_id: sales.id });
  const held = { status: "held", held_until: "2099-01-02T03:04:00.000Z" } as const;
  const free = await put("1201");
  const own = await put("1202", { ...held, held_by: sales.id, held_for_customer_id: customer });
  await put("1203", { ...held, held_by: colleague.id });
  await put("1204", { status: "sold", sold_by: "us" });
  await open();
  await screen.findByText("1201");
  const begun = async (unitNo: string) => {
    fireEvent.click(cell(unitNo));
    const link = (await card(`A座 ${unitNo}`)).queryByText("发起成交")?.closest("a")?.getAttribute("href");
    return link ? Object.fromEntries(new URL(link, "http://x").searchParams) : null;
  };
  const at = { add: "1", estate_id: String(estate.id), building: "A座" };
  expect(await begun("1201")).toEqual({ ...at, unit_id: String(free.id) });
  expect(await begun("1202")).toEqual({ ...at, unit_id: String(own.id), customer_id: String(customer) });
  expect(await begun("1203")).toBeNull();
  expect(await begun("1204")).toBeNull();
});
