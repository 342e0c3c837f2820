import { JSDOM } from "jsdom";
import { beforeEach, expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { inquiry as inquiryApi } from "~/contract/inquiry/inquiry";
import type { Module } from "~/contract/special/modules";
import { publicSpecial } from "~/contract/special/public-special";
import { special } from "~/contract/special/special";
import { contentRollup } from "~/server/jobs/content/content-rollup";
import { trackerRollup } from "~/server/jobs/inquiry/tracker-rollup";
import { jobsOf } from "~/server/jobs/jobs";
import { flushContentVisits } from "~/server/resources/content/visits";
import { flushVisits } from "~/server/resources/inquiry/visit/collect";
import { testNow } from "~/test/support/factories";
import { scriptPayloads } from "~/test/support/script-payloads";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { api, make, setSetting, rowsIn, updateIn } = setUp();
api.services.trustsProxy = true;
/** Each test is a household of its own: posts are counted, refused ones too. */
let household = 0;
beforeEach(() => {
  household++;
});
const from = () => `114.114.${household}.9`;
const { editor, asEditor } = signedIn(api, { editor: { role: "super_admin", name: "林编辑" } });

type Body = Input<typeof special.create>["body"];
const chrome = "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0";
const at = (seconds: number) => new Date(testNow.getTime() + seconds * 1000);

const picture = async () => {
  const file = { scene: "content", is_private: false, kind: "image", width: 1600, height: 900 };
  return (await make.media({ uploader: editor.id, ...file })).id;
};
const moduleOf = (type: Module["type"], props: object = {}) => ({ type, props }) as Module;
async function live(over: object = {}): Promise<number> {
  const body = {
    ...{ name: "湾岸秋季专题", title: "东京湾岸新盘合集", slug: "bay", cover_id: await picture() },
    modules: [moduleOf("form", { title: "预约咨询" })],
    ...over,
  } as Body;
  const { id } = (await asEditor(special.create, { body })).data;
  expect((await asEditor(special.publish, { params: { id }, body: { version: 1 } })).code).toBe(200);
  return id;
}

const open = (path: string, headers: Record<string, string> = { "user-agent": chrome }) =>
  api.app.request(`http://desk.local${path}`, { headers: { "x-forwarded-for": from(), ...headers } });
const documentOf = async (reply: Response) => new JSDOM(await reply.text()).window.document;

const typedForm = { "content-type": "application/x-www-form-urlencoded" };

/** Fills in the form as a browser without a script does, after so many seconds, and sends it. */
async function fill(typed: Record<string, string>, { path = "/s/bay", after = 5, token = "" } = {}) {
  const document = await documentOf(await open(path));
  const form = document.querySelector("form");
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>("[name]") ?? [])];
  const fields = inputs.map(({ name, value }) => [name, value]);
  const body = new URLSearchParams({ ...Object.fromEntries(fields), ...(token && { token }), ...typed });
  const shown = api.services.now();
  api.setClock(new Date(shown.getTime() + after * 1000));
  const reply = await api.app.request(new URL(form?.getAttribute("action") ?? "", "http://desk.local").href, {
    method: form?.getAttribute("method") ?? "",
    headers: { ...typedForm, "user-agent": chrome, "x-forwarded-for": from() },
    body: body.toString(),
  });
  return { reply, sent: Object.fromEntries(body) };
}

