import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { pinyin } from "pinyin-pro";
import { expect, it, vi } from "vitest";
import { HeaderSearch } from "~/app/layout/header-search";
import { initialsOf } from "~/app/layout/search/initials";
import { allScreens } from "~/contract/screens";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { makeAgentWith, makeLead } from "../../support/agent-rows";
import { makeCustomer } from "../../support/factories";
import { putArticle } from "../../support/public-pages";
import { routeTest } from "../../support/route-test";

const Place = () => <p>到了</p>;
const { db, staff, open } = routeTest({
  path: "/dashboard",
  module: { default: HeaderSearch },
  others: {
    "/customer/editCustomerInfo/:id": Place,
    "/customer/publicCustomer": Place,
    "/article/news-list/news-edit": Place,
  },
  ready: () => screen.findByRole("button", { name: "搜索" }),
});

const seller = staff({ role: "sales" });

/** A user's header, with the search open. */
async function openSearch(who: Parameters<typeof open>[1]) {
  const rendered = await open("", who);
  await rendered.actor.keyboard("{Control>}k{/Control}");
  return { ...rendered, field: await screen.findByRole("combobox", { name: "搜索" }) };
}

const optionNames = () => screen.getAllByRole("option").map((option) => option.textContent);

it("finds a customer by Ctrl K, typing and Enter", async () => {
  const row = await makeCustomer(db, { name: "王小明", phone: "13812345678" });
  const { actor, place, field } = await openSearch({ role: "sales" });
  await actor.type(field, "小明");
  const option = await screen.findByRole("option", { name: /王小明/ });
  expect(option.textContent).toContain(`${row.customer_no} · 138****5678 · 新客户 · 公海`);
  expect(field.getAttribute("aria-activedescendant")).toBe(option.id);
  await actor.keyboard("{Enter}");
  await screen.findByText("到了");
  expect(place.href).toBe(`/customer/editCustomerInfo/${row.id}`);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("finds content by its title, and opens its form", async () => {
  const { id } = await putArticle(db, "news", { title: "湾岸新盘观察" });
  const { actor, place, field } = await openSearch({ role: "content_editor" });
  await actor.type(field, "新盘");
  const option = await screen.findByRole("option", { name: /湾岸新盘观察/ });
  expect(option.textContent).toMatch(/资讯 · 已发布 · 2026/);
  await actor.keyboard("{Enter}");
  await screen.findByText("到了");
  expect(place.href).toBe(`/article/news-list/news-edit?id=${id}`);
});

it("is opened by its button on the phone", async () => {
  const row = await makeCustomer(db, { name: "王小明" });
  const { actor, place } = await open("", { role: "sales", phone: true });
  await actor.click(screen.getByRole("button", { name: "搜索" }));
  await actor.type(await screen.findByRole("combobox", { name: "搜索" }), "王小明");
  await actor.click(await screen.findByRole("option", { name: /王小明/ }));
  await screen.findByText("到了");
  expect(place.href).toBe(`/customer/editCustomerInfo/${row.id}`);
});

it("takes Enter that comes before the answer for its first entry", async () => {
  const row = await makeCustomer(db, { name: "王小明" });
  const { actor, place, field } = await openSearch({ role: "sales" });
  await actor.type(field, `${row.customer_no}{Enter}`);
  await screen.findByText("到了");
  expect(place.href).toBe(`/customer/editCustomerInfo/${row.id}`);
});

it("shows groups with counts, through which the arrows lead, and the list's own search where there is more", async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) await makeCustomer(db, { name: `公海客户${number}` });
  const { actor, place, field } = await openSearch({ role: "sales" });
  await actor.type(field, "公海客户");
  const customers = await screen.findByRole("group", { name: "客户 前 5 条" });
  expect(within(customers).getAllByRole("option")).toHaveLength(7);
  expect(within(screen.getByRole("group", { name: "页面 1" })).getByRole("option").textContent).toBe(
    "公海客户客户管理",
  );
  await actor.keyboard("{ArrowUp}{ArrowUp}");
  const chosen = screen.getByRole("option", { selected: true });
  expect(chosen.textContent).toBe("在“公海客户”中查看全部");
  await actor.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}{Enter}");
  await screen.findByText("到了");
  expect(place.href).toBe(`/customer/publicCustomer?keyword=${encodeURIComponent("公海客户")}`);
});

