import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { baseUrl, expectErrors, failedRequest, openPage, password } from "~/test/support/browser";

/** A fake of the company's site: another origin, with a form, a button that is counted, and no cookie of ours. */
const sitePage = `<!doctype html><html lang="zh"><meta charset="utf-8"><title>云汀</title>
<form><label>姓名<input name="name"></label><label>手机<input name="phone"></label>
<label hidden>网址<input name="website"></label><button>提交</button></form><output></output>
<script>
const shown = Date.now(), external_id = crypto.randomUUID();
navigator.sendBeacon("${baseUrl}/api/public/track", JSON.stringify({ code: "seo-web-home", type: "pv", page_url: location.href }));
document.forms[0].onsubmit = async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const body = { site_key: "public-key-of-the-site", external_id, kind: "general", platform: "web", elapsed_ms: Date.now() - shown + 5000,
    ...Object.fromEntries(form), page_url: location.href };
  const post = () => fetch("${baseUrl}/api/inquiry/public", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).then((reply) => reply.json());
  const [first, again] = await Promise.all([post(), post()]).catch((error) => [{ message: String(error) }, {}]);
  document.querySelector("output").textContent = first.code === 200
    ? "已提交 " + first.data.inquiry_no + (again.data.inquiry_no === first.data.inquiry_no ? "" : "（重复）")
    : (first.data?.errors?.[0]?.message ?? first.message);
};
</script></html>`;

let site: Server;
let origin: string;
beforeAll(async () => {
  site = createServer((_, reply) => reply.setHeader("content-type", "text/html").end(sitePage));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => void site.close(() => resolve())));

async function api(path: string, { token, ...init }: { token?: string; method?: string; body?: object } = {}) {
  const { body, ...rest } = init;
  const reply = await fetch(`${baseUrl}${path}`, {
    ...rest,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return reply.json();
}

test("a page of the site, another origin, posts an inquiry and tells of its visit; before it is named it may not", async () => {
  const page = await openPage({ phone: true });
  const counted = page.waitForResponse((reply) => reply.url().endsWith("/api/public/track"));
  await page.goto(`${origin}/jp?tk=seo-web-home`);
  expect((await counted).status()).toBe(204);
  await page.getByLabel("姓名").fill("门外人");
  await page.getByLabel("手机").fill("12");
  expectErrors(failedRequest, /blocked by CORS policy/);
  await page.getByRole("button", { name: "提交" }).click();
  await page.getByText("Failed to fetch").waitFor();

  const { data: session } = await api("/api/auth/login", {
    method: "POST",
    body: { email: "super_admin@demo.test", password, remember: false },
  });
  const token: string = session.access_token;
  const items = [
    { key: "site.public_key", value: "public-key-of-the-site" },
    { key: "site.origins", value: origin },
  ];
  expect(await api("/api/system/setting", { method: "PUT", token, body: { items } })).toMatchObject({ code: 200 });

  // What a browser knows of an origin, another page does not remember.
  const again = await openPage({ phone: true });
  await again.goto(`${origin}/jp?tk=seo-web-home`);
  await again.getByLabel("姓名").fill("门外人");
  await again.getByLabel("手机").fill("12");
  await again.getByRole("button", { name: "提交" }).click();
  await again.getByText("手机号格式不正确").waitFor();
  await again.getByLabel("手机").fill("19900000001");
  await again.getByRole("button", { name: "提交" }).click();
  await again.getByText(/^已提交 XJ\d{10}$/).waitFor();
  const { data } = await api(`/api/inquiry?keyword=${encodeURIComponent("门外人")}`, { token });
  expect(data.list).toMatchObject([{ name: "门外人", kind: "general" }]);
});