test("a page is a document of its own: no script, no cookie, its policy; everything a module says stands in it", async () => {
  const estates = [
    await make.estate({ name: "云汀湾岸塔", publish_status: "online" }),
    await make.estate({ name: "未上架的楼", publish_status: "offline" }),
  ];
  const ids = estates.map(({ id }) => id);
  await setSetting("site.desk_base", "https://desk.example");
  await setSetting("content.video_hosts", "player.example");
  const image = await picture();
  const id = await live({
    template: "event",
    estate_ids: ids,
    seo_desc: "秋季湾岸新盘",
    modules: [
      moduleOf("banner", {
        ...{ title: "秋季湾岸", sub_title: "看房团", button_text: "立即报名" },
        ...{ media_id: image, mobile_media_id: await picture() },
      }),
      moduleOf("text", { title: "为什么", content: "<p>轨道成熟</p>" }),
      moduleOf("picture", { media_id: image, alt: "外观" }),
      moduleOf("estates", { title: "在售", source: "manual" }),
      moduleOf("estates", { title: "规则", source: "rule", filter: { country: ["JP"] }, limit: 1 }),
      moduleOf("estates", { title: "空", source: "rule", filter: { currency: "ZZZ", price_min: "1" } }),
      moduleOf("table", { head: ["户型", "面积"], rows: [["1K", "25㎡"]] }),
      moduleOf("faq", { items: [{ q: "外国人能买吗", a: "可以" }] }),
      moduleOf("video", { source: "link", url: "https://player.example/v/1" }),
      moduleOf("form", { title: "预约咨询", button_text: "我要咨询" }),
      moduleOf("map", { address: "东京都江东区", lat: 35.6, lng: 139.8 }),
      moduleOf("countdown", { title: "报名", until: at(3 * 86_400 + 60).toISOString() }),
      moduleOf("cta", { text: "电话咨询", button_text: "拨打", target: "phone", phone: "400 000 0000" }),
    ],
  });
  const reply = await open("/s/bay");
  expect(reply.status).toBe(200);
  const { headers } = reply;
  expect([headers.get("set-cookie"), headers.get("x-frame-options")]).toEqual([null, "DENY"]);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; .*form-action 'self'; frame-ancestors 'none'$/);
  expect(policy).toContain("frame-src https://player.example");
  expect(policy).not.toContain("script-src");
  const html = await reply.text();
  const document = new JSDOM(html).window.document;
  expect([...document.querySelectorAll("script")].map(({ type }) => type)).toEqual(["application/ld+json"]);
  expect(document.querySelectorAll("h1")).toHaveLength(1);
  expect(document.querySelector("h1")?.textContent).toBe("秋季湾岸");
  const words = document.body.textContent ?? "";
  for (const said of [
    ...[
      "看房团",
      "轨道成熟",
      "云汀湾岸塔",
      "户型",
      "25㎡",
      "外国人能买吗",
      "可以",
      "东京都江东区",
      "还剩 3 天",
      "电话咨询",
    ],
  ])
    expect(words).toContain(said);
  expect(words).not.toMatch(/未上架的楼|佣|林编辑|规则里没有/);
  const named = [...document.querySelectorAll(".estate strong")].map((one) => one.textContent);
  expect(named).toEqual(["云汀湾岸塔", "云汀湾岸塔"]);
  const [hero, ...images] = [...document.querySelectorAll("img")];
  expect([hero?.getAttribute("width"), hero?.hasAttribute("loading")]).toEqual(["1600", false]);
  expect(images.every((one) => one.getAttribute("loading") === "lazy" && one.hasAttribute("width"))).toBe(true);
  const shared = document.querySelector('meta[property="og:image"]')?.getAttribute("content");
  expect(shared).toMatch(/^https:\/\/desk\.example\/api\//);
  expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe("https://desk.example/s/bay");
  const graph = JSON.parse(document.querySelector("script")?.textContent ?? "")["@graph"];
  expect(graph).toMatchObject(["WebPage", "FAQPage", "ItemList"].map((type) => ({ "@type": type })));
  expect(document.querySelector('a[href="tel:4000000000"]')?.textContent).toBe("拨打");

  // The sites read the same; the answer validates in `serve`.
  const { data } = await (await open("/api/public/special/bay")).json();
  expect(data).toMatchObject({ id, slug: "bay", form: { fields: ["name", "phone"], kind: "estate" } });
  expect(data.estates.map(({ title }: { title: string }) => title)).toEqual(["云汀湾岸塔"]);
  expect(data.tracker_code).toMatch(/^s-bay-/);
  expect(JSON.stringify(data)).not.toMatch(/commission|estate_ids|media_id/);
  expect((await open("/p/nothing")).status).toBe(404);
  const { url } = (await asEditor(special.previewLink, { params: { id }, query: {} })).data;
  const preview = await documentOf(await open(url));
  expect(preview.querySelector("button")?.disabled).toBe(true);
  await updateIn("estate", {}, { publish_status: "offline" });
  expect((await documentOf(await open("/s/bay"))).querySelectorAll(".estate")).toHaveLength(0);
});

