import { describe, expect, test } from "vitest";
import { customer as customerContract } from "~/contract/customer/customer";
import { annex } from "~/contract/customer/requirement";
import { unregister } from "~/contract/customer/unregister";
import { inquiry, visaInquiry } from "~/contract/inquiry/inquiry";
import type { CaseStage, InquiryExt } from "~/contract/inquiry/inquiry-kinds";
import { visa } from "~/contract/inquiry/visa";
import type { Permission } from "~/contract/permissions";
import { search } from "~/contract/search/search";
import { upload } from "~/contract/shared/upload";
import { setting } from "~/contract/system/setting";
import { timeline } from "~/contract/timeline/timeline";
import type { inquiry as inquiryTable } from "~/server/database/tables/inquiry/inquiry";
import { forgetPeople } from "~/server/resources/customer/customer/erase/forget";
import { openBusiness } from "~/server/resources/customer/customer/open-business";
import { days } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { cellsOf } from "~/test/support/sheet";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, asNew, rowIn, rowsIn, updateIn } = setUp();

const { sales, manager, admin, stranger, asSales, asManager, asStranger, asService, asAdmin } = signedIn(api, {
  admin: { role: "super_admin" },
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组", name: "林顾问" },
  stranger: { role: "sales", team: "二组" },
  service: { role: "customer_service", team: "客服" },
});

const applicant = { nationality: "CN", company_stage: "setting_up", capital_jpy: 10_000_000, japanese_level: "N4" };
const makeCase = (given: Partial<typeof inquiryTable.$inferInsert> = {}, ext: InquiryExt = {}) =>
  make.inquiry({
    ...{ kind: "visa", name: "陈先生", status: "processing", assignee_id: sales.id },
    ...given,
    ext: { ...applicant, ...ext },
  });
const at = (id: number) => ({ params: { id } });
const versionOf = async (id: number) => (await rowIn("inquiry", id)).version;
async function step(as: As, id: number, case_stage: CaseStage, more: object = {}) {
  const body = { version: await versionOf(id), case_stage, date: "2026-11-20", note: null, ...more };
  return as(visa.step, { ...at(id), body });
}
const facts = async (as: As, id: number, body: object) =>
  as(visa.facts, { ...at(id), body: { version: await versionOf(id), ...body } });
const get = async (as: As, id: number) => (await as(inquiry.get, at(id))).data;
const listed = async (query: object = {}, as: As = asSales) =>
  (await as(visaInquiry.list, { query: { kind: ["visa"], ...query } })).data.list;

/** A user of the whole house with these codes alone. */
const asHolder = async (...permissions: Permission[]) => asNew({ permissions, scope: "all" });

/** A user who handles inquiries, but not visas. */
async function withoutVisa() {
  return asHolder("inquiry:inquiry:view", "inquiry:inquiry:handle", "inquiry:inquiry:assign", "customer:info:view");
}

