import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { and, eq, isNull } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as mansionEdit from "~/app/routes/house/mansion/mansion-edit";
import * as mansionList from "~/app/routes/house/mansion/mansion-list";
import { type MansionFields, mansion } from "~/contract/house/mansion";
import { album, mansion as table } from "~/server/database/tables/house/property";
import { district } from "~/server/database/tables/region/geography";
import { makeMedia, testNow } from "../../../support/factories";
import { stored } from "../../../support/idb-memory";
import { answer, chooseAct, routeTest } from "../../../support/route-test";

const path = "/house/mansion-management";
const edit = `${path}/mansion-management-edit`;
const { db, api, staff, open } = routeTest({
  path,
  module: mansionList,
  others: { [edit]: () => <p>楼栋页</p> },
  ready: () => screen.findByRole("search"),
});
const keeper = staff({ role: "estate_manager" });
let minato = 0;

beforeEach(async () => {
  const where = and(eq(district.country_code, "JP"), eq(district.code, "13103"));
  minato = (await db.select().from(district).where(where))[0]?.id ?? 0;
});

const facts = () => ({ country_code: "JP", district_id: minato, address: "芝浦3丁目2番1号", built_at: "2024-03" });
async function add(name: string, body: Partial<MansionFields> = {}) {
  const reply = await (await api.as(keeper.id))(mansion.create, { body: { ...facts(), name, ...body } });
  return reply.data.id;
}
const openEdit = (search = "") =>
  open(search, { path: edit, module: mansionEdit, ready: () => screen.findByRole("navigation", { name: "页内导航" }) });
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const rowOf = (name: RegExp) => screen.getByRole("row", { name });

it("lists buildings, narrowed by country, and takes one out of use and away after asking", async () => {
  await add("云汀湾岸塔", { total_units: 420, currency: "JPY", avg_unit_price: "1850000", structure: "RC" });
  const { actor } = await open(`${path}?country=JP&built_min=2020`);
  const row = rowOf(/云汀湾岸塔/);
  expect(within(row).getByText("185万日元/㎡")).toBeDefined();
  // A month is no moment.
  expect(within(row).getByText("2024-03")).toBeDefined();
  expect(within(row).getByRole("link", { name: "云汀湾岸塔" }).getAttribute("href")).toMatch(
    /mansion-management-edit\?id=/,
  );

  await chooseAct(actor, row, "停用");
  await answer(actor, "停用楼栋", "停用");
  expect(await screen.findByText("已停用")).toBeDefined();
  await waitFor(() => expect(within(rowOf(/云汀湾岸塔/)).getByText("停用", { selector: "span" })).toBeDefined());
  expect((await db.select().from(table))[0]?.status).toBe("disabled");

  await chooseAct(actor, rowOf(/云汀湾岸塔/), "启用");
  expect(await screen.findByText("已启用")).toBeDefined();
  expect((await db.select().from(table))[0]?.status).toBe("enabled");
  await chooseAct(actor, rowOf(/云汀湾岸塔/), "删除");
  await answer(actor, "删除楼栋", "删除");
  expect(await screen.findByText("已删除")).toBeDefined();
  expect(await db.select().from(table).where(isNull(table.deleted_at))).toEqual([]);
});

it("offers no act to who may only look", async () => {
  await add("云汀湾岸塔");
  await open("", { permissions: ["house:mansion:view"], scope: "all" });
  expect(screen.getByText("云汀湾岸塔")).toBeDefined();
  expect(screen.queryByRole("link", { name: "云汀湾岸塔" })).toBeNull();
  expect(screen.queryByText("新增")).toBeNull();
  expect(screen.queryByText("编辑")).toBeNull();
});

it("merges: the other chosen, looked at, turned round, and leads to the one that stays", async () => {
  const [remaining, gone] = [
    await add("云汀湾岸塔", { developer: "晴海开发" }),
    await add("云汀湾岸塔二号", { address: "芝浦3丁目2番2号" }),
  ];
  const { actor, place } = await open(`${path}?merge=${remaining}`);
  const dialog = within(await screen.findByRole("dialog", { name: /^合并楼栋 云汀湾岸塔（/ }));
  await actor.click(await dialog.findByText(/名称相似/));
  expect(await dialog.findByText("晴海开发")).toBeDefined();
  expect(dialog.getByText(/合并后不能恢复/)).toBeDefined();
  await actor.click(dialog.getByText("交换方向"));
  await waitFor(() => expect(place.href).toBe(`${path}?merge=${gone}&into=${remaining}`));
  await answer(actor, /^合并楼栋 云汀湾岸塔二号（/, "合并");
  expect(await screen.findByText("已并入 云汀湾岸塔（LD2611200001）")).toBeDefined();
  await waitFor(() => expect(place.href).toBe(`${edit}?id=${remaining}`));
  const row = (await db.select().from(table).where(eq(table.id, gone)))[0];
  expect(row).toMatchObject({ status: "merged", merged_to_id: remaining });
});

