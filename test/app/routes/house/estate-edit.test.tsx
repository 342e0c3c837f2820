import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { estateSections } from "~/app/routes/house/estate/edit/estate-sections";
import * as estateDetail from "~/app/routes/house/estate/estate-detail";
import { estate as contract } from "~/contract/house/estate";
import { checkKeys, estateAudit } from "~/contract/house/estate-audit";
import { EstateFields } from "~/contract/house/estate-record";
import { estateAudit as audits, estate as table } from "~/server/database/tables/house/estate";
import { stored } from "~/test/support/idb-memory";
import { estateFacts, givePictures, makeEstate, makeRoom } from "../../../support/estate";
import { testNow } from "../../../support/factories";
import { wardOf } from "../../../support/mansion-application";
import { routeTest } from "../../../support/route-test";

const path = "/house/estate-list/estate-detail";
const { db, api, staff, open } = routeTest({
  path,
  module: estateDetail,
  others: { "/house/estate-list": () => <p>房源检索</p> },
  ready: () => screen.findByText("保存"),
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

it("opens the tab where something is missing and keeps what was typed in the others; saved, it goes on with the rooms", async () => {
  const { place } = await open(path);
  expect(tab("户型").closest("button")).toHaveProperty("disabled", true);
  type(/^项目名称/, "云汀");
  fireEvent.click(tab("SEO"));
  await screen.findByText(/（保存后按名称生成）/);
  save();
  // The first tab has what is missing as well.
  await waitFor(() => expect(place.href).toBe(`${path}?edit=basics`));
  for (const name of ["基本", "位置", "价格费用"]) expect(isWrong(name)).toBe(true);
  expect(isWrong("SEO")).toBe(false);
  expect(screen.getByText("请输入开发商")).toBeDefined();
  expect(input(/^项目名称/)).toHaveProperty("value", "云汀");
  expect(await db.select().from(table)).toHaveLength(0);
});

it("sends all tabs at once from a draft, and goes on with the rooms of the new estate", async () => {
  const values = estateFacts(await wardOf(db));
  stored.set(`draft:${keeper.id}:estate-new`, { values, extra: {}, at: testNow.getTime() });
  const { place } = await open(path);
  fireEvent.click(await screen.findByText("恢复草稿"));
  save();
  expect(await screen.findByText("已新增，请继续填写户型和图片")).toBeDefined();
  const [row] = await db.select().from(table);
  await waitFor(() => expect(place.href).toBe(`${path}?id=${row?.id}&edit=rooms`));
  expect(row).toMatchObject({ name: "云汀·湾岸塔", audit_status: "draft", price_min: "59800000.00" });
});

it("leads down from a prefecture, which it does not offer itself, to a ward; one finds it by either name", async () => {
  const ward = await wardOf(db);
  const { id } = await makeEstate(db, { district_id: ward, audit_status: "draft", publish_status: "offline" });
  const { actor } = await open(`${path}?id=${id}&edit=place`);
  const field = await screen.findByLabelText(/^区域/, { selector: "input" });
  await actor.click(field);
  await actor.click(await screen.findByRole("option", { name: /^东京都.*下级/ }));
  await actor.click(await screen.findByRole("option", { name: /^新宿区/ }));
  await actor.click(await screen.findByRole("option", { name: /选择本级$/ }));
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

it("shows both sides of what somebody else has saved meanwhile, a rule among them", async () => {
  const { id } = await makeEstate(db, { district_id: await wardOf(db), audit_status: "draft" });
  await open(`${path}?id=${id}&edit=commission`);
  type(/^佣金说明/, "我写的说明");
  await db.update(table).set({ commission_note: "他写的说明", version: 2 }).where(eq(table.id, id));
  save();
  expect(await screen.findByText("他写的说明")).toBeDefined();
  const resolve = screen.getByText("按所选内容保存");
  await waitFor(() => expect(resolve.closest("button")).toHaveProperty("disabled", false));
  fireEvent.click(resolve);
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await rowOf(id)).toMatchObject({ commission_note: "我写的说明", version: 3 });
});

it("fills in again what a review has refused", async () => {
  const { id } = await makeEstate(db, { district_id: await wardOf(db) });
  const ask = await api.as(editor.id);
  const { proposed: _, rules, ...record } = (await ask(contract.get, { params: { id } })).data;
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
  expect(await screen.findByText(/提交前需要：相册至少一张外观/)).toBeDefined();
  unmount();
  await givePictures(db, id);
  const { place } = await open(`${path}?id=${id}&edit=basics`);
  type(/^项目名称/, "云汀二期");
  fireEvent.click(screen.getByText("提交审核"));
  expect(await screen.findByText("有未保存的修改，请先保存")).toBeDefined();
  save();
  await screen.findByText("云汀二期", { selector: "h2" });
  fireEvent.click(screen.getByText("提交审核"));
  await waitFor(() => expect(place.href).toBe(`${path}?id=${id}`));
  expect(await rowOf(id)).toMatchObject({ audit_status: "pending", name: "云汀二期" });
});
