import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { inArray } from "drizzle-orm";
import { afterAll, beforeEach, expect, it } from "vitest";
import * as districtEdit from "~/app/routes/region/district/district-edit";
import * as regionalList from "~/app/routes/region/district/regional-list";
import * as threeLevelList from "~/app/routes/region/district/three-level-list";
import * as twoLevelList from "~/app/routes/region/district/two-level-list";
import { type DistrictFields, district } from "~/contract/region/district";
import { district as table } from "~/server/database/tables/region/geography";
import { answer, chooseTool, routeTest } from "../../../support/route-test";

const lists = "/regionalManage/countryList";
const others = {
  [`${lists}/regionalList`]: regionalList,
  [`${lists}/twoLevelList`]: twoLevelList,
  [`${lists}/threeLevelList`]: threeLevelList,
};
const { db, api, staff, open } = routeTest({
  path: `${lists}/regionalList`,
  module: regionalList,
  others: { ...others, [`${lists}/regionalList`]: regionalList },
  ready: () => screen.findByRole("search"),
});
const keeper = staff({ role: "estate_manager" });

/** A country of which the baseline has no districts: nothing of it is changed. */
const clear = () => db.delete(table).where(inArray(table.country_code, ["IS"]));
beforeEach(clear);
afterAll(clear);

async function add(name_zh: string, parent_id: number | null = null, more: Partial<DistrictFields> = {}) {
  const body = { country_code: "IS", name_zh, parent_id, ...more };
  return (await (await api.as(keeper.id))(district.create, { body })).data.id;
}

async function rowOf(name: string) {
  const row = (await screen.findByText(name, { selector: "td a" })).closest("tr");
  if (!row) throw new Error(`${name} stands in no row`);
  return within(row);
}
const crumbs = () => screen.getByLabelText("区域层级").textContent;

it("shows a country's districts with the numbers below them, its way and its tree, opened part by part", async () => {
  const capital = await add("首都区", null, { code: "C", is_hot: true });
  await add("雷克雅未克", capital, { avg_unit_price: "5200", avg_unit_currency: "EUR" });
  const { actor } = await open("?country=IS");
  const row = await rowOf("首都区");
  expect(row.getByText("热门")).toBeDefined();
  expect(row.getByText("首都区").closest("a")?.getAttribute("href")).toBe(
    `${lists}/twoLevelList?country=IS&parent_id=${capital}`,
  );
  // The name leads there.
  expect(row.queryByText("下级")).toBeNull();
  expect(crumbs()).toContain("冰岛");
  expect(screen.getByText("新增一级区域")).toBeDefined();
  await actor.click(await screen.findByLabelText("首都区的下级"));
  expect(await screen.findByText("雷克雅未克")).toBeDefined();
});

it("says where one is below a district, and asks for its own level", async () => {
  const capital = await add("首都区");
  const city = await add("雷克雅未克", capital);
  await add("老城", city);
  const { asked } = await open(`?country=IS&parent_id=${city}`, {
    path: `${lists}/threeLevelList`,
    module: threeLevelList,
  });
  expect((await rowOf("老城")).getByText("雷克雅未克")).toBeDefined();
  expect(crumbs()).toMatch(/冰岛›首都区›雷克雅未克›三级区域$/);
  expect(asked.some((line) => line.includes("level=3"))).toBe(true);
});

it("takes a district and all below it out of use after asking how many, and back with them", async () => {
  const capital = await add("首都区");
  await add("雷克雅未克", capital);
  const { actor } = await open("?country=IS");
  const act = async (name: string) => {
    const row = await rowOf("首都区");
    if (!row.queryByText(name, { selector: "button" })) await actor.click(row.getByLabelText(/更多/));
    await actor.click(row.queryByText(name, { selector: "button" }) ?? (await screen.findByRole("menuitem", { name })));
  };
  await act("停用");
  const asked = within(await screen.findByRole("dialog", { name: "停用区域" }));
  expect(asked.getByText(/及其下级 1 个区域将一起停用/)).toBeDefined();
  await actor.click(asked.getByRole("button", { name: "停用" }));
  expect(await screen.findByText("已停用")).toBeDefined();
  await act("启用");
  const form = within(await screen.findByRole("dialog", { name: "启用区域" }));
  await actor.click(await form.findByLabelText("同时启用全部下级区域"));
  await actor.click(form.getByText("启用", { selector: "button *" }));
  expect(await screen.findByText("已启用")).toBeDefined();
  const rows = await db
    .select()
    .from(table)
    .where(inArray(table.country_code, ["IS"]));
  expect(rows.map(({ status }) => status)).toEqual(["enabled", "enabled"]);
  await act("删除");
  await answer(actor, "删除区域", "删除");
  expect(await screen.findByText("存在关联数据，不能删除（下级区域 1）")).toBeDefined();
});

it("puts siblings into their order, by the menu of their grips", async () => {
  for (const name of ["甲", "乙", "丙"]) await add(name);
  const { actor } = await open("?country=IS");
  await chooseTool(actor, "调整顺序");
  const dialog = within(await screen.findByRole("dialog", { name: "冰岛：一级区域排序" }));
  await actor.click(await dialog.findByRole("button", { name: "移动丙" }));
  await actor.click(await screen.findByRole("menuitem", { name: "移到最前" }));
  await actor.click(dialog.getByRole("button", { name: "保存顺序" }));
  expect(await screen.findByText("顺序已保存")).toBeDefined();
  const { data } = await (await api.as(keeper.id))(district.list, { query: { country: "IS" } });
  expect(data.list.map(({ name_zh }) => name_zh)).toEqual(["丙", "甲", "乙"]);
});

const editPath = "/regionalManage/district-edit";
const openEdit = (search: string) =>
  open(search, {
    ...{ path: editPath, module: districtEdit, ready: () => screen.findByLabelText(/^中文名/) },
    others: { [`${lists}/twoLevelList`]: () => <p>区域列表</p> },
  });
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("adds a district below another, keeps what was typed when it is refused, and changes it", async () => {
  const capital = await add("首都区", null, { code: "C" });
  await add("雷克雅未克", capital);
  const { actor, place } = await openEdit(`?country=IS&parent_id=${capital}`);
  type(/^中文名/, "雷克雅未克");
  await actor.click(screen.getByText("保存"));
  expect(await screen.findByText("数据已存在：同级区域的中文名")).toBeDefined();
  expect(screen.getByLabelText(/^中文名/)).toHaveProperty("value", "雷克雅未克");
  type(/^中文名/, "海边");
  await waitFor(() => expect(screen.getByText("保存").closest("button")).toHaveProperty("disabled", false));
  await actor.click(screen.getByText("保存"));
  expect(await screen.findByText("已新增")).toBeDefined();
  await waitFor(() => expect(place.href).toMatch(/\?id=\d+$/));
  await waitFor(() => expect(screen.getByLabelText(/^代码/)).toHaveProperty("value", "C-02"));
  type(/^代码/, "SEA");
  await actor.click(screen.getByText("保存"));
  expect(await screen.findByText("已保存")).toBeDefined();
  await waitFor(() => expect(screen.getByText("保存").closest("button")).toHaveProperty("disabled", false));
  await actor.click(screen.getByText("取消"));
  await waitFor(() => expect(place.href).toBe(`${lists}/twoLevelList?country=IS&parent_id=${capital}`));
  const rows = await db
    .select()
    .from(table)
    .where(inArray(table.name_zh, ["海边"]));
  expect(rows.find(({ country_code }) => country_code === "IS")?.path).toBe("/is/C/SEA");
});