describe("the way of a case", () => {
  test("goes from the first talk to the visa, each stage with its day and note, in the log of both", async () => {
    const { id } = await makeCase();
    const option = ["evaluating", "engaged", "preparing", "submitted", "coe_issued", "visa_issued"] as const;
    for (const [index, stage] of option.entries()) {
      const note = stage === "engaged" ? "已签委托书" : null;
      const named = stage === "engaged" ? { scrivener: "山田行政书士", fee_jpy: 350_000 } : {};
      expect((await step(asSales, id, stage, { date: `2026-11-${10 + index}`, note, ...named })).code).toBe(200);
    }
    const { visa: view, scrivener, case_stage } = await get(asSales, id);
    expect({ scrivener, case_stage }).toEqual({ scrivener: "山田行政书士", case_stage: "visa_issued" });
    expect(view?.steps.map(({ stage, at: day }) => [stage, day])).toEqual(
      option.map((stage, index) => [stage, `2026-11-${10 + index}`]),
    );
    expect(view?.steps[1]).toMatchObject({ note: "已签委托书", by: { id: sales.id, name: "林顾问" } });
    expect(view?.next).toEqual([]);
    const lines = await rowsIn("operationLog", { target_id: id });
    expect(lines.filter(({ target_type }) => target_type === "inquiry")).toHaveLength(6);
    expect(lines.find(({ summary }) => summary.includes("到「已委托」"))?.changes).toMatchObject([
      { label: "办理阶段", before: "条件评估", after: "已委托" },
      { label: "行政书士", after: "山田行政书士" },
      { label: "办理费用" },
    ]);
    const logs = await rowsIn("inquiryLog", { inquiry_id: id });
    expect(logs.map(({ action }) => action)).toEqual(option.map(() => "case"));
    expect((await step(asSales, id, "refused", { note: "资料不实" })).code).toBe(40902);
    // A finished one may still be corrected.
    expect((await step(asSales, id, "visa_issued", { date: "2026-11-16", note: "在留卡已寄到" })).code).toBe(200);
    expect((await get(asSales, id)).visa?.steps.at(-1)).toMatchObject({ at: "2026-11-16", note: "在留卡已寄到" });
  });

  test("leads out by a refusal or by who gives up, for a reason", async () => {
    const refused = await makeCase({}, { case_stage: "submitted", steps: [] });
    for (const note of [null, "无"])
      expect(await step(asSales, refused.id, "refused", { note })).toMatchObject(refusedAt("note"));
    const { data } = await step(asSales, refused.id, "refused", { note: "事业计划不充分" });
    expect(data.visa).toMatchObject({ stage: "refused", next: [] });
    const given = await makeCase();
    expect((await step(asSales, given.id, "withdrawn", { note: "改投其他国家" })).data.case_stage).toBe("withdrawn");
    expect((await step(asSales, given.id, "evaluating")).code).toBe(40902);
  });

  test("is engaged before it is prepared, by day and day, once it has begun, and as it was read", async () => {
    const { id } = await makeCase();
    for (const stage of ["preparing", "visa_issued"] as const)
      expect(await step(asSales, id, stage)).toMatchObject(refusedAt("case_stage"));
    expect(await step(asSales, id, "evaluating", { date: "2026-11-21" })).toMatchObject(refusedAt("date"));
    expect((await step(asSales, id, "engaged", { date: "2026-11-18" })).code).toBe(200);
    expect(await step(asSales, id, "preparing", { date: "2026-11-17" })).toMatchObject(refusedAt("date"));
    expect(await step(asSales, id, "consulting")).toMatchObject(refusedAt("case_stage"));
    expect(await step(asSales, id, "preparing", { version: 1 })).toMatchObject({ code: 40901, data: { id } });
    expect((await step(asSales, id, "preparing")).code).toBe(200);
    const waiting = await makeCase({ status: "assigned" });
    expect((await step(asSales, waiting.id, "evaluating")).code).toBe(40902);
    const estate = await make.inquiry({ assignee_id: sales.id, status: "processing" });
    expect((await step(asSales, estate.id, "evaluating")).code).toBe(40400);
  });

  test("is moved by whoever sees it and handles visas; its assignee is told", async () => {
    const { id, inquiry_no } = await makeCase();
    expect((await step(asManager, id, "evaluating", { note: "材料齐" })).code).toBe(200);
    const notices = { title: "您的签证案件有进展", content: expect.stringContaining(inquiry_no) };
    expect(await rowsIn("message", { user_id: sales.id })).toMatchObject([
      { ...notices, link: `/inquiry/management/managementInfo/${id}` },
    ]);
    expect((await step(asService, id, "engaged")).code).toBe(200);
    expect(await rowsIn("message", { user_id: manager.id })).toEqual([]);
  });
});