it("asks once per pause, and nothing of a word that is being composed", async () => {
  await makeCustomer(db, { name: "王小明" });
  const { actor, asked, field } = await openSearch({ role: "sales" });
  const searches = () => asked.filter((line) => line.startsWith("GET /api/search"));
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: "wang" }, isComposing: true });
  fireEvent.input(field, { target: { value: "王" }, isComposing: true });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  fireEvent.compositionEnd(field);
  // Safari's key comes after the word.
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  await screen.findByRole("option", { name: /王小明/ });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(screen.queryByText("到了")).toBeNull();
  await actor.type(field, "小明");
  await waitFor(() => expect(field.closest("[role=dialog]")?.querySelector("[aria-busy=true]")).toBeNull());
  expect(searches().length).toBeLessThan(4);
  expect(searches().some((line) => line.includes("wang"))).toBe(false);
});

it("says that nothing was found, and why nothing could be looked for", async () => {
  const { actor, field } = await openSearch({ role: "sales" });
  await actor.type(field, "没有此人");
  await screen.findByText("没有找到“没有此人”");
  const answering = globalThis.fetch;
  vi.stubGlobal("fetch", async () =>
    Response.json({ code: 42900, message: "操作过于频繁，请稍后再试" }, { status: 429 }),
  );
  await actor.type(field, "吗");
  await screen.findByText("操作过于频繁，请稍后再试");
  vi.stubGlobal("fetch", answering);
  await actor.click(screen.getByRole("button", { name: "重试" }));
  await screen.findByText("没有找到“没有此人吗”");
});

it("offers somebody without customers the pages of his menu, without asking the server", async () => {
  const { actor, asked, field } = await openSearch({ permissions: ["customer:blacklist:view"] });
  expect(screen.getByText("可以搜索：页面和操作的名称、拼音首字母")).toBeDefined();
  await actor.type(field, "公海");
  await screen.findByText("没有找到“公海”");
  await actor.clear(field);
  await actor.type(field, "黑名");
  expect(optionNames()).toEqual(["黑名单客户管理"]);
  expect(asked.some((line) => line.startsWith("GET /api/search"))).toBe(false);
});

it("begins acts by name or pinyin, those that one may and the last one first, and asks for the record of one", async () => {
  const row = await makeCustomer(db, { name: "王小明", owner_id: seller.id });
  await makeCustomer(db, { name: "王公海" });
  const { actor, place, field } = await openSearch({ as: seller });
  expect(optionNames()).toContain("新增客户询盘客户");
  expect(optionNames().some((name) => name?.startsWith("新增员工"))).toBe(false);
  await actor.type(field, "xgj");
  await screen.findByRole("option", { name: /写跟进/ });
  await actor.keyboard("{Enter}");
  await screen.findByText("写跟进：先选择记录");
  await actor.type(field, "王");
  await screen.findByRole("option", { name: /王小明/ });
  expect(screen.queryByRole("option", { name: /王公海/ })).toBeNull();
  await actor.clear(field);
  await actor.keyboard("{Backspace}");
  await waitFor(() => expect(optionNames()[0]).toBe("写跟进询盘客户"));
  await actor.click(screen.getByRole("option", { name: /写跟进/ }));
  await actor.type(field, "小明");
  await screen.findByRole("option", { name: /王小明/ });
  await actor.keyboard("{Enter}");
  await screen.findByText("到了");
  expect(place.href).toBe(`/customer/editCustomerInfo/${row.id}?tab=trackings&write=1`);
});

it("knows the initials of every page and act as a dictionary of pinyin does", () => {
  const titles = allScreens.flatMap(({ title, acts = [] }) => [title, ...acts.map((act) => act.title)]);
  const expected = (title: string) =>
    pinyin(title, { pattern: "first", toneType: "none", type: "array", nonZh: "consecutive" }).join("").toLowerCase();
  expect(titles.map(initialsOf)).toEqual(titles.map(expected));
});

it("shows each kind once: an agent's leads, and what it is owed", async () => {
  const { id: agent_id } = await makeAgentWith(db, { manager_id: seller.id, name: "海川置业" });
  const lead = await makeLead(db, { agent_id, customer_name: "海川客户" });
  const amounts = { total_amount: "1.00", adjust_total: "0.00", tax_amount: "0.00", payable_total: "1.00" };
  await db.insert(accountStatement).values({
    ...{ statement_no: "DZ2026110001", agent_id, settle_cycle: "monthly", currency: "JPY", item_count: 1 },
    ...{ period_from: "2026-11-01", period_to: "2026-11-30", ...amounts },
  });
  const { actor, field } = await openSearch({ role: "super_admin" });
  await actor.type(field, "海川");
  const owed = within(await screen.findByRole("group", { name: "对账单 1" }));
  expect(owed.getByRole("option").textContent).toBe("DZ2026110001海川置业 · 2026-11-01 至 2026-11-30 · 草稿");
  const leads = within(screen.getByRole("group", { name: "报备 1" }));
  expect(leads.getByRole("option").textContent).toContain(lead.clue_no);
});
