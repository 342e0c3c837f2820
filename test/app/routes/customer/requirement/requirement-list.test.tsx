import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as requirementList from "~/app/routes/customer/requirement/requirement-list";
import {
  customer as customerTable,
  requirementAnnex,
  requirement as requirementTable,
} from "~/server/database/tables/customer/customer";
import { media } from "~/server/database/tables/system/system";
import { makeAnnex, makeCustomer, makeMedia, makeRequirement } from "../../../../support/factories";
import { answer, chooseAct, chooseOption, enter, fromMenu, routeTest } from "../../../../support/route-test";
import { sendsFiles } from "../../../../support/sent-files";

const path = "/customer/requirementInput";
const { db, staff, open } = routeTest({
  path,
  module: requirementList,
  ready: () => screen.findByRole("heading", { level: 1 }),
});
const sales = staff({ role: "sales" });
let customerId: number;

beforeEach(async () => {
  customerId = (await makeCustomer(db, { name: "王伟", owner_id: sales.id })).id;
});
const wanted = { customer_id: 0, requirement_no: "XQ2611200001", layouts: ["1LDK", "2LDK"], purposes: ["investment"] };
const made = (given: object = {}) => makeRequirement(db, { ...wanted, customer_id: customerId, ...given });
const annexOf = async (requirement_id: number, given: object = {}, file: object = {}) => {
  const { id } = await makeMedia(db, { uploader: sales.id, scene: "annex", ...file });
  return makeAnnex(db, { requirement_id, media_id: id, ...given });
};
const rowOf = (text: string) => {
  const row = screen.getByText(text).closest("tr");
  if (!row) throw new Error(`no row of ${text}`);
  return within(row);
};

it("shows what each customer is looking for, in words", async () => {
  const { id } = await made({
    area_min: "40.00",
    area_max: "70.50",
    price_min: "50000000",
    price_max: "80000000",
    currency: "JPY",
    timeline: "3m",
  });
  await annexOf(id);
  await open();
  await screen.findByText("XQ2611200001");
  const row = rowOf("XQ2611200001");
  expect(row.getByRole("link", { name: "王伟" }).getAttribute("href")).toBe(`/customer/editCustomerInfo/${customerId}`);
  for (const words of ["投资", "1LDK、2LDK", "40–70.5㎡", "5,000–8,000万日元", "3个月内", "1", "进行中"])
    expect(row.getByText(words)).toBeDefined();
  await waitFor(() => expect(row.getByText(/日本/)).toBeDefined());
});

it("adds one, and goes on to its annexes", async () => {
  const { actor, place } = await open();
  await actor.click((await screen.findAllByRole("button", { name: "新增需求" }))[0] as Element);
  await chooseOption(actor, await screen.findByRole("textbox", { name: "客户" }), /王伟/);
  await chooseOption(actor, screen.getByRole("textbox", { name: "国家/地区" }), "日本");
  await actor.type(screen.getByRole("textbox", { name: "面积下限" }), "45.5");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("需求已保存")).toBeDefined();
  expect(await screen.findByRole("dialog", { name: /^附件 · XQ261120/ })).toBeDefined();
  const [row] = await db.select().from(requirementTable);
  expect(row).toMatchObject({ customer_id: customerId, country_code: "JP", area_min: "45.50" });
  expect(place.href).toBe(`${path}?annexes=${row?.id}`);
});

it("takes over what the chosen customer is known to want, beside what was typed", async () => {
  const budget = { budget_max: "80000000.00", budget_currency: "JPY" };
  await db.update(customerTable).set({ intent_country_codes: ["JP"], ...budget });
  const { actor } = await open("?edit=new");
  await actor.type(await screen.findByRole("textbox", { name: "面积下限" }), "45.5");
  await chooseOption(actor, screen.getByRole("textbox", { name: "客户" }), /王伟/);
  const country = screen.getByRole<HTMLInputElement>("textbox", { name: "国家/地区" });
  await waitFor(() => expect(country.value).toBe("日本"));
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("需求已保存")).toBeDefined();
  const wish = { customer_id: customerId, country_code: "JP", price_max: "80000000.00", currency: "JPY" };
  expect(await db.select().from(requirementTable)).toMatchObject([{ ...wish, area_min: "45.50", timeline: null }]);
});

it("edits one with the version that was read", async () => {
  const { id } = await made();
  const { actor } = await open();
  await chooseAct(actor, await screen.findByRole("row", { name: /XQ2611200001/ }), "编辑");
  await enter(actor, await screen.findByRole("textbox", { name: "必须满足" }), "近车站");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await screen.findByText("XQ2611200001")).toBeDefined();
  const [row] = await db.select().from(requirementTable).where(eq(requirementTable.id, id));
  expect(row).toMatchObject({ must_have: "近车站", version: 2 });
});