test("a form that is sent without a script is an inquiry of the page and its tracking point, once; the rest stands at its fields", async () => {
  const estate_id = (await make.estate({ name: "云汀湾岸塔", publish_status: "online" })).id;
  const id = await live({
    ...{ estate_ids: [estate_id], form_fields: ["name", "phone", "wechat", "budget", "note"] },
    form_success: "已收到，稍后联系",
  });
  const wrong = await fill({ name: "", phone: "12", budget: "500万", note: '想看<b>"房"' });
  expect(wrong.reply.status).toBe(422);
  const again = await documentOf(wrong.reply);
  const value = (name: string) => again.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
  expect([value("budget"), value("note"), value("phone")]).toEqual(["500万", '想看<b>"房"', "12"]);
  expect(again.querySelector("#e-name")?.textContent).toBe("请输入姓名");
  expect(again.querySelector("[name=name]")?.getAttribute("aria-describedby")).toBe("e-name");
  expect(await rowsIn("inquiry")).toEqual([]);
  const number = await documentOf((await fill({ name: "王芳", phone: "12" })).reply);
  expect(number.querySelector("#e-phone")?.textContent).toBe("手机号格式不正确");
  const none = await documentOf((await fill({ name: "王芳" })).reply);
  expect(none.querySelector("#e-phone")?.textContent).toContain("至少填写一项");

  const typed = { name: "王芳", phone: "19900000001", budget: "500万", note: "周末看房" };
  const { reply, sent } = await fill(typed, { path: "/s/bay?utm_source=wechat&utm_campaign=autumn" });
  expect([reply.status, reply.headers.get("location")]).toEqual([303, "/s/bay?sent=1#form"]);
  const thanks = await documentOf(await open("/s/bay?sent=1"));
  expect(thanks.querySelector("[role=status]")?.textContent).toBe("已收到，稍后联系");
  const made = await asEditor(special.get, { params: { id } });
  const rows = await rowsIn("inquiry");
  expect(rows).toMatchObject([
    {
      ...{ kind: "estate", name: "王芳", phone_e164: "+8619900000001", content: "预算：500万\n周末看房" },
      ...{ content_kind: "special", content_id: id, tracker_id: made.data.tracker?.id, estate_id, platform: "web" },
      ...{ utm_source: "wechat", utm_campaign: "autumn", source_key: "special" },
    },
  ]);
  expect(made.data.inquiry_count).toBe(1);
  // The same form, sent once more by an impatient finger.
  expect((await fill(typed, { token: sent.token ?? "" })).reply.status).toBe(303);
  expect((await asEditor(inquiryApi.list, { query: {} })).data.total).toBe(1);
});

test("a page speaks the language that it is in: labels, buttons, complaints, what is said at the end", async () => {
  const modules = [moduleOf("form"), moduleOf("countdown", { until: at(90_000).toISOString() })];
  await live({ lang: "en", form_fields: ["name", "phone", "email"], modules });
  const page = await documentOf(await open("/s/bay"));
  expect(page.documentElement.lang).toBe("en");
  const { title } = page;
  const written = ["东京湾岸新盘合集", title];
  const words = written.reduce((text, one) => text.replaceAll(one, ""), page.body.textContent ?? "");
  expect(words).toContain("1 day 1 hour left");
  expect([...page.querySelectorAll("form label")].map(({ textContent }) => textContent?.trim())).toEqual(
    expect.arrayContaining(["Name *", "Phone", "E-mail"]),
  );
  expect(words).not.toMatch(/\p{Script=Han}/u);
  const { reply } = await fill({ name: "Ann" });
  expect(reply.status).toBe(422);
  const wrong = await documentOf(reply);
  expect(wrong.querySelector(".wrong")?.textContent).toBe("Please check this field");
  expect(wrong.querySelector("[role=alert]")?.textContent).toBe("Please check the marked fields");
  const sent = await fill({ name: "Ann", email: "ann@example.com" });
  expect(sent.reply.status).toBe(303);
  const thanks = (await documentOf(await open("/s/bay?sent=1"))).querySelector(".sent")?.textContent;
  expect(thanks).toBe("Thank you. A consultant will contact you soon.");
  const { data } = await (await open("/api/public/special/bay")).json();
  expect(data.form.success_text).toMatch(/^Thank you/);
});

