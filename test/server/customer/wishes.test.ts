import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { clue } from "~/contract/clue/clue";
import { customer } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import { factFields } from "~/contract/customer/customer-record";
import { requirement } from "~/contract/customer/requirement";
import { inquiry } from "~/contract/inquiry/inquiry";
import { customer as customerTable, requirement as requirementTable } from "~/server/database/tables/customer/customer";
import { district } from "~/server/database/tables/region/geography";
import { operationLog } from "~/server/database/tables/system/system";
import { makeAgent } from "~/test/support/agent";
import { testApi } from "~/test/support/api";
import { create, merge, restore, undo } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import {
  days,
  makeAnnex,
  makeCustomer,
  makeInquiry,
  makeMedia,
  makeRequirement,
  makeUser,
  testNow,
} from "~/test/support/factories";
import { csv, imported } from "~/test/support/imports";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";

// What a customer wants is said once (domain B.2): the newest open requirement is the truth, the customer's fields are its copies.

const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { sales, manager, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

const wanted = {
  ...{ purposes: ["self_use"], intent_country_codes: ["JP"], loan_need: "loan" },
  ...{ budget_min: "50000000", budget_max: "80000000", budget_currency: "JPY" },
};
const said = {
  ...{ purposes: ["self_use"], country_code: "JP", loan: "loan", status: "open", version: 1 },
  ...{ price_min: "50000000.00", price_max: "80000000.00", currency: "JPY", timeline: null },
};
const columns = { ...wanted, budget_min: "50000000.00", budget_max: "80000000.00" };

const contact = { name: "王伟", source: "phone", phone_cc: "86", phone: "13812345678" };
const created = async (given: object = wanted) => (await create(asSales, given)).data.id;
const stored = (id: number) => rowIn("customer", id);
/** The newest first. */
const requirementsOf = async (id: number) =>
  (await rowsIn("requirement", eq(requirementTable.customer_id, id))).reverse();
const own = (given: object = {}) => makeCustomer(db, { owner_id: sales.id, ...given });
/** The whole form with a few other values, as the page sends it. */
async function edit(id: number, changed: object) {
  const { data } = await asSales(customer.get, { params: { id } });
  const whole = Object.fromEntries(factFields.map((name) => [name, data[name]]));
  return asSales.unchecked(customer.update, { params: { id }, body: { ...whole, version: data.version, ...changed } });
}
const errorsOf = (reply: { data: unknown }) =>
  (reply.data as { errors: { field: string; message: string }[] }).errors.map(({ field, message }) => [field, message]);
const placesIn = (country_code: string) =>
  db
    .select({ id: district.id })
    .from(district)
    .where(and(eq(district.country_code, country_code), eq(district.level, 1)))
    .orderBy(district.id)
    .limit(2);
const linesAbout = async (id: number) =>
  (await rowsIn("operationLog", and(eq(operationLog.target_type, "requirement"), eq(operationLog.target_id, id)))).map(
    ({ summary, changes }) => [summary.slice(0, 4), changes.map(({ label }) => label)],
  );

const write = async (customer_id: number, given: object) =>
  (await asSales.unchecked(requirement.create, { body: { country_code: "JP", ...given, customer_id } })).data.id;
const rewrite = (id: number, version: number, given: object = {}) =>
  asSales.unchecked(requirement.update, {
    params: { id },
    body: { purposes: ["holiday"], country_code: "TH", ...given, version },
  });
const close = (id: number) => asSales(requirement.close, { params: { id }, body: { action: "close" } });

describe("a new customer", () => {
  test("of the form has one open requirement with his wishes, and is not called clear by it", async () => {
    const [tokyo] = await placesIn("JP");
    const id = await created({ ...wanted, intent_district_ids: [tokyo?.id] });
    const rows = await requirementsOf(id);
    expect(rows).toMatchObject([{ ...said, district_ids: [tokyo?.id], created_by: sales.id }]);
    expect(await stored(id)).toMatchObject({ ...columns, stage: "new", version: 1 });
    expect(await linesAbout(rows[0]?.id ?? 0)).toEqual([["新增需求", []]]);
    const { data } = await asSales(requirement.list, { query: { customer_id: id } });
    expect(data.list).toMatchObject([{ requirement_no: "XQ2611200001", title: expect.stringContaining("日本") }]);
  });

  test("of the quick form, who wants nothing yet, has none; nor has who names an estate alone", async () => {
    const estate = await makeEstate(db);
    expect(await requirementsOf(await created({}))).toEqual([]);
    const second = await created({ phone: "13812345679", intent_estate_ids: [estate.id], budget_currency: "JPY" });
    expect(await requirementsOf(second)).toEqual([]);
    expect((await stored(second)).intent_country_codes).toEqual([]);
  });

  test("who names no country looks at that of his districts or estates; without these the wishes wait for it", async () => {
    const estate = await makeEstate(db, { country_code: "TH" });
    const [tokyo] = await placesIn("JP");
    const budget = { budget_max: "800", budget_currency: "USD" };
    const byEstate = await created({ ...budget, intent_estate_ids: [estate.id] });
    expect(await requirementsOf(byEstate)).toMatchObject([{ country_code: "TH", price_max: "800.00" }]);
    expect((await stored(byEstate)).intent_country_codes).toEqual(["TH"]);
    const byDistrict = await created({ phone: "13812345679", ...budget, intent_district_ids: [tokyo?.id] });
    expect(await requirementsOf(byDistrict)).toMatchObject([{ country_code: "JP", district_ids: [tokyo?.id] }]);
    const nowhere = await created({ phone: "13812345670", ...budget });
    expect(await requirementsOf(nowhere)).toEqual([]);
    await edit(nowhere, { intent_country_codes: ["TH"] });
    expect(await requirementsOf(nowhere)).toMatchObject([{ country_code: "TH", price_max: "800.00" }]);
  });

  test("who looks at several countries keeps the others beside the requirement's", async () => {
    const [tokyo] = await placesIn("JP");
    const [bangkok] = await placesIn("TH");
    const places = { intent_country_codes: ["TH", "JP"], intent_district_ids: [tokyo?.id, bangkok?.id] };
    const id = await created(places);
    expect(await requirementsOf(id)).toMatchObject([{ country_code: "TH", district_ids: [bangkok?.id] }]);
    expect(await stored(id)).toMatchObject(places);
  });

  test("of an inquiry has one too, and taking it back still removes him, unless it was worked on", async () => {
    const convert = async (phone: string) => {
      const { id } = await makeInquiry(db, { assignee_id: sales.id, status: "processing", phone });
      const body = { action: "convert", customer: { ...contact, ...wanted, phone } };
      const { data } = await asSales.unchecked(inquiry.convert, { params: { id }, body });
      return { id, about: data.customer?.id ?? 0 };
    };
    const undo = (id: number) => asSales(inquiry.undoConvert, { params: { id }, body: { action: "undo_convert" } });
    const untouched = await convert("13812345671");
    expect(await requirementsOf(untouched.about)).toMatchObject([said]);
    await undo(untouched.id);
    expect((await stored(untouched.about)).deleted_at).not.toBeNull();
    const worked = await convert("13812345672");
    const [wish] = await requirementsOf(worked.about);
    const media = await makeMedia(db, { uploader: sales.id, scene: "annex" });
    await makeAnnex(db, { requirement_id: wish?.id ?? 0, media_id: media.id });
    await undo(worked.id);
    expect((await stored(worked.about)).deleted_at).toBeNull();
  });

  test("of an agent's report has what the agent says, where the estate is", async () => {
    const asChannel = await api.as((await makeUser(db, { role: "super_admin" })).id);
    const estate = await makeEstate(db, { country_code: "JP" });
    const agent = await makeAgent(db, { manager_id: manager.id });
    const facts = { agent_id: agent.id, estate_id: estate.id, customer_name: "林女士", phone: "13812345678" };
    const wishes = { expected_visit_at: days(2), purpose: "investment", budget_max: "1000000", budget_currency: "JPY" };
    const { id } = (await asChannel.unchecked(clue.create, { body: { ...facts, ...wishes } })).data;
    await asChannel.unchecked(clue.approve, { params: { id }, body: { handler_id: sales.id } });
    const [about] = await rowsIn("customer", eq(customerTable.owner_id, sales.id));
    expect(about).toMatchObject({ purposes: ["investment"], intent_country_codes: ["JP"], budget_max: "1000000.00" });
    expect(await requirementsOf(about?.id ?? 0)).toMatchObject([
      { country_code: "JP", purposes: ["investment"], price_max: "1000000.00", currency: "JPY" },
    ]);
  });
});

test("a file of customers brings a requirement for each who wants something, which goes with them when it is taken back", async () => {
  const file = csv(
    "客户姓名,手机号,意向国家/地区,购房目的,预算上限,币种",
    "王伟,13812345678,日本,自住,80000000,日元",
    "李娜,13812345679,,,,",
    "张强,13812345670,泰国,投资,,",
  );
  expect(await imported(asSales, customerImport.start, file, { to: "me" })).toMatchObject({ success: 3 });
  const listed = async () =>
    (await asSales(requirement.list)).data.list.map(({ customer, price_max, purposes }) => [
      ...[customer.name, price_max, purposes],
    ]);
  const wang = ["王伟", "80000000.00", ["self_use"]];
  expect(await listed()).toEqual([["张强", null, ["investment"]], wang]);
  const [saved] = await rowsIn("batch");
  const { data } = await undo(asSales, saved?.id);
  expect(data).toMatchObject({ success: expect.objectContaining({ length: 3 }), failed: [] });
  expect(await listed()).toEqual([]);
  const [gone] = await rowsIn("customer", eq(customerTable.name, "王伟"));
  await restore(asManager, gone?.id ?? 0, sales.id);
  expect(await listed()).toEqual([wang]);
});

describe("an edit", () => {
  test("writes through to the one open requirement what was changed, and nothing else", async () => {
    const id = await created();
    const [made] = await requirementsOf(id);
    await updateIn("requirement", made?.id ?? 0, { must_have: "近车站" });
    const reply = await edit(id, { budget_max: "90000000", remark: "周末来电" });
    expect(reply).toMatchObject({ code: 200, data: { budget_max: "90000000.00", open_requirements: 1 } });
    expect(await requirementsOf(id)).toMatchObject([
      { ...said, price_max: "90000000.00", must_have: "近车站", version: 2, updated_by: sales.id },
    ]);
    expect(await linesAbout(made?.id ?? 0)).toEqual([
      ["新增需求", []],
      ["编辑需求", ["预算上限"]],
    ]);
  });

  test("of other facts leaves the requirement alone, whatever it says", async () => {
    const { id } = await own({ ...columns });
    await makeRequirement(db, { customer_id: id, country_code: "TH" });
    expect((await edit(id, { remark: "周末来电" })).code).toBe(200);
    expect(await requirementsOf(id)).toMatchObject([{ country_code: "TH", version: 1 }]);
    expect(await stored(id)).toMatchObject({ ...columns, remark: "周末来电" });
  });

  test("of a wish makes what differed of old the same, by the requirement", async () => {
    const { id } = await own({ ...columns, purposes: ["education"] });
    await makeRequirement(db, { customer_id: id, purposes: ["investment"], loan: "loan" });
    await edit(id, { loan_need: "none" });
    expect(await requirementsOf(id)).toMatchObject([{ purposes: ["investment"], loan: "none", version: 2 }]);
    expect(await stored(id)).toMatchObject({ purposes: ["investment"], budget_max: null, loan_need: "none" });
  });

  test("makes one where none is open: of all that is known", async () => {
    const { id } = await own({ ...columns });
    await makeRequirement(db, { customer_id: id, status: "closed" });
    await edit(id, { purposes: ["holiday"] });
    expect(await requirementsOf(id)).toMatchObject([
      { ...said, purposes: ["holiday"] },
      { status: "closed", version: 1 },
    ]);
  });

  test("goes to a matched one as well, and moves its country with the customer's", async () => {
    const { id } = await own({ ...columns });
    await makeRequirement(db, { ...said, customer_id: id, status: "matched" });
    await edit(id, { intent_country_codes: ["TH"] });
    expect(await requirementsOf(id)).toMatchObject([{ status: "matched", country_code: "TH", version: 2 }]);
  });

  test("is refused where several are open, at what was changed; the estates and all else are the customer's", async () => {
    const { id } = await own({ ...columns });
    await makeRequirement(db, { customer_id: id });
    await makeRequirement(db, { customer_id: id, status: "matched" });
    const reply = await edit(id, { purposes: ["holiday"], budget_max: "90000000" });
    expect(reply.code).toBe(42200);
    const message = "该客户有2条需求，请在需求中修改";
    expect(errorsOf(reply)).toEqual([
      ["purposes", message],
      ["budget_max", message],
    ]);
    const estate = await makeEstate(db);
    const other = await edit(id, { intent_estate_ids: [estate.id], remark: "周末来电" });
    expect(other).toMatchObject({ code: 200, data: { intent_estate_ids: [estate.id], open_requirements: 2 } });
    expect((await requirementsOf(id)).map(({ version }) => version)).toEqual([1, 1]);
  });

  test("cannot leave the open one without its country, nor give its down payment another currency", async () => {
    const { id } = await own({ ...columns });
    await makeRequirement(db, { customer_id: id, down_payment: "20000000", currency: "JPY" });
    expect(errorsOf(await edit(id, { intent_country_codes: [] }))).toEqual([
      ["intent_country_codes", "该客户有进行中的需求，请选择意向国家/地区"],
    ]);
    expect(errorsOf(await edit(id, { budget_currency: "USD" }))).toEqual([
      ["budget_currency", "需求中有首付预算，请在需求中修改币种"],
    ]);
    expect(await requirementsOf(id)).toMatchObject([{ version: 1, country_code: "JP", currency: "JPY" }]);
  });

  test("a takeover fills the one open requirement with what it lacks, and leaves several alone", async () => {
    const since = { created_at: days(-200), assigned_at: days(-200) };
    const idle = { owner_id: manager.id, ...since, intent_country_codes: ["JP"] };
    const one = await makeCustomer(db, { ...idle, phone: "13812345678" });
    await makeRequirement(db, { customer_id: one.id, purposes: [] });
    const take = (phone: string) => create(asSales, { ...wanted, phone, takeover: true });
    expect((await take("13812345678")).code).toBe(200);
    expect(await requirementsOf(one.id)).toMatchObject([{ ...said, version: 2 }]);
    expect(await stored(one.id)).toMatchObject(columns);
    const several = await makeCustomer(db, { ...idle, phone: "13812345679" });
    for (const _ of [1, 2]) await makeRequirement(db, { customer_id: several.id });
    expect((await take("13812345679")).code).toBe(200);
    expect(await stored(several.id)).toMatchObject({ owner_id: sales.id, purposes: [], budget_max: null });
  });
});

describe("a requirement", () => {
  test("saved, changed, closed and opened again is copied to the customer, in his history", async () => {
    const { id } = await own({ intent_country_codes: ["KR"], purposes: ["education"] });
    const first = await write(id, { purposes: ["holiday"], price_max: "800", currency: "USD", loan: "none" });
    expect(await stored(id)).toMatchObject({
      ...{ purposes: ["holiday"], intent_country_codes: ["JP", "KR"], loan_need: "none" },
      ...{ budget_max: "800.00", budget_currency: "USD", stage: "qualified" },
    });
    await rewrite(first, 1);
    const left = { intent_country_codes: ["TH", "KR"], budget_max: null, loan_need: "unknown" };
    expect(await stored(id)).toMatchObject(left);
    const second = await write(id, { purposes: ["investment"], country_code: "JP" });
    expect(await stored(id)).toMatchObject({ purposes: ["investment"], intent_country_codes: ["JP", "KR"] });
    // An older one is not the truth.
    await rewrite(first, 2, { loan: "loan" });
    expect(await stored(id)).toMatchObject({ purposes: ["investment"], loan_need: "unknown" });
    await close(second);
    expect(await stored(id)).toMatchObject({ purposes: ["holiday"], intent_country_codes: ["TH", "KR"] });
    await close(first);
    const { version } = await stored(id);
    expect(await stored(id)).toMatchObject({ purposes: ["holiday"], loan_need: "loan" });
    await asSales(requirement.reopen, { params: { id: second }, body: { action: "reopen" } });
    expect(await stored(id)).toMatchObject({ purposes: ["investment"], loan_need: "unknown", version: version + 1 });
    const history = (await asSales(customer.audit, { params: { id } })).data.list;
    expect(history[0]).toMatchObject({
      action: "update",
      reason: expect.stringContaining("重新打开需求XQ"),
      changes: [
        { label: "购房目的", before: "度假", after: "投资" },
        { label: "意向国家/地区" },
        { label: "付款方式", before: "需贷款", after: "未定" },
      ],
    });
  });

  test("gives the customer its districts, and leaves those of his other countries", async () => {
    const [tokyo, osaka] = await placesIn("JP");
    const [bangkok] = await placesIn("TH");
    const intent_country_codes = ["JP", "TH"];
    const { id } = await own({ intent_country_codes, intent_district_ids: [tokyo?.id, bangkok?.id] });
    await write(id, { district_ids: [osaka?.id] });
    const after = { intent_country_codes, intent_district_ids: [osaka?.id, bangkok?.id] };
    expect(await stored(id)).toMatchObject(after);
  });

  test("saved with nothing new changes nothing of the customer but the stage", async () => {
    const { id } = await own({ ...columns, stage: "visited" });
    const budget = { price_min: "50000000", price_max: "80000000", currency: "JPY" };
    await write(id, { purposes: ["self_use"], loan: "loan", ...budget });
    expect((await stored(id)).version).toBe(1);
  });
});

test("of two records of one person the newest open requirement says what is wanted", async () => {
  const target = await own({ ...columns, intent_country_codes: ["JP", "KR"] });
  const source = await own({ ...columns, purposes: ["holiday"], intent_country_codes: ["TH"] });
  await makeRequirement(db, { customer_id: target.id, ...said });
  const merged = await makeRequirement(db, { customer_id: source.id, country_code: "TH", purposes: ["holiday"] });
  expect((await merge(asManager, target, source)).data).toMatchObject({
    ...{ purposes: ["holiday"], intent_country_codes: ["TH", "KR"], budget_max: null, loan_need: "unknown" },
    open_requirements: 2,
  });
  expect((await requirementsOf(target.id))[0]?.id).toBe(merged.id);
  const history = (await asManager(customer.audit, { params: { id: target.id } })).data.list;
  expect(history[0]?.changes.map(({ label }) => label)).toContain("购房目的");
});
