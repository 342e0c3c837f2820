import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as management from "~/app/routes/inquiry/management";
import * as managementInfo from "~/app/routes/inquiry/visa/management-info";
import type { InquiryExt } from "~/contract/inquiry/inquiry-kinds";
import { requirementAnnex } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { makeAnnex, makeCustomer, makeInquiry, makeMedia, makeRequirement } from "../../../support/factories";
import { answer, chooseOption, dialog, pick, routeTest } from "../../../support/route-test";
import { sendsFiles } from "../../../support/sent-files";

const { db, team, staff, open } = routeTest({
  path: "/inquiry/management/managementInfo/:inquiryId",
  module: managementInfo,
  others: { "/inquiry/all-inquiry/inquiry-detail": () => <p>详情页</p> },
});
const east = team();
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const rowOf = async (id: number) => (await db.select().from(inquiry).where(eq(inquiry.id, id)))[0];
const makeCase = (given: Partial<typeof inquiry.$inferInsert> = {}, ext: InquiryExt = {}) =>
  makeInquiry(db, {
    ...{ kind: "visa", name: "陈先生", status: "processing", assignee_id: sales.id },
    ...given,
    ext: { nationality: "CN", capital_jpy: 29_999_999, ...ext },
  });

it("lists cases with what is met and how far they are, and records one", async () => {
  await makeCase({}, { case_stage: "engaged", scrivener: "山田行政书士", plan_confirmed: true });
  const { actor } = await open("/inquiry/management?add=1", { path: "/inquiry/management", module: management });
  const row = within(await screen.findByRole("row", { name: /陈先生/ }));
  expect(row.getByText("达标 1/6")).toBeDefined();
  expect(row.getByText("已委托")).toBeDefined();
  expect(row.getByText("山田行政书士")).toBeDefined();
  // Just below the limit it does not read as the limit.
  expect(row.getByText("29,999,999日元")).toBeDefined();
  const form = await dialog("新增询盘");
  await actor.type(await form.findByLabelText(/^联系人/), "赵先生");
  await actor.type(form.getByLabelText(/^手机号/), "13812345678");
  await actor.click(form.getByRole("button", { name: /新增/ }));
  // A visa's asks whose it is.
  expect(await form.findByText("请选择国籍")).toBeDefined();
});

it("moves a case on, corrects the day, and ends it for a reason", async () => {
  const { id } = await makeCase();
  const { actor } = await open(`/inquiry/management/managementInfo/${id}`);
  await actor.click(await screen.findByRole("button", { name: "推进阶段" }));
  await answer(actor, "推进签证办理阶段", "推进", { 已委托: true, 行政书士: "山田行政书士" });
  expect(await screen.findByText("办理阶段已更新")).toBeDefined();
  expect((await rowOf(id))?.ext).toMatchObject({ case_stage: "engaged", scrivener: "山田行政书士" });
  const steps = within(screen.getByRole("list", { name: "办理阶段" }));
  expect(await steps.findByText(/林顾问/)).toBeDefined();
  await waitFor(() => expect(steps.getByText("已委托").closest("li")?.getAttribute("aria-current")).toBe("step"));
  await actor.click(screen.getByRole("button", { name: "更正日期与说明" }));
  await answer(actor, "更正「已委托」", "保存", { 说明: "委托书原件已收" });
  expect(await steps.findByText("委托书原件已收")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "记为不许可" }));
  const refuse = await dialog("案件结束：不许可");
  await actor.click(await refuse.findByRole("button", { name: "记为不许可" }));
  expect(await refuse.findByText("原因至少2个字")).toBeDefined();
  await actor.type(refuse.getByLabelText(/^原因/), "事业计划不充分");
  await actor.click(refuse.getByRole("button", { name: "记为不许可" }));
  expect(await screen.findByText("案件已结束")).toBeDefined();
  expect((await rowOf(id))?.ext).toMatchObject({ case_stage: "refused" });
  await waitFor(() => expect(screen.queryByRole("button", { name: "推进阶段" })).toBeNull());
  const other = await makeCase({ name: "周先生" });
  await open(`/inquiry/management/managementInfo/${other.id}`);
  await actor.click((await screen.findAllByRole("button", { name: "记为已放弃" })).at(-1) as HTMLElement);
  await answer(actor, "案件结束：已放弃", "记为已放弃", { 原因: "改投其他国家" });
  // The first case's message may still be there.
  await waitFor(async () => expect((await rowOf(other.id))?.ext).toMatchObject({ case_stage: "withdrawn" }));
});