describe("what is known of a case", () => {
  test("its facts change alone, what is absent stays, and the conditions follow", async () => {
    const { id } = await makeCase({}, { scrivener: "山田行政书士" });
    expect((await get(asSales, id)).visa_met).toBe(0);
    const { data } = await facts(asSales, id, { plan_confirmed: true, staff_japanese_level: "N1", fee_jpy: 300_000 });
    expect(data).toMatchObject({ visa_met: 2, scrivener: "山田行政书士" });
    for (const [key, state] of Object.entries({ plan: "met", office: "unknown", capital: "unmet" }))
      expect(data.visa?.checks).toContainEqual({ key, state, note: null });
    expect(await facts(asSales, id, { fee_jpy: -1 })).toMatchObject(refusedAt("fee_jpy"));
    expect((await facts(asSales, id, { version: 1, fee_jpy: 1 })).code).toBe(40901);
    const body = { version: await versionOf(id), check: "office" as const, note: "签约中，12月交付" };
    const noted = (await asSales(visa.note, { ...at(id), body })).data;
    expect(noted.visa?.checks).toContainEqual({ key: "office", state: "unknown", note: "签约中，12月交付" });
    // A note moves nothing.
    expect(noted.visa_met).toBe(2);
  });

  test("an edit counts anew, and the log does not say the nationality", async () => {
    const { id } = await makeCase();
    const { version, contact_time, content, estate_id, mansion_id, remark } = await get(asSales, id);
    const body = { version, contact_time, content, estate_id, mansion_id, remark };
    const edit = { ...body, nationality: "KR", capital_jpy: 40_000_000, office_ready: "true" };
    const ext = { office_ready: true, japanese_level: "N4" };
    const { data } = await asSales(inquiry.update, { ...at(id), body: edit as never });
    expect(data).toMatchObject({ visa_met: 2, nationality: "KR", ext });
    const [line] = await rowsIn("operationLog", { action: "update" });
    expect(line?.changes).toContainEqual({ field: "nationality", label: "国籍", before: "******", after: "******" });
  });

  test("is filtered and sorted in the list, and counted anew when the law changes", async () => {
    const none = await makeCase({ created_at: days(-1) });
    const some = await makeCase({}, { office_ready: true, plan_confirmed: true, case_stage: "engaged" });
    expect((await listed({ visa_met: ["2"] })).map(({ id }) => id)).toEqual([some.id]);
    expect((await listed({ case_stage: ["engaged", "refused"] })).map(({ id }) => id)).toEqual([some.id]);
    expect((await listed({ sort: "visa_met" })).map(({ id }) => id)).toEqual([none.id, some.id]);
    expect((await listed({ sort: "-visa_met" })).map(({ visa_met }) => visa_met)).toEqual([2, 0]);
    expect((await asSales(inquiry.list, { query: { sort: "-visa_met" } })).data.list).toHaveLength(2);
    const items = [{ key: "visa.capital_min" as const, value: 10_000_000 }];
    expect((await asAdmin(setting.update, { body: { items } })).code).toBe(200);
    expect((await listed({ sort: "visa_met" })).map(({ visa_met }) => visa_met)).toEqual([1, 3]);
    expect((await get(asSales, none.id)).visa).toMatchObject({ capital_min: 10_000_000 });
    await asAdmin(setting.update, { body: { items: [{ key: "visa.capital_min", value: null }] } });
    expect((await listed({ visa_met: ["0"] })).map(({ id }) => id)).toEqual([none.id]);
  });

  test("is nobody's without the codes: list, page, search, time line", async () => {
    const { id: customer_id } = await make.customer({ owner_id: sales.id });
    const { id, inquiry_no } = await makeCase({ customer_id });
    const asOther = await withoutVisa();
    expect((await asOther(inquiry.list)).data.list).toEqual([]);
    expect((await asOther(inquiry.get, at(id))).code).toBe(40301);
    expect((await asOther(search.find, { query: { keyword: inquiry_no } })).data.inquiries).toEqual([]);
    const line = (await asSales(timeline.list, at(customer_id))).data.list;
    expect(line.some(({ kind }) => kind === "inquiry")).toBe(true);
    expect((await asOther(timeline.list, at(customer_id))).data.list).toEqual([]);
  });
});

async function sent(as: As, userId: number): Promise<number> {
  const bytes = Buffer.from(`%PDF-1.7\n${"passport of CHEN ".repeat(20)}\n%%EOF`);
  const body = { scene: "annex" as const, filename: "护照.pdf", size: bytes.length, mime: "application/pdf" };
  const asked = (await as(upload.token, { body })).data;
  const headers = { authorization: `Bearer ${await api.tokenOf(userId)}` };
  await api.app.request(asked.upload_url, { method: "PUT", headers, body: new Blob([new Uint8Array(bytes)]) });
  await as(upload.complete, { body: { media_id: asked.media_id } });
  return asked.media_id;
}
const paper = { category: "passport" as const, name: "护照首页", expire_at: null, remark: null };
const paperFile = (uploader = sales.id) =>
  make.media({ uploader, scene: "annex", kind: "doc", name: "护照.pdf", created_at: days(0) });

