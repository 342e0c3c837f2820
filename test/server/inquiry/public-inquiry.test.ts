import { beforeEach, expect, test } from "vitest";
import { customerIntake } from "~/contract/customer/customer-intake";
import { publicInquiry } from "~/contract/inquiry/public-inquiry";
import { tracker } from "~/contract/inquiry/tracker";
import { intake } from "~/server/database/tables/system/intake";
import { trackerRollup } from "~/server/jobs/inquiry/tracker-rollup";
import { testNow } from "~/test/support/factories";
import { setUp } from "~/test/support/set-up";
import { machine } from "~/test/support/signed-call";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, runJob, setSetting, rowsIn } = setUp();
api.services.trustsProxy = true;
const { asAdmin } = signedIn(api, { admin: { role: "super_admin" } });
const site = machine(api);
const origin = "https://www.example.com";
const site_key = "public-key-of-the-site";
beforeEach(async () => {
  await site.known();
  await setSetting("site.public_key", site_key);
  await setSetting("site.origins", `${origin}, https://m.example.com`);
});

let address = 0;
const form = {
  ...{ site_key, elapsed_ms: 8_000, kind: "estate", platform: "web" },
  ...{ name: "王小姐", phone: "19900000001", content: "想了解这个楼盘" },
};
type Headers = Record<string, string>;
async function post(body: object, headers: Headers = {}) {
  const response = await api.app.request("http://test.local/api/inquiry/public", {
    method: "POST",
    headers: {
      origin,
      "x-forwarded-for": `114.114.${address++ % 250}.9`,
      "user-agent": "Mozilla/5.0 (iPhone)",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { headers: response.headers, ...(await response.json()) } as Headers & {
    code: number;
    data: { inquiry_no: string; errors: { field: string; message: string }[] };
    headers: globalThis.Headers;
  };
}
const rows = () => rowsIn("inquiry");

test("a form of the site becomes an inquiry, with where it came from", async () => {
  await make.user({ role: "sales" });
  const { id: tracker_id } = await make.tracker();
  const { id: estate_id } = await make.estate();
  const page_url = `${origin}/jp/7?tk=home-top`;
  const answer = await post({ ...form, estate_id, page_url, ext: { want_viewing: true, layout: "2LDK" } });
  expect(answer).toMatchObject({ code: 200, data: { inquiry_no: "XJ2611200001" } });
  expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
  expect(await rows()).toMatchObject([
    {
      ...{ kind: "estate", status: "assigned", phone_e164: "+8619900000001", estate_id, tracker_id },
      ...{ ip_region: "中国", device: "mobile", source_key: "public", customer_user_id: null },
      ext: { want_viewing: true, layout: "2LDK" },
    },
  ]);
  await runJob(trackerRollup);
  expect(await rowsIn("trackerDaily")).toMatchObject([{ tracker_id, date: "2026-11-20", inquiry_count: 1 }]);
  expect(await asAdmin(tracker.remove, { params: { id: tracker_id } })).toMatchObject({ code: 40904 });
});

test("the campaign is read out of the page's address, unless the form says it", async () => {
  const page_url = `${origin}/jp/7?utm_source=baidu&utm_medium=cpc&utm_campaign=${encodeURIComponent(`秋季${"长".repeat(120)}`)}&utm_term=%20`;
  expect((await post({ ...form, page_url: page_url.slice(0, 480), utm_medium: "banner" })).code).toBe(200);
  const [row] = await rows();
  expect(row).toMatchObject({ utm_source: "baidu", utm_medium: "banner", utm_term: null, utm_content: null });
  expect(row?.utm_campaign).toMatch(/^秋季长+/);
  expect(row?.utm_campaign?.length).toBeLessThanOrEqual(100);
});

test("a body that no form is as long as is refused before anything of it is read", async () => {
  expect((await post({ ...form, padding: "x".repeat(70_000) })).code).toBe(41300);
  expect(await rows()).toEqual([]);
});

test("fifty equal posts make one inquiry, with a number of theirs or without", async () => {
  const fifty = (body: object) => Promise.all(Array.from({ length: 50 }, () => post(body)));
  for (const body of [form, { ...form, phone: "19900000002", external_id: "form-1" }]) {
    const answers = await fifty(body);
    expect(new Set(answers.map(({ code, data }) => `${code} ${data.inquiry_no}`)).size).toBe(1);
  }
  expect(await rows()).toHaveLength(2);
  expect((await rowsIn("inquiryLog")).filter(({ action }) => action === "repeat")).toEqual([]);
});

test("what is refused says which field, and why", async () => {
  const cases: [object, Headers, number, string][] = [
    [{}, { origin: "https://evil.example" }, 40300, "Origin"],
    [{}, { origin: "" }, 40300, "Origin"],
    [{ site_key: "another-key-than-ours" }, {}, 40300, "site_key"],
    [{ website: "https://spam.example" }, {}, 42200, "website"],
    [{ elapsed_ms: 900 }, {}, 42200, "elapsed_ms"],
    [{ elapsed_ms: undefined }, {}, 42200, "elapsed_ms"],
    [{ phone: "12" }, {}, 42200, "phone"],
    [{ phone: null }, {}, 42200, "phone"],
    [{ estate_id: 999_999 }, {}, 42200, "estate_id"],
    [{ kind: "chat", ext: { session_id: "s" } }, {}, 42200, "kind"],
    [{ platform: "manual" }, {}, 42200, "platform"],
    [{ content: "x".repeat(2_001) }, {}, 42200, "content"],
    [{ page_url: "javascript:alert(1)" }, {}, 42200, "page_url"],
    [{ page_url: "/jp/7" }, {}, 42200, "page_url"],
    [{ ext: { layout: "castle" } }, {}, 42200, "ext.layout"],
  ];
  for (const [change, headers, code, name] of cases) {
    const answer = await post({ ...form, ...change }, headers);
    expect([name, answer.code, answer.data.errors.map(({ field }) => field)]).toEqual([name, code, [name]]);
    expect(answer.data.errors[0]?.message).toMatch(/\p{Script=Han}/u);
  }
  expect(await rows()).toEqual([]);
  await setSetting("site.public_key", "");
  expect((await post({ ...form, site_key: "" })).code).not.toBe(200);
});

test("of what is nested, every wrong field is named by its whole path", async () => {
  const ext = { layout: "castle", purpose: "fun", budget_min: "x", want_viewing: true };
  const { code, data } = await post({ ...form, ext });
  expect(code).toBe(42200);
  expect(data.errors.map(({ field }) => field).sort()).toEqual(["ext.budget_min", "ext.layout", "ext.purpose"]);
});

test("nobody outside says how far a case is, or who they are on the site", async () => {
  const ext = { nationality: "CN", case_stage: "visa_issued", plan_confirmed: true, capital_jpy: 5_000_000 };
  expect((await post({ ...form, kind: "visa", ext, customer_user_id: 7 })).code).toBe(200);
  expect(await rows()).toMatchObject([
    { customer_user_id: null, ext: { case_stage: "consulting", plan_confirmed: null, capital_jpy: 5_000_000 } },
  ]);
});

test("an address has ten a minute", async () => {
  const answers = [];
  for (let call = 0; call < 12; call++)
    answers.push((await post({ ...form, external_id: `one-${call}` }, { "x-forwarded-for": "203.0.113.44" })).code);
  expect(answers).toEqual([...Array(10).fill(200), 42900, 42900]);
  expect((await rowsIn("rateLimit")).length).toBeGreaterThan(0);
});

test("a browser learns that pages of these sites may post, and others may not", async () => {
  const asking = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };
  const ask = async (from: string) => {
    const response = await api.app.request("http://test.local/api/inquiry/public", {
      method: "OPTIONS",
      headers: { origin: from, ...asking },
    });
    return response.headers.get("access-control-allow-origin");
  };
  expect(await ask("https://m.example.com")).toBe("https://m.example.com");
  expect(await ask("https://evil.example")).toBeNull();
});

test("a machine's inquiry is one by its number, of the user that it has sent", async () => {
  const came = { register_platform: "web", registered_at: testNow.toISOString() };
  const user = { external_id: "u-1", phone: "19900000003", ...came };
  const { data: account } = await site.send(customerIntake.user, user);
  const { site_key: _, elapsed_ms: _ms, ...facts } = form;
  const sent = { ...facts, external_id: "i-1", user: "u-1", ip: "133.11.0.1", tracker: "gone" };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => site.send(publicInquiry.signed, sent, { ahead: index })),
  );
  expect(answers.map(({ code }) => code)).toEqual(Array(20).fill(200));
  expect(answers.filter(({ data }) => data.is_new)).toHaveLength(1);
  expect(await rows()).toMatchObject([
    { source_key: "site", external_id: "i-1", customer_user_id: account.id, ip_region: "日本", tracker_id: null },
  ]);
  const unknown = await site.send(publicInquiry.signed, { ...sent, external_id: "i-2", user: "u-9" });
  expect(unknown).toMatchObject({ code: 42200, data: { errors: [{ field: "user" }] } });
  const again = await site.send(publicInquiry.signed, { ...sent, external_id: "i-3" });
  expect(again.data).toMatchObject({ is_new: true, is_merged: true, inquiry_no: answers[0]?.data.inquiry_no });
});