test("programs and floods are kept out: the hidden field, too quick, a false or old token, a tenth try", async () => {
  await live();
  const typed = { name: "王芳", phone: "19900000001" };
  const notices = async (options: Parameters<typeof fill>[1], over: object = {}) => {
    const { reply } = await fill({ ...typed, ...over }, options);
    return [reply.status, (await documentOf(reply)).querySelector("[role=alert]")?.textContent];
  };
  expect(await notices({ after: 1 })).toEqual([422, "填写过快，请稍候再提交"]);
  expect(await notices({}, { website: "https://spam.example" })).toEqual([422, "填写过快，请稍候再提交"]);
  expect(await notices({ token: "special.1.2.x" })).toEqual([422, "页面已过期，请再次提交"]);
  expect(await notices({ after: 25 * 3600 })).toEqual([422, "页面已过期，请再次提交"]);
  expect(await rowsIn("inquiry")).toEqual([]);
  const sendLong = () =>
    api.app.request("http://desk.local/s/bay", {
      method: "POST",
      headers: { ...typedForm, "x-forwarded-for": from() },
      body: `note=${"长".repeat(70_000)}`,
    });
  expect((await sendLong()).status).toBe(413);
  for (let turn = 0; turn < 5; turn++) await notices({});
  expect(await notices({})).toEqual([429, "操作过于频繁，请稍后再试"]);
  expect((await sendLong()).status).toBe(429);
});

test("an address answers as its page stands: not published, not begun, over, renamed; nothing is kept beyond its end", async () => {
  const status = async (path = "/s/bay") => (await open(path)).status;
  expect(await status()).toBe(404);
  const id = await live({ start_at: at(60).toISOString(), end_at: at(90).toISOString() });
  expect([await status(), await status("/api/public/special/bay")]).toEqual([404, 404]);
  api.setClock(at(60));
  expect(await status()).toBe(200);
  expect((await open("/api/public/special/bay")).headers.get("cache-control")).toBe("public, max-age=30, s-maxage=30");
  const form = (await asEditor(special.get, { params: { id } })).data;
  await asEditor(special.update, { params: { id }, body: { ...form, slug: "harbour" } as never });
  const moved = await open("/s/bay");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/s/harbour"]);
  expect((await open("/api/public/special/bay")).headers.get("location")).toBe("/api/public/special/harbour");
  api.setClock(at(90));
  const over = await open("/s/harbour");
  expect([over.status, await over.text()]).toEqual([410, expect.stringContaining("活动已结束")]);
  expect((await (await open("/api/public/special/harbour")).json()).code).toBe(41000);
  const late = await api.app.request("http://desk.local/s/harbour", {
    ...{ method: "POST", body: new URLSearchParams() },
    headers: { "x-forwarded-for": from() },
  });
  expect(late.status).toBe(410);
  await asEditor(special.offline, { params: { id }, body: { version: form.version + 1 } });
  expect(await status("/s/harbour")).toBe(404);
});