it("adds a building, warns of one that looks like it, and tells the same one by its number", async () => {
  const other = await add("云汀湾岸塔");
  const { place } = await openEdit();
  await screen.findByText("添加车站");
  type(/^楼栋名/, "云汀湾岸塔");
  fireEvent.blur(screen.getByLabelText(/^楼栋名/));
  const notice = within(await screen.findByRole("region", { name: "相似楼栋" }));
  expect(notice.getByRole("link", { name: /LD2611200001/ }).getAttribute("href")).toBe(`${edit}?id=${other}`);

  fireEvent.click(screen.getByText("保存"));
  expect(await screen.findByText("请输入地址")).toBeDefined();
  expect(await db.select().from(table)).toHaveLength(1);
  expect(place.href).toBe(edit);
});

it("makes a building of a draft and goes on at its page, where its pictures are saved by themselves", async () => {
  const values = { ...facts(), name: "云汀湾岸塔" };
  stored.set(`draft:${keeper.id}:mansion-new`, { values, extra: {}, at: testNow.getTime() });
  const { place, unmount } = await openEdit();
  fireEvent.click(await screen.findByText("恢复草稿"));
  fireEvent.click(screen.getByText("保存"));
  expect(await screen.findByText("已新增")).toBeDefined();
  const [{ id = 0 } = {}] = await db.select().from(table);
  await waitFor(() => expect(place.href).toBe(`${edit}?id=${id}`));
  unmount();

  const picture = await makeMedia(db, { uploader: keeper.id, scene: "album", name: "外观.png" });
  const saved = { owner_type: "mansion", owner_id: id, media_id: picture.id, category: "exterior", sort: 0 } as const;
  await db.insert(album).values(saved);
  await openEdit(`?id=${id}`);
  fireEvent.click(await screen.findByLabelText("移除外观.png"));
  const asked = within(await screen.findByRole("dialog", { name: "移除图片" }));
  fireEvent.click(asked.getByText("移除"));
  fireEvent.click(screen.getByText("保存相册"));
  expect(await screen.findByText("相册已保存")).toBeDefined();
  expect(await db.select().from(album)).toEqual([]);
});

it("changes a building, and keeps what was typed when the name and address are another's", async () => {
  await add("云汀湾岸塔");
  const id = await add("晴海公馆", { stations: [{ line: "山手线", station: "田町", walk_min: 9, bus_min: null }] });
  await openEdit(`?id=${id}`);
  await screen.findByText("最近车站");
  type(/^楼栋名/, "云汀湾岸塔");
  fireEvent.click(screen.getByText("保存"));
  expect(await screen.findByText("同名同址的楼栋已存在")).toBeDefined();
  expect(screen.getByLabelText(/^楼栋名/)).toHaveProperty("value", "云汀湾岸塔");
  type(/^楼栋名/, "晴海公馆一期");
  await waitFor(() => expect(screen.getByText("保存").closest("button")).toHaveProperty("disabled", false));
  fireEvent.click(screen.getByText("保存"));
  expect(await screen.findByText("已保存")).toBeDefined();
  const [row] = await db.select().from(table).where(eq(table.id, id));
  expect(row).toMatchObject({ name: "晴海公馆一期", version: 2, stations: [{ station: "田町" }] });
  expect(screen.getByRole("link", { name: "合并" }).getAttribute("href")).toBe(`${path}?merge=${id}`);
});

it("shows a merged building as it was, with the way to the one that stayed", async () => {
  const [remaining, gone] = [await add("云汀湾岸塔"), await add("晴海公馆")];
  const ask = await api.as(keeper.id);
  await ask(mansion.merge, { params: { id: gone }, body: { into_id: remaining, version: 1 } });
  await openEdit(`?id=${gone}`);
  expect((await screen.findByRole("link", { name: "云汀湾岸塔（LD2611200001）" })).getAttribute("href")).toBe(
    `${edit}?id=${remaining}`,
  );
  expect(screen.queryByText("保存")).toBeNull();
  expect(screen.getByText("芝浦3丁目2番1号")).toBeDefined();
});
