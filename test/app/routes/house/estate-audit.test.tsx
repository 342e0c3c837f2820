import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
// Fetched when they are first shown, which on a busy machine takes longer than one waits for them.
import "~/app/blocks/form/record-form";
import "~/app/routes/house/estate-audit/review-drawer";
import * as auditList from "~/app/routes/house/estate-audit/estate-audit-list";
import { estate } from "~/contract/house/estate";
import { checkLabels, estateAudit } from "~/contract/house/estate-audit";
import type { EstateFields } from "~/contract/house/estate-record";
import { givePictures, makeEstate } from "../../../support/estate";
import { routeTest } from "../../../support/route-test";

const path = "/house/audit";
const { db, api, staff, open } = routeTest({ path, module: auditList });
const reviewer = staff({ role: "estate_manager", name: "周审核" });
const author = staff({ permissions: ["house:estate:view", "house:estate:edit"], name: "林录入" });
let editor: Awaited<ReturnType<typeof api.as>>;

beforeEach(async () => {
  editor = await api.as(author.id);
});

async function submitted(name: string) {
  const row = await makeEstate(db, { name, audit_status: "draft", publish_status: "offline" });
  await givePictures(db, row.id);
  await editor(estate.submit, { params: { id: row.id } });
  return row;
}

async function propose(id: number, changed: Partial<EstateFields>) {
  const { rules, proposed, ...record } = (await editor(estate.get, { params: { id } })).data;
  const body = { ...record, ...rules, brochure_id: null, ...proposed, ...changed };
  expect(await editor(estate.update, { params: { id }, body })).toMatchObject({ code: 200 });
}

// Not by their roles: the page under them is long, and its names would be worked out one by one.
const toolbar = () => within(screen.getByLabelText("处理审核"));
async function dialog(title: string) {
  const root = (await screen.findByText(title)).closest<HTMLElement>("[role=dialog]");
  return within(root ?? document.body);
}
const stateOf = async (id: number) =>
  (await (await api.as(reviewer.id))(estate.get, { params: { id } })).data.audit_status;

it("lists what waits, lets a new estate pass once every check is decided, and goes on to the next", async () => {
  const bay = await submitted("云汀·湾岸塔");
  await submitted("东都·樱见坂");
  const { place } = await open();
  expect(await screen.findByText("待审核 2")).toBeDefined();
  expect(screen.getAllByText("日本 东京都 港区")).toHaveLength(2);
  expect(screen.getAllByText("剩1个工作日")).toHaveLength(2);
  // What is due first: the bay was submitted before.
  fireEvent.click(screen.getAllByText("审核")[0] ?? document.body);
  expect(await screen.findByText("新增审核 SH2611200001")).toBeDefined();
  expect(place.href).toMatch(/\?id=\d+$/);
  expect(screen.getByText("59,800,000日元")).toBeDefined();
  expect(screen.getByText("疑似重复 1")).toBeDefined();

  fireEvent.click(toolbar().getByText("通过"));
  expect(screen.getByText(`请先完成检查：${Object.values(checkLabels).join("、")}`)).toBeDefined();
  fireEvent.click(screen.getAllByLabelText("不通过")[0] ?? document.body);
  fireEvent.click(screen.getByText("其余全部通过"));
  fireEvent.click(toolbar().getByText("通过"));
  expect(screen.getByText("不通过的检查项请填写说明后再通过：基本信息")).toBeDefined();
  fireEvent.change(screen.getByLabelText("基本信息的说明"), { target: { value: "户数待补" } });
  fireEvent.click(toolbar().getByText("通过"));
  const form = await dialog("通过审核");
  fireEvent.change(await form.findByLabelText("审核意见"), { target: { value: "上架前补户数" } });
  fireEvent.click(form.getByText("通过", { selector: "button *" }));

  expect(await screen.findByText("新增审核 SH2611200002")).toBeDefined();
  expect(screen.getByText("已处理 1 条 · 还有 1 条")).toBeDefined();
  expect(await stateOf(bay.id)).toBe("approved");
  fireEvent.click(screen.getByText("其余全部通过"));
  fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true });
  const last = await dialog("通过审核");
  fireEvent.change(await last.findByLabelText("审核意见"), { target: { value: "上架前补户数" } });
  fireEvent.keyDown(last.getByLabelText("审核意见"), { key: "Enter", ctrlKey: true });
  // After the last one what was decided stays.
  expect(await screen.findByText("没有待审核的了")).toBeDefined();
  expect(screen.getByText("上架前补户数", { selector: "dd" })).toBeDefined();
});

it("shows a change beside what stands, grown meanwhile too, and sends it back with a reason", async () => {
  const row = await makeEstate(db, { name: "云汀·湾岸塔", address: "芝浦4-2-1" });
  await givePictures(db, row.id);
  await propose(row.id, { address: "芝浦4-2-9" });
  const [{ id = 0 } = {}] = (await (await api.as(reviewer.id))(estateAudit.list)).data.list;
  await open(`${path}?id=${id}`);
  expect(await screen.findByText("与线上内容相比有 1 处变更")).toBeDefined();
  expect(screen.getByText("芝浦4-2-1").tagName).toBe("DEL");
  expect(screen.getByText("芝浦4-2-9").tagName).toBe("INS");
  expect(screen.queryByText("59,800,000日元")).toBeNull();
  fireEvent.click(screen.getByLabelText("显示未变更的内容"));
  expect(screen.getAllByText("59,800,000日元")).toHaveLength(2);
  fireEvent.click(screen.getAllByLabelText("不通过")[1] ?? document.body);

  // The editor goes on while it is read.
  await propose(row.id, { address: "芝浦4-2-8" });
  const refuse = async () => {
    fireEvent.click(toolbar().getByText("驳回"));
    const form = await dialog("驳回审核");
    fireEvent.click(await form.findByPlaceholderText("请选择"));
    fireEvent.click(await screen.findByText("信息缺失"));
    fireEvent.change(form.getByLabelText(/驳回说明/), { target: { value: "缺少门牌证明文件" } });
    fireEvent.click(form.getByText("驳回", { selector: "button *" }));
  };
  await refuse();
  expect(await screen.findByText("芝浦4-2-8")).toBeDefined();
  expect(screen.getByText("数据已被他人修改，请刷新")).toBeDefined();
  expect(screen.getAllByLabelText("不通过")[1]).toHaveProperty("checked", true);
  await refuse();
  expect(await screen.findByText("没有待审核的了")).toBeDefined();
  expect(screen.getByText("缺少门牌证明文件")).toBeDefined();
  expect(await stateOf(row.id)).toBe("approved");
});

it("leaves what one has filed oneself to others", async () => {
  const row = await makeEstate(db, { audit_status: "draft", publish_status: "offline" });
  await givePictures(db, row.id);
  await (await api.as(reviewer.id))(estate.submit, { params: { id: row.id } });
  const [{ id = 0 } = {}] = (await (await api.as(reviewer.id))(estateAudit.list)).data.list;
  await open(`${path}?id=${id}`);
  expect(await screen.findByText("您提交的内容须由其他审核人处理。")).toBeDefined();
  expect(screen.queryByLabelText("处理审核")).toBeNull();
});