describe("the papers of a case", () => {
  test("are its own or the customer's requirement's, each by its codes", async () => {
    const { id: customer_id } = await make.customer({ owner_id: sales.id });
    const { id: requirement_id, requirement_no } = await make.requirement({ customer_id });
    const { id } = await makeCase({ status: "converted", customer_id, converted_at: days(-3) });
    const add = async (more: object = {}, as: As = asSales, uploader = sales.id) =>
      as(visa.addPaper, { ...at(id), body: { ...paper, media_id: (await paperFile(uploader)).id, ...more } });
    expect((await add()).code).toBe(200);
    expect((await add({ requirement_id })).code).toBe(200);
    const other = await make.requirement({ customer_id: (await make.customer({ owner_id: sales.id })).id });
    expect(await add({ requirement_id: other.id })).toMatchObject(refusedAt("requirement_id"));
    expect(await add({ media_id: 999_999 })).toMatchObject(refusedAt("media_id"));
    const { data } = await asSales(visa.papers, at(id));
    expect(data.list.map(({ inquiry: of, requirement }) => [of?.id, requirement?.name])).toEqual([
      [undefined, requirement_no],
      [id, undefined],
    ]);
    expect(data).toMatchObject({ room: 19, requirements: [{ id: requirement_id }] });
    // The requirement's list does not have the case's own.
    expect((await asSales(annex.list, { query: { customer_id } })).data.total).toBe(1);
    // A user with the codes of visas alone sees those of the case.
    const asVisa = await asHolder("inquiry:inquiry:view", "inquiry:visa:view", "inquiry:inquiry:assign");
    const { data: seen } = await asVisa(visa.papers, at(id));
    expect(seen).toMatchObject({ list: [{ can: { edit: false } }], requirements: [] });
  });

  test("are opened by a signed address, verified and deleted, each in the log", async () => {
    const { id, inquiry_no } = await makeCase();
    const body = { ...paper, name: null, media_id: await sent(asSales, sales.id) };
    const made = (await asSales(visa.addPaper, { ...at(id), body })).data;
    const [row] = (await asSales(visa.papers, at(id))).data.list;
    const opened = await api.app.request(row?.url ?? "");
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain("passport of CHEN");
    const verified = { action: "verify", verified: "verified", verify_note: null } as const;
    const done = await asSales(annex.verify, { ...at(made.id), body: verified });
    expect(done.data).toMatchObject({ verified: "verified", inquiry: { id } });
    expect((await asStranger(annex.verify, { ...at(made.id), body: verified })).code).toBe(40301);
    const asWriter = await asHolder("customer:requirement:edit");
    expect((await asWriter(annex.remove, at(made.id))).code).toBe(40300);
    const renamed = await asSales(annex.update, { ...at(made.id), body: { ...paper, media_id: null } });
    expect(renamed.data.name).toBe("护照首页");
    // The code is gone: so is the address.
    await updateIn("inquiry", id, { assignee_id: stranger.id });
    expect((await api.app.request(row?.url ?? "")).status).toBe(403);
    await updateIn("inquiry", id, { assignee_id: sales.id });
    expect((await asSales(annex.remove, at(made.id))).code).toBe(200);
    expect(await rowsIn("requirementAnnex")).toEqual([]);
    expect((await rowsIn("media")).map(({ status }) => status)).toEqual(["removed"]);
    const lines = await rowsIn("operationLog", { target_type: "requirement_annex" });
    expect(lines.map(({ action }) => action)).toEqual(["create", "unmask", "audit", "update", "delete"]);
    expect(lines.every(({ module, summary }) => module === "inquiry" && summary.includes(inquiry_no))).toBe(true);
  });

  test("are twenty at most", async () => {
    const { id } = await makeCase();
    for (let count = 0; count < 20; count++) await make.annex({ inquiry_id: id, media_id: (await paperFile()).id });
    const body = { ...paper, media_id: (await paperFile()).id };
    expect(await asSales(visa.addPaper, { ...at(id), body })).toMatchObject(refusedAt("media_id"));
    expect((await asSales(visa.papers, at(id))).data.room).toBe(0);
  });

  test("go with the customer who is destroyed", async () => {
    const about = await make.customer({ owner_id: null, deleted_at: days(-1) });
    const { id } = await makeCase({ customer_id: about.id }, { notes: { plan: "陈先生的计划" } });
    await make.annex({ inquiry_id: id, media_id: (await paperFile()).id });
    await db.transaction((tx) => forgetPeople(tx, api.services, [about]));
    expect(await rowsIn("requirementAnnex")).toEqual([]);
    expect((await rowsIn("inquiry"))[0]).toMatchObject({ ext: {}, visa_met: null, name: null });
    expect((await asAdmin(inquiry.get, at(id))).data).toMatchObject({ nationality: null, visa: { steps: [] } });
  });
});

