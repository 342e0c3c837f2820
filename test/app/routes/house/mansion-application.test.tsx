import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
// Both are fetched when the form is first shown, which on a busy machine takes longer than one waits for it.
import "~/app/blocks/form/record-form";
import "~/app/routes/house/mansion-application/create-dialog";
import { noteVisit } from "~/app/browser/return-path";
import * as applicationList from "~/app/routes/house/mansion-application/mansion-application-list";
import * as mansionConfirm from "~/app/routes/house/mansion-application/mansion-confirm";
import { mansion, mansionApplication } from "~/server/database/tables/house/property";
import { makeMedia } from "../../../support/factories";
import { putApplication, putMansion, towerFields, wardOf } from "../../../support/mansion-application";
import { answer, routeTest } from "../../../support/route-test";

const listPath = "/house/mansion";
const path = `${listPath}/mansion-confirm`;
const { db, api, staff, open } = routeTest({
  path,
  module: mansionConfirm,
  ready: () => screen.findByRole("heading", { level: 1 }),
});
const keeper = staff({ role: "estate_manager", name: "周房源" });

const file = (given?: Parameters<typeof putApplication>[2]) => putApplication(db, api.services, given);
const rowOf = async (id: number) =>
  (await db.select().from(mansionApplication).where(eq(mansionApplication.id, id)))[0];
const act = (label: string) => within(screen.getByRole("toolbar", { name: "处理申请" })).getByText(label);

it("lists what waits, by state with counts, each leading to its page", async () => {
  await putMansion(db);
  const first = await file();
  const list = { path: listPath, module: applicationList, others: { [path]: () => null } };
  const { actor, place } = await open("", { ...list, ready: () => screen.findByRole("tab", { name: "待确认 1" }) });
  expect(screen.getByRole("tab", { name: "待确认 1" })).toHaveProperty("ariaSelected", "true");
  expect(screen.getByText("海边的猫（注册用户）")).toBeDefined();
  expect(screen.getByText("东京都 港区")).toBeDefined();
  expect(screen.getByText("1 个")).toBeDefined();
  expect(screen.queryByText("处理")).toBeNull();
  await actor.click(screen.getByText("海边的猫（注册用户）"));
  await waitFor(() => expect(place.href).toBe(`${path}?id=${first.id}`));
});

it("makes a new building in a form that is filled in, and mends what is wrong in it", async () => {
  const fields = towerFields(await wardOf(db));
  const older = await file();
  const { id, application_no } = await file({ payload: { ...fields, built_at: "去年" } });
  const { actor } = await open(`?id=${id}`);
  expect(screen.getByText("+81****1234")).toBeDefined();
  expect(screen.getByText("格式不符")).toBeDefined();
  await actor.click(act("新增楼栋"));
  const form = within(await screen.findByRole("dialog", { name: `新增楼栋 ${application_no}` }));
  expect(await form.findByDisplayValue("云汀湾岸塔")).toBeDefined();
  expect(form.getByText("已按申请填写，请补全格式不符的：建成年月。")).toBeDefined();
  const send = form.getByText("新增楼栋", { selector: "button *" });
  fireEvent.click(send);
  expect(await form.findByText("建成年月应为年月，如2024-03")).toBeDefined();
  fireEvent.change(form.getByPlaceholderText("如2024-03"), { target: { value: "2019-03" } });
  fireEvent.click(send);
  expect(await screen.findByText("已新增楼栋")).toBeDefined();
  // The next one comes by itself.
  expect(await screen.findByText(older.application_no, { selector: "h1" })).toBeDefined();
  expect(screen.getByText("已处理 1 条 · 还有 1 条")).toBeDefined();
  expect(await rowOf(id)).toMatchObject({ status: "confirmed" });
  expect(await db.select().from(mansion)).toMatchObject([
    { name: "云汀湾岸塔", source: "application", built_at: "2019-03" },
  ]);
});

