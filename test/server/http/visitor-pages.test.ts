import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { bundleVisitor } from "~/scripts/bundle-visitor.mjs";
import { createApp } from "~/server/app";
import { databaseFlag } from "~/server/database/tables/system/system";
import { readVisitorFiles } from "~/server/http/visitor-pages";
import { demoFlag } from "~/server/lib/settings";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { setSetting } from "~/test/support/factories";

const { db } = testDatabase();
const { services } = testApi(db);
const folder = path.join(mkdtempSync(path.join(tmpdir(), "visitor-")), "visitor");
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  await bundleVisitor(folder);
  app = createApp(services, () => new Response("the app's own 404 page", { status: 404 }), readVisitorFiles(folder));
});
beforeEach(() => resetDatabase(db));
const get = (address: string, headers: Record<string, string> = {}) =>
  app.request(`http://desk.test${address}`, { headers });
const policyOf = (reply: Response) => reply.headers.get("content-security-policy") ?? "";

test("button and window are 15 KB at most as they are sent, without React, zod or anything that is asked for later", async () => {
  const files = ["embed.js", "window.html"].map((name) => readFileSync(path.join(folder, name), "utf8"));
  const bytes = files.map((text) => brotliCompressSync(text).length);
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(15 * 1024);
  for (const text of files) {
    expect(text).not.toMatch(/\bZod|createElementNS\(.*react|react/i);
    expect(text).not.toMatch(/<(link|img|script)[^>]+(src|href)=/);
    expect(text).not.toContain("document.cookie");
  }
});

test("the window is the only page that others may frame: those of the settings, as they are now", async () => {
  await setSetting(db, "site.origins", "https://www.example.com, https://m.example.com");
  const reply = await get("/chat/window?lang=en");
  expect(reply.headers.get("x-frame-options")).toBeNull();
  expect(policyOf(reply)).toMatch(/frame-ancestors 'self' https:\/\/www\.example\.com https:\/\/m\.example\.com$/);
  expect(reply.headers.get("set-cookie")).toBeNull();
  const etag = reply.headers.get("etag") ?? "";
  expect((await get("/chat/window", { "if-none-match": etag })).status).toBe(304);
  await setSetting(db, "site.origins", "https://m.example.com");
  const later = await get("/chat/window", { "if-none-match": etag });
  expect(later.status).toBe(200);
  expect(policyOf(later)).not.toContain("www.example.com");
  for (const address of ["/chat/embed.js", "/chat/try", "/api/docs", "/healthz"])
    expect((await get(address)).headers.get("x-frame-options")).toBe("DENY");
});

test("the window runs its own script and sheet, by their hashes, and reaches nothing but us", async () => {
  const reply = await get("/chat/window");
  const html = await reply.text();
  const policy = policyOf(reply);
  for (const tag of ["script", "style"]) {
    const [, body = ""] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html) ?? [];
    expect(body.length).toBeGreaterThan(1_000);
    expect(policy).toContain(`'sha256-${createHash("sha256").update(body).digest("base64")}'`);
  }
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toContain("unsafe");
  expect(html).not.toMatch(/ style=| on[a-z]+=/);
});

test("the script is for any page, kept for ten minutes, and comes pressed", async () => {
  const reply = await get("/chat/embed.js", { "accept-encoding": "br" });
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=600",
    "cross-origin-resource-policy": "cross-origin",
    "content-encoding": "br",
  });
  const text = brotliDecompressSync(Buffer.from(await reply.arrayBuffer())).toString();
  expect(text).toBe(readFileSync(path.join(folder, "embed.js"), "utf8"));
});

test("the page that shows it is there with demo data alone", async () => {
  const missing = await get("/chat/try");
  expect(missing.status).toBe(404);
  expect(await missing.text()).toBe("the app's own 404 page");
  await db.insert(databaseFlag).values(demoFlag);
  const html = await (await get("/chat/try?lang=ja")).text();
  expect(html).toContain('<script async src="/chat/embed.js" data-lang="ja"');
  // The host name of the request does not count.
  expect(html).not.toContain("desk.test");
  await setSetting(db, "site.desk_base", "https://desk.yunting.test");
  expect(await (await get("/chat/try")).text()).toContain('src="https://desk.yunting.test/chat/embed.js"');
  expect(await (await get('/chat/try?lang="><script>')).text()).toContain('data-lang="zh"');
});
