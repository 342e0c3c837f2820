import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { estateSections } from "~/app/routes/house/estate/edit/estate-sections";
import * as estateDetail from "~/app/routes/house/estate/estate-detail";
import { estate as contract } from "~/contract/house/estate";
import { checkKeys, estateAudit } from "~/contract/house/estate-audit";
import { EstateFields } from "~/contract/house/estate-record";
import { estateAudit as audits, room as rooms, estate as table } from "~/server/database/tables/house/estate";
import { album as pictures } from "~/server/database/tables/house/property";
import { stored } from "~/test/support/idb-memory";
import { givePictures, makeEstate, makeRoom } from "../../../support/estate";
import { testNow } from "../../../support/factories";
import { wardOf } from "../../../support/mansion-application";
import { chooseOption, routeTest } from "../../../support/route-test";
import { writeRich } from "../../../support/write-rich";

const path = "/house/estate-list/estate-detail";
const { db, api, staff, open } = routeTest({
  path,
  module: estateDetail,
  others: { "/house/estate-list": () => <p>房源检索</p> },
  ready: () => screen.findByText(/^(保存|存草稿)$/),
});
const keeper = staff({ role: "estate_manager" });
const editor = staff({ permissions: ["house:estate:view", "house:estate:edit", "house:estate:create"] });
const input = (label: RegExp) => screen.getByLabelText(label, { selector: "input, textarea" });
const type = (label: RegExp, value: string) => fireEvent.change(input(label), { target: { value } });
const tab = (name: string) => screen.getByText(name, { selector: "[role=tab] *" });
const save = () => fireEvent.click(screen.getByText("保存"));
const isWrong = (name: string) => tab(name).closest("button")?.querySelector("[aria-label=有错误]") !== null;
const rowOf = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];

it("has every field of an estate in one of its tabs, once", () => {
  const names = estateSections(undefined, false).flatMap(({ fields }) =>
    fields.flatMap((entry) =>
      typeof entry === "string" ? entry : [entry.name, ...(entry.longitude ? [entry.longitude] : [])],
    ),
  );
  expect(names.sort()).toEqual(Object.keys(EstateFields.shape).sort());
});

it("saves a draft by its name and place, and asks for the rest at its submission, each in its tab", async () => {
  const district_id = await wardOf(db);
  stored.set(`draft:${keeper.id}:estate-begin`, {
    ...{ values: { name: "汐见云庭", country_code: "TH", district_id }, extra: {}, at: testNow.getTime() },
  });
  const { place, actor } = await open(path);
  // The first of the countries is there already; what was typed before comes back.
  await waitFor(() => expect(input(/^国家\/地区/)).not.toHaveProperty("value", ""));
  fireEvent.click(await screen.findByText("恢复草稿"));
  fireEvent.click(screen.getByText("存草稿"));
  expect(await screen.findByText("区域不在所选国家/地区内")).toBeDefined();
  const choose = async (label: RegExp, option: RegExp) => {
    await chooseOption(actor, input(label), option);
  };
  await choose(/^国家\/地区/, /^日本/);
  // A district is in its country.
  expect(input(/^区域/)).toHaveProperty("value", "");
  await actor.type(input(/^区域/), "港区");
  await actor.click(await screen.findByRole("option", { name: "东京都 港区" }));
  fireEvent.click(screen.getByText("存草稿"));
  expect(await screen.findByText("草稿已保存，请继续填写")).toBeDefined();
  const [row] = await db.select().from(table);
  await waitFor(() => expect(place.href).toBe(`${path}?id=${row?.id}&edit=basics`));
  expect(row).toMatchObject({ name: "汐见云庭", audit_status: "draft", currency: "JPY", price_min: null });
  expect(window.localStorage.getItem("estate-country")).toBe("JP");

  fireEvent.click(await screen.findByText("提交审核"));
  expect(await screen.findByText(/^还不能提交审核，还缺：物业类型/)).toBeDefined();
  await waitFor(() => expect(screen.getByText("提交审核前需要：开发商")).toBeDefined());
  for (const name of ["基本", "位置", "价格费用"]) await waitFor(() => expect(isWrong(name)).toBe(true));
  expect(isWrong("SEO")).toBe(false);
  type(/^开发商/, "汐见不动产");
  fireEvent.click(screen.getByText("价格费用：总价下限、总价上限"));
  await waitFor(() => expect(place.href).toBe(`${path}?id=${row?.id}&edit=price`));
  const typed = await screen.findByLabelText(/^总价下限/, { selector: "input" });
  fireEvent.change(typed, { target: { value: "59800000" } });
  expect(screen.getByText("5,980万日元")).toBeDefined();
  // Another country, another currency; what was typed in another tab is still there.
  fireEvent.click(screen.getByText("位置：地址"));
  await screen.findByLabelText(/^国家\/地区/, { selector: "input" });
  await choose(/^国家\/地区/, /^泰国/);
  expect(screen.getByText("5,980万泰铢")).toBeDefined();
  await choose(/^国家\/地区/, /^日本/);
  await actor.type(input(/^区域/), "港区");
  await actor.click(await screen.findByRole("option", { name: "东京都 港区" }));
  save();
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await rowOf(row?.id ?? 0)).toMatchObject({ developer: "汐见不动产", price_min: "59800000.00", address: null });
});