it("shows each condition as it stands, unknown ones too, with a note; facts of the house count", async () => {
  const { id } = await makeCase();
  const { actor } = await open(`/inquiry/management/managementInfo/${id}`);
  const checks = within(await screen.findByRole("list", { name: "条件评估" }));
  expect(checks.getAllByText("待确认")).toHaveLength(5);
  expect(checks.getByText("未达标")).toBeDefined();
  expect(screen.getByText("仅供参考，以行政书士意见为准")).toBeDefined();
  await actor.click(checks.getByRole("button", { name: /添加说明：事业计划/ }));
  await answer(actor, "说明：事业计划经专家确认", "保存", { 说明: "下周与税理士确认" });
  expect(await checks.findByText("下周与税理士确认")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "办理信息" }));
  await answer(actor, "编辑办理信息", "保存", { 事业计划: pick("是") });
  expect(await checks.findByText("达标")).toBeDefined();
  expect(await rowOf(id)).toMatchObject({ visa_met: 1, ext: { plan_confirmed: true } });
});

it("keeps the papers of a case beside those of the customer's requirements", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const { id: requirement_id, requirement_no } = await makeRequirement(db, { customer_id });
  const { id } = await makeCase({ status: "converted", customer_id });
  const file = async () => (await makeMedia(db, { uploader: sales.id, scene: "annex", mime: "application/pdf" })).id;
  await makeAnnex(db, { inquiry_id: id, media_id: await file(), name: "在留卡" });
  await makeAnnex(db, { requirement_id, media_id: await file(), name: "存款证明" });
  const { actor } = await open(`/inquiry/management/managementInfo/${id}?tab=papers`);
  expect((await screen.findByRole("link", { name: "在留卡" })).getAttribute("href")).toMatch(/\/annex\/\d+\/file\//);
  expect(screen.getByText(`需求 ${requirement_no}`)).toBeDefined();
  expect(screen.getByRole("button", { name: `上传到需求 ${requirement_no}` })).toBeDefined();
  expect(screen.getByRole("button", { name: "上传材料" })).toBeDefined();
  const sentFile = await makeMedia(db, { uploader: sales.id, scene: "annex", name: "事业计划书.png" });
  sendsFiles([sentFile]);
  await actor.click(screen.getByRole("button", { name: "上传材料" }));
  const form = await dialog("上传材料");
  await actor.upload(await form.findByLabelText("选择文件"), [
    new File(["a"], "事业计划书.png", { type: "image/png" }),
  ]);
  await form.findByRole("button", { name: /^移除/ });
  await chooseOption(actor, form.getByRole("textbox", { name: "附件类型" }), "其他");
  await actor.click(form.getByRole("button", { name: "上传" }));
  expect(await screen.findByText("已添加 1 个材料")).toBeDefined();
  expect(await db.$count(requirementAnnex, eq(requirementAnnex.inquiry_id, id))).toBe(2);
  const own = within(screen.getByText("在留卡").closest("li") as HTMLElement);
  await actor.click(own.getByRole("button", { name: "删除" }));
  await answer(actor, "删除附件", "删除");
  expect(await screen.findByText("已删除")).toBeDefined();
  expect(await db.select().from(requirementAnnex).orderBy(requirementAnnex.id)).toMatchObject([
    { requirement_id, inquiry_id: null },
    { requirement_id: null, inquiry_id: id, name: "事业计划书", category: "other" },
  ]);
});

it("is read on paper as one line of time", async () => {
  const steps = [{ stage: "engaged", at: "2026-11-12", note: "已签委托书", by: sales.id }] as never;
  const { id, inquiry_no } = await makeCase({}, { case_stage: "engaged", steps });
  const { actor } = await open(`/inquiry/management/managementInfo/${id}?tab=linked`);
  expect(await screen.findByText("尚未转客户")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "打印" }));
  const sheet = within(await screen.findByRole("article", { name: "签证档案" }));
  expect(sheet.getByText(inquiry_no)).toBeDefined();
  expect(sheet.getByText("已签委托书")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "返回案件" }));
  expect(await screen.findByRole("tab", { name: "办理进度" })).toBeDefined();
});