test("a number that comes again with other content is refused by every door, and changes nothing", async () => {
  const first = { ...form, external_id: "form-7" };
  const { data } = await post(first);
  expect(await post({ ...first, elapsed_ms: 20_000 })).toMatchObject({ code: 200, data });
  for (const other of [{ content: "别的楼盘" }, { name: "李先生" }, { phone: "19900000009" }, { tracker: "home-top" }])
    expect(await post({ ...first, ...other })).toMatchObject({ code: 40907 });

  const { site_key: _, elapsed_ms: _ms, ...facts } = form;
  const sent = { ...facts, phone: "19900000008", external_id: "i-7" };
  expect((await site.send(publicInquiry.signed, sent)).data).toMatchObject({ is_new: true, is_merged: false });
  // Under a number that was added to another's inquiry as well.
  expect((await site.send(publicInquiry.signed, { ...sent, external_id: "i-8" })).data.is_merged).toBe(true);
  for (const external_id of ["i-7", "i-8"]) {
    const is_merged = external_id === "i-8";
    const again = await site.send(publicInquiry.signed, { ...sent, external_id }, { ahead: 1 });
    expect(again.data).toMatchObject({ is_new: false, is_merged });
    expect((await site.send(publicInquiry.signed, { ...sent, external_id, ip: "133.11.0.1" })).code).toBe(40907);
  }
  expect(await rows()).toHaveLength(2);
  expect((await rowsIn("inquiryLog")).filter(({ action }) => action === "repeat")).toHaveLength(1);
});

test("one that came before contents were kept is known by its number", async () => {
  const sent = { ...form, external_id: "form-8" };
  const { data } = await post(sent);
  await db.delete(intake);
  expect(await post(sent)).toMatchObject({ code: 200, data });
  expect(await rows()).toHaveLength(1);
});

whoMay(api, publicInquiry, { all: "public" });