it("keeps an approved estate from losing what its submission demanded", async () => {
  const { id } = await makeEstate(db, { district_id: await wardOf(db) });
  await open(`${path}?id=${id}&edit=basics`);
  type(/^总户数/, "");
  save();
  expect(await screen.findByText("请填写总户数")).toBeDefined();
  expect((await rowOf(id))?.total_units).toBe(320);
});

it("counts a layout's plan in the album, and takes one of the album for a layout", async () => {
  const { id } = await makeEstate(db, { district_id: await wardOf(db), audit_status: "draft" });
  await givePictures(db, id);
  const { floor_plan_id } = await makeRoom(db, { estate_id: id, name: "A1" });
  const { actor } = await open(`${path}?id=${id}&edit=pictures`);
  expect(await screen.findByText("户型中的户型图 1")).toBeDefined();
  expect(screen.getByLabelText("查看A1的户型图")).toBeDefined();
  fireEvent.click(tab("户型"));
  fireEvent.click(await screen.findByText("删除"));
  const question = within(await screen.findByRole("dialog", { name: "删除户型" }));
  expect(question.getByText(/其户型图随之删除，不再计入相册。$/)).toBeDefined();
  await actor.click(question.getByText("取消"));
  await actor.click(await screen.findByText("编辑"));
  const dialog = within(await screen.findByRole("dialog", { name: "编辑户型 A1" }));
  const [choice] = await dialog.findAllByLabelText(/^选用/);
  await actor.click(choice as HTMLElement);
  await actor.click(dialog.getByText("保存"));
  expect(await screen.findByText("已保存")).toBeDefined();
  const [changed] = await db.select().from(rooms);
  const album = (await db.select().from(pictures)).map(({ media_id }) => media_id);
  expect(changed?.floor_plan_id).not.toBe(floor_plan_id);
  expect(album).toContain(changed?.floor_plan_id);
  // Now it is the album's own: leaving the album, it stays the layout's.
  fireEvent.click(tab("图片"));
  await waitFor(() => expect(screen.queryByText(/^户型中的户型图/)).toBeNull());
  const removes = await screen.findAllByLabelText(/^移除/);
  await actor.click(removes.at(-1) as HTMLElement);
  expect(await screen.findByText(/其中户型 A1 的户型图不会删除，仍在户型中使用并计入相册。$/)).toBeDefined();
});

it("leads down from a prefecture, which it does not offer itself, to a ward; one finds it by either name", async () => {
  const ward = await wardOf(db);
  const { id } = await makeEstate(db, { district_id: ward, audit_status: "draft", publish_status: "offline" });
  const { actor } = await open(`${path}?id=${id}&edit=place`);
  const field = await screen.findByLabelText(/^区域/, { selector: "input" });
  await chooseOption(actor, field, /^东京都.*下级/);
  await chooseOption(actor, await screen.findByRole("option", { name: /^新宿区/ }), /选择本级$/);
  await waitFor(() => expect(field).toHaveProperty("value", "东京都 新宿区"));
  await actor.clear(field);
  await actor.type(field, "大阪");
  const wards = () => screen.getAllByRole("option", { name: /^大阪府 / });
  await waitFor(() => expect(wards().length).toBeGreaterThan(9));
  expect(screen.queryByRole("option", { name: "大阪府" })).toBeNull();
  await actor.click(wards()[0] as HTMLElement);
  save();
  await waitFor(async () => expect((await rowOf(id))?.district_id).not.toBe(ward));
});

it("says what of an approved estate waits for its review, marks it, and starts from it again", async () => {
  const { id } = await makeEstate(db, { district_id: await wardOf(db) });
  await open(`${path}?id=${id}&edit=price`, { as: editor });
  expect(
    screen.getByText("价格、地址、产权、资质、佣金、户型、相册的修改需审核，通过前对外仍显示原内容"),
  ).toBeDefined();
  type(/^总价下限/, "49800000");
  type(/^预期租金/, "249000");
  expect(screen.getByText(/留空则采用计算值6%/)).toBeDefined();
  // Without the usual taxes of a year.
  expect(screen.getByText(/留空则采用计算值4.81%/)).toBeDefined();
  save();
  expect(await screen.findByText(/^已保存；总价下限的修改已提交审核（SH/)).toBeDefined();
  const waiting = await screen.findByText(/^变更审核中，对外仍为：/);
  expect(waiting.textContent).toBe("变更审核中，对外仍为：5,980万日元");
  // The form takes over what was saved once the page has been asked for again.
  await waitFor(() => expect(input(/^总价下限/)).toHaveProperty("value", "49800000.00"));
  expect(await rowOf(id)).toMatchObject({ price_min: "59800000.00", expected_rent: "249000.00" });
});