describe("around a case", () => {
  test("a case under way keeps its customer from the recycle bin, and their account from being removed", async () => {
    const { id: customer_id } = await make.customer({ owner_id: sales.id });
    const account = await make.customerUser({ customer_id, status: "unregistering" });
    const request = await make.unregister({ customer_user_id: account.id });
    const { id } = await makeCase({ status: "converted", customer_id, converted_at: days(-3) });
    expect((await openBusiness(db, customer_id)).openVisaCases).toBe(1);
    const recycle = () =>
      asSales(customerContract.recycle, { params: { id: customer_id }, body: { reason: "重复录入" } });
    expect((await recycle()).code).toBe(40917);
    const approve = { action: "approve", reason: null, force: false } as const;
    expect((await asService(unregister.approve, { ...at(request.id), body: approve })).code).toBe(40920);
    expect((await step(asSales, id, "withdrawn", { note: "改投其他国家" })).code).toBe(200);
    expect((await openBusiness(db, customer_id)).openVisaCases).toBe(0);
    expect((await recycle()).code).toBe(200);
  });

  test("the dossier tells all of it in one line, as far as one may see it", async () => {
    const { id: customer_id } = await make.customer({ owner_id: sales.id });
    const { id } = await makeCase({ status: "converted", customer_id, converted_at: days(-9) });
    await step(asSales, id, "engaged", { date: "2026-11-12", note: "已签委托书" });
    await make.tracking({ customer_id, user_id: sales.id, content: "电话确认资本金来源", tracked_at: days(-7) });
    await make.schedule({ customer_id, user_id: sales.id, title: "递交材料", start_at: days(3) });
    await make.annex({ inquiry_id: id, media_id: (await paperFile()).id, created_at: days(-2) });
    const deal = { customer_id, owner_id: sales.id, status: "contracted", created_at: days(-5) } as const;
    await make.ownDeal({ ...deal, subscribed_at: "2026-11-16", contracted_at: "2026-11-19" });
    const { data } = await asSales(visa.dossier, at(id));
    expect(data.list.map((one) => (one.kind === "deal" ? one.event : one.kind))).toEqual([
      ...["step", "follow", "begun", "subscribed", "paper", "contracted", "schedule"],
    ]);
    expect(data.is_cut).toBe(false);
    expect(data.list[0]).toMatchObject({ stage: "engaged", note: "已签委托书", by: "林顾问" });
    const asVisa = await asHolder("inquiry:inquiry:view", "inquiry:visa:view", "inquiry:inquiry:assign");
    const kinds = (await asVisa(visa.dossier, at(id))).data.list.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["step", "paper", "schedule"]));
    const estate = await make.inquiry({ assignee_id: sales.id });
    expect((await asSales(visa.dossier, at(estate.id))).code).toBe(40400);
  });

  test("the file of the list says what visas say", async () => {
    await makeCase({}, { office_ready: true });
    const query = { kind: ["visa" as const], reason: "report" };
    const lines = await cellsOf(await (await api.as(admin.id)).file(inquiry.export, { query }));
    expect(lines.slice(0, 2).map((line) => line.slice(15, 22))).toEqual([
      ["国籍", "公司阶段", "资本金", "日语水平", "评估结果", "办理阶段", "行政书士"],
      ["中国", "设立中", 10_000_000, "N4", "1/6", "咨询中", null],
    ]);
  });
});

const roles = "SA SM SR CS";
whoMay(
  api,
  visa,
  {
    step: { roles, body: { case_stage: "evaluating" } },
    note: { roles, body: { check: "plan" } },
    ...{ facts: roles, papers: roles, addPaper: roles, dossier: roles },
  },
  { "/inquiry/management": roles },
);