it("closes one after asking, and opens it again", async () => {
  await made();
  const { actor } = await open();
  await fromMenu(actor, "王伟 XQ2611200001", "关闭");
  await answer(actor, "关闭需求", "关闭需求");
  expect(await screen.findByText("需求已关闭")).toBeDefined();
  await chooseAct(actor, screen.getByRole("row", { name: /XQ2611200001/ }), "重新打开");
  await answer(actor, "重新打开需求", "重新打开");
  expect(await screen.findByText("需求已重新打开")).toBeDefined();
  expect((await db.select().from(requirementTable))[0]?.status).toBe("open");
});

it("lists the annexes: what they are, whether they are right, and which have run out", async () => {
  const { id } = await made();
  await annexOf(id, { name: "护照首页", verified: "verified", expire_at: "2026-11-19" }, { name: "a.png" });
  await annexOf(id, { name: "存款证明", category: "asset" }, { mime: "application/pdf", kind: "doc" });
  await open(`?annexes=${id}`);
  const panel = within(await screen.findByRole("dialog", { name: "附件 · XQ2611200001 王伟" }));
  const passport = within((await panel.findByText("护照首页")).closest("li") as HTMLElement);
  expect(passport.getByText("已核验")).toBeDefined();
  expect(passport.getByText("已于 2026-11-19 过期")).toBeDefined();
  const proof = panel.getByRole("link", { name: "存款证明" });
  expect(proof.getAttribute("href")).toMatch(/^\/api\/customer\/requirement\/annex\/\d+\/file\//);
  expect(proof.getAttribute("target")).toBe("_blank");
});

it("renames, verifies and removes an annex", async () => {
  const { id } = await made();
  const { media_id } = await annexOf(id, { name: "护照首页" });
  const { actor } = await open(`?annexes=${id}`);
  await screen.findByText("护照首页");
  const panel = within(screen.getByRole("dialog", { name: /^附件/ }));
  await actor.click(panel.getByRole("button", { name: "编辑" }));
  const name = await screen.findByRole("textbox", { name: "附件名称" });
  await actor.clear(name);
  await enter(actor, name, "护照资料页");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await panel.findByText("护照资料页")).toBeDefined();

  await actor.click(panel.getByRole("button", { name: "核验" }));
  await chooseOption(actor, await screen.findByRole("textbox", { name: "核验结果" }), "不合格");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("请输入核验说明")).toBeDefined();
  await enter(actor, screen.getByRole("textbox", { name: "核验说明" }), "照片模糊");
  await actor.click(screen.getByRole("button", { name: "保存" }));
  expect(await panel.findByText("不合格：照片模糊")).toBeDefined();

  await actor.click(panel.getByRole("button", { name: "删除" }));
  await answer(actor, "删除附件", "删除");
  expect(await screen.findByText("已删除")).toBeDefined();
  await waitFor(() => expect(panel.queryByText("护照资料页")).toBeNull());
  expect((await db.select().from(media).where(eq(media.id, media_id)))[0]?.status).toBe("removed");
});

it("adds several files at once, each as an annex of its own name", async () => {
  const { id } = await made();
  const files = [
    await makeMedia(db, { uploader: sales.id, scene: "annex", name: "护照.png" }),
    await makeMedia(db, { uploader: sales.id, scene: "annex", name: "签证.png" }),
  ];
  const { actor } = await open(`?annexes=${id}`);
  sendsFiles(files);
  await actor.click(await screen.findByRole("button", { name: "上传附件" }));
  const dialog = within(await screen.findByRole("dialog", { name: "上传附件" }));
  const input = await dialog.findByLabelText("选择文件");
  await actor.upload(input, [
    new File(["a"], "护照.png", { type: "image/png" }),
    new File(["b"], "签证.png", { type: "image/png" }),
  ]);
  await waitFor(() => expect(dialog.getAllByRole("button", { name: /^移除/ })).toHaveLength(2));
  await chooseOption(actor, dialog.getByRole("textbox", { name: "附件类型" }), "护照");
  await actor.click(dialog.getByRole("button", { name: "上传" }));
  expect(await screen.findByText("已添加 2 个附件")).toBeDefined();
  const rows = await db.select().from(requirementAnnex);
  expect(rows.map(({ name, category }) => [name, category]).sort()).toEqual([
    ["护照", "passport"],
    ["签证", "passport"],
  ]);
});

it("shows no act to somebody who may only look", async () => {
  const { id } = await made();
  await annexOf(id);
  await open(`?annexes=${id}`, {
    permissions: ["customer:requirement:view", "customer:info:view"],
    scope: "all",
  });
  expect(await screen.findByText("护照首页")).toBeDefined();
  for (const name of ["新增需求", "编辑", "关闭需求", "上传附件", "核验", "删除"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});