it("takes a formatted text, and says of one that somebody else has changed what it says", async () => {
  const { id } = await makeEstate(db, { district_id: await wardOf(db), description: "<p>原文</p>" });
  await open(`${path}?id=${id}&edit=intro`);
  await writeRich("周边", "<ul><li><p>公园</p></li></ul>");
  await writeRich("介绍", "<p>临<strong>海</strong></p>");
  await db.update(table).set({ description: "<p>他<em>写</em>的</p>", version: 2 }).where(eq(table.id, id));
  save();
  expect(await screen.findByText("他写的")).toBeDefined();
  const resolve = screen.getByText("按所选内容保存");
  await waitFor(() => expect(resolve.closest("button")).toHaveProperty("disabled", false));
  fireEvent.click(resolve);
  expect(await screen.findByText("已保存")).toBeDefined();
  const row = await rowOf(id);
  expect(row?.surroundings).toBe("<ul><li><p>公园</p></li></ul>");
  expect(row?.description).toContain("<p>临<strong>海</strong></p>");
});

it("fills in again what a review has refused", async () => {
  const { id } = await makeEstate(db, { district_id: await wardOf(db) });
  const ask = await api.as(editor.id);
  const { rules, ...record } = (await ask(contract.get, { params: { id } })).data;
  await ask(contract.update, { params: { id }, body: { ...record, ...rules, developer: "新开发商" } });
  const [review] = await db.select().from(audits);
  const check_items = checkKeys.map((key) => ({ key, pass: true, note: null }));
  await (await api.as(keeper.id))(estateAudit.reject, {
    params: { id: review?.id ?? 0 },
    body: { check_items, reject_reason: "other", note: "资料不全，请补充", version: review?.version ?? 0 },
  });
  await open(`${path}?id=${id}&edit=basics`, { as: editor });
  expect(screen.getByText(/资料不全，请补充/)).toBeDefined();
  fireEvent.click(screen.getByText("采用被驳回的内容"));
  await waitFor(() => expect(input(/^开发商/)).toHaveProperty("value", "新开发商"));
  expect((await rowOf(id))?.developer).toBe("云汀不动产");
});

it("adds a copy of a room, locks the prices that rooms decide, and goes on with what was typed before", async () => {
  const { id } = await makeEstate(db, { district_id: await wardOf(db), audit_status: "draft" });
  await makeRoom(db, { estate_id: id, name: "A1", price_max: "128000000.00" });
  const { actor } = await open(`${path}?id=${id}&edit=price`);
  expect(input(/^总价下限/)).toHaveProperty("disabled", true);
  type(/^预期租金/, "249000");
  fireEvent.click(tab("户型"));
  fireEvent.click(await screen.findByText("复制"));
  const dialog = within(await screen.findByRole("dialog", { name: "新增户型" }));
  const price = await dialog.findByLabelText(/^总价上限/);
  expect(dialog.getByLabelText(/^户型名称/)).toHaveProperty("value", "A1 副本");
  fireEvent.change(price, { target: { value: "158000000" } });
  await actor.click(dialog.getByText("保存"));
  expect(await screen.findByText("A1 副本")).toBeDefined();
  fireEvent.click(tab("价格费用"));
  // What the rooms have changed is there; what was typed is not lost.
  await waitFor(() => expect(input(/^总价上限/)).toHaveProperty("value", "158000000.00"));
  expect(input(/^预期租金/)).toHaveProperty("value", "249000");
  save();
  await waitFor(async () => expect(await rowOf(id)).toMatchObject({ expected_rent: "249000.00" }));
});

it("is submitted once it has what that needs, and not with something unsaved", async () => {
  const { id } = await makeEstate(db, {
    district_id: await wardOf(db),
    audit_status: "draft",
    publish_status: "offline",
  });
  const { unmount } = await open(`${path}?id=${id}&edit=basics`);
  fireEvent.click(screen.getByText("提交审核"));
  expect(await screen.findByText(/^还不能提交审核，还缺：至少一张外观、/)).toBeDefined();
  unmount();
  await givePictures(db, id);
  const { place } = await open(`${path}?id=${id}&edit=basics`);
  type(/^楼盘名称/, "云汀二期");
  fireEvent.click(screen.getByText("提交审核"));
  expect(await screen.findByText("有未保存的修改，请先保存")).toBeDefined();
  save();
  await screen.findByText("云汀二期", { selector: "h2" });
  fireEvent.click(screen.getByText("提交审核"));
  await waitFor(() => expect(place.href).toBe(`${path}?id=${id}`));
  expect(await rowOf(id)).toMatchObject({ audit_status: "pending", name: "云汀二期" });
});