it("lets it become part of the chosen candidate, after a question", async () => {
  const tower = await putMansion(db);
  const { id } = await file();
  noteVisit(new URL(`${listPath}?status=pending`, "http://test.local"));
  const { actor } = await open(`?id=${id}`);
  expect(act("并入所选").closest("button")).toHaveProperty("disabled", true);
  expect(screen.getByText("名称相似100%")).toBeDefined();
  expect(screen.getByRole("link", { name: "返回列表" }).getAttribute("href")).toBe(`${listPath}?status=pending`);
  await actor.click(screen.getByRole("radio", { name: /云汀湾岸塔/ }));
  await actor.click(act("并入所选"));
  await answer(actor, "并入已有楼栋", "并入");
  expect(await screen.findByText("没有待确认的申请了")).toBeDefined();
  expect(await rowOf(id)).toMatchObject({ status: "merged", result_mansion_id: tower.id });
});

it("takes the chosen fields of a correction; those that differ are chosen already", async () => {
  const tower = await putMansion(db);
  const payload = { total_units: 333, structure: "RC", built_at: "2019-03", name_en: "x".repeat(101) };
  const { id } = await file({ type: "correct", mansion_id: tower.id, payload });
  const { actor } = await open(`?id=${id}`);
  const boxes = () => screen.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).checked);
  // 全选, 英文名 (does not fit), 建成年月 (the same), 结构, 总户数
  expect(boxes()).toEqual([false, false, false, true, true]);
  await actor.click(screen.getByLabelText("全选"));
  expect(boxes()).toEqual([true, false, true, true, true]);
  await actor.click(screen.getByLabelText("采纳结构"));
  // Somebody else changes the building meanwhile.
  await db.update(mansion).set({ total_units: 330, version: 2 }).where(eq(mansion.id, tower.id));
  await actor.click(act("采纳纠错 2"));
  expect(await screen.findByText("330")).toBeDefined();
  await actor.click(act("采纳纠错 2"));
  expect(await screen.findByText("已采纳 2 项")).toBeDefined();
  expect((await db.select().from(mansion))[0]).toMatchObject({ total_units: 333, structure: null });
  expect(await screen.findAllByText("已采纳")).toHaveLength(2);
  expect(screen.queryByRole("toolbar")).toBeNull();
});

it("confirms a claim with its proof, and rejects one for a reason alone", async () => {
  const tower = await putMansion(db);
  const claim = async (room_no: string) =>
    file({
      type: "claim",
      mansion_id: tower.id,
      payload: { room_no },
      evidence_ids: [(await makeMedia(db, { uploader: keeper.id, scene: "evidence", name: "登记证.png" })).id],
    });
  const [first, second] = [await claim("1203"), await claim("801")];
  const view = await open(`?id=${first.id}`);
  expect(screen.getByLabelText("查看图片登记证.png")).toBeDefined();
  await view.actor.click(act("确认认领"));
  const dialog = within(await screen.findByRole("dialog", { name: "确认认领" }));
  expect(dialog.getByText("确认 海边的猫 为 云汀湾岸塔 1203 的业主？")).toBeDefined();
  await view.actor.click(dialog.getByText("确认认领", { selector: "button *" }));
  expect(await screen.findByText("已确认认领")).toBeDefined();
  await screen.findByText(second.application_no, { selector: "h1" });
  expect(await rowOf(first.id)).toMatchObject({ status: "confirmed" });
  await view.actor.click(act("驳回"));
  const form = within(await screen.findByRole("dialog", { name: "驳回申请" }));
  fireEvent.change(await form.findByLabelText(/驳回原因/), { target: { value: "证明不清楚" } });
  await view.actor.click(form.getByText("驳回", { selector: "button *" }));
  expect(await screen.findByText("证明不清楚", { selector: "dd" })).toBeDefined();
  expect(await rowOf(second.id)).toMatchObject({ status: "rejected", reject_reason: "证明不清楚" });
});