test("a visit is counted once, at the page and at its tracking point: not by crawlers, not by who comes back from the form", async () => {
  // What the tests before have left waiting is of tracking points that are gone.
  await flushVisits(api.services);
  const id = await live();
  // Tracking points are known for a while: by then they are read anew.
  api.setClock(at(200_000));
  await open("/s/bay");
  await open("/s/bay");
  await open("/s/bay?sent=1#form");
  await open("/s/bay", { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" });
  await open("/s/bay", { "user-agent": chrome, "sec-purpose": "prefetch" });
  await flushContentVisits(api.services);
  await flushVisits(api.services);
  const jobs = jobsOf(api.services, [contentRollup, trackerRollup]);
  await jobs.runDue(at(200_300));
  await jobs.stop();
  expect(await rowsIn("contentDaily")).toMatchObject([{ kind: "special", target_id: id, views: 2, uv: 1 }]);
  expect(await rowsIn("trackerDaily")).toMatchObject([{ pv: 2, uv: 1 }]);
  expect(await rowsIn("special", { id })).toMatchObject([{ view_count: 2, uv_count: 1 }]);
});

test("no words of an editor or a visitor become anything but words", async () => {
  const payloads = scriptPayloads().filter((_, at) => at % 24 === 0);
  const cut = (most: number) => payloads.map((one) => one.slice(0, most));
  await live({
    title: payloads[0]?.slice(0, 60),
    seo_desc: payloads[1]?.slice(0, 160),
    modules: [
      moduleOf("text", { content: payloads.map((one) => `<p>${one}</p>`).join("") }),
      moduleOf("faq", { items: cut(60).map((q) => ({ q, a: q })) }),
      moduleOf("table", { head: cut(20).slice(0, 6), rows: cut(60).map((cell) => [cell]) }),
      ...cut(40).map((title) => moduleOf("form", { title, note: title, button_text: title.slice(0, 12) })),
    ],
  });
  const { reply } = await fill({ name: payloads.join("").slice(0, 200), phone: '"><svg onload=alert(1)>' });
  for (const answer of [await open("/s/bay"), reply]) {
    const document = await documentOf(answer);
    const elements = [...document.querySelectorAll("*")];
    const tags = new Set(elements.map(({ localName }) => localName));
    for (const tag of ["svg", "math", "iframe", "object", "embed", "base"]) expect(tags.has(tag), tag).toBe(false);
    expect(document.body.querySelectorAll("script, link, meta, style")).toHaveLength(0);
    const attributes = elements.flatMap((element) => [...element.attributes]);
    expect(attributes.filter(({ name }) => name.startsWith("on")).map(({ name }) => name)).toEqual([]);
    expect(attributes.filter(({ value }) => /^\s*javascript:/i.test(value)).map(({ value }) => value)).toEqual([]);
  }
});

test("what a page says of consent and privacy is its own, and who has sent the form goes where it says", async () => {
  await live({
    form_consent: "我同意顾问在两个工作日内与我联系。",
    privacy: "只用于回复您的咨询。\n不转给第三方。",
    thanks_url: "https://www.example.com/thanks?from=bay",
  });
  const reply = await open("/s/bay");
  // Browsers judge by the policy where the form's answer leads.
  expect(reply.headers.get("content-security-policy")).toContain("form-action 'self' https://www.example.com;");
  const document = await documentOf(reply);
  const form = document.querySelector("form");
  expect(form?.textContent).toContain("我同意顾问在两个工作日内与我联系。");
  expect(form?.textContent).not.toContain("提交即表示同意");
  expect(form?.querySelector("details summary")?.textContent).toBe("隐私说明");
  expect([...(form?.querySelectorAll("details p") ?? [])].map((line) => line.textContent)).toEqual([
    "只用于回复您的咨询。",
    "不转给第三方。",
  ]);
  const sent = await fill({ name: "王芳", phone: "19900000001" });
  expect([sent.reply.status, sent.reply.headers.get("location")]).toEqual([
    303,
    "https://www.example.com/thanks?from=bay",
  ]);
});

test("visitors of a compared page see one of its versions all day; what they send, and their visit, is that version's", async () => {
  const other = await live({ slug: "bay-b", name: "乙版", title: "湾岸新盘，本周看房" });
  const id = await live({ variant_ids: [other] });
  const titleAt = async (ip: string, headers: object = {}) =>
    (await documentOf(await open("/s/bay", { "user-agent": chrome, "x-forwarded-for": ip, ...headers }))).title;
  const visitors = Array.from({ length: 24 }, (_, nth) => `100.${household}.0.${nth}`);
  const seen = new Map<string, string>();
  for (const ip of visitors) seen.set(ip, await titleAt(ip));
  expect(new Set(seen.values())).toEqual(new Set(["东京湾岸新盘合集", "湾岸新盘，本周看房"]));
  for (const ip of visitors) expect(await titleAt(ip)).toBe(seen.get(ip));
  const bot = { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" };
  for (const ip of visitors.slice(0, 6)) expect(await titleAt(ip, bot)).toBe("东京湾岸新盘合集");

  const [shown] = [...seen].find(([, title]) => title === "湾岸新盘，本周看房") ?? [];
  const document = await documentOf(await open("/s/bay", { "user-agent": chrome, "x-forwarded-for": shown ?? "" }));
  expect(document.querySelector("form")?.getAttribute("action")).toBe("/s/bay#form");
  const inputs = [...document.querySelectorAll<HTMLInputElement>("form [name]")];
  const body = new URLSearchParams(inputs.map(({ name, value }) => [name, value]));
  body.set("name", "王芳");
  body.set("phone", "19900000001");
  api.setClock(at(5));
  const sent = await api.app.request("http://desk.local/s/bay", {
    ...{ method: "POST", body: body.toString() },
    headers: { ...typedForm, "user-agent": chrome, "x-forwarded-for": shown ?? "" },
  });
  expect(sent.headers.get("location")).toBe("/s/bay?sent=1#form");
  expect(await rowsIn("inquiry")).toMatchObject([{ content_kind: "special", content_id: other }]);

  // A version that is no longer public is nobody's.
  await asEditor(special.offline, { params: { id: other }, body: { version: 2 } });
  api.setClock(at(90));
  for (const ip of visitors) expect(await titleAt(ip)).toBe("东京湾岸新盘合集");
  expect(id).toBeGreaterThan(other);
});

whoMay(api, publicSpecial, { all: "public" });
