import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import type { Database } from "~/server/database/database";
import { firstVisit } from "~/server/first-requests";
import { type PageHosts, pageHosts } from "~/server/http/page-hosts";
import { createPages } from "~/server/http/pages";
import type { Bucket } from "~/server/lib/storage";

const inline = "window.__remixContext={};";
const folder = mkdtempSync(path.join(tmpdir(), "pages-"));
mkdirSync(path.join(folder, "static/js"), { recursive: true });
writeFileSync(
  path.join(folder, "index.html"),
  `<html><head><link rel="modulepreload" href="/static/js/root-1.js"/></head><body><script>${inline}</script>` +
    '<script type="module" src="/static/js/manifest-abc.js"></script></body></html>',
);
const manifest = {
  routes: {
    root: {
      id: "root",
      path: "",
      module: "/static/js/root-1.js",
      imports: ["/static/js/shared-1.js"],
      css: ["/static/css/root-1.css"],
    },
    staff: { id: "staff", parentId: "root", module: "/static/js/staff-1.js", css: ["/static/css/staff-1.css"] },
    pool: {
      id: "pool",
      parentId: "staff",
      path: "customer/publicCustomer",
      module: "/static/js/pool-1.js",
      imports: ["/static/js/table-1.js", "/static/js/shared-1.js"],
      css: ["/static/css/table-1.css", "/static/css/root-1.css"],
    },
    other: { id: "other", parentId: "staff", path: "dashboard", module: "/static/js/dashboard-1.js" },
  },
};
writeFileSync(path.join(folder, "static/js/manifest-abc.js"), `window.__remixManifest=${JSON.stringify(manifest)};`);
const script = "export const long = 'x'.repeat(100);";
writeFileSync(path.join(folder, "static/js/pool-1.js"), script);
writeFileSync(path.join(folder, "static/js/pool-1.js.br"), brotliCompressSync(script));
writeFileSync(path.join(folder, "secret.env"), "x");
const pages = createPages(firstVisit, folder);
const nowhere: PageHosts = { connect: [], pictures: [], films: [], framers: [] };
const get = async (address: string, headers: Record<string, string> = {}) =>
  pages(new Request(`http://127.0.0.1${address}`, { headers }), async () => nowhere);

test("index.html preloads exactly the chunks of the matched screen and its parents, at the end of head", async () => {
  const html = await (await get("/customer/PUBLICcustomer?page=2")).text();
  const links = [...html.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    "/static/js/root-1.js",
    "/static/js/pool-1.js",
    "/static/js/table-1.js",
    "/static/js/shared-1.js",
    "/static/js/staff-1.js",
  ]);
  expect(html).toContain('staff-1.js"/></head>');
  expect(await (await get("/no/such/page")).text()).not.toContain("pool-1.js");
});

test("index.html has the sheets of the matched screen loaded early, parents first, without making the paint wait", async () => {
  const html = await (await get("/customer/publicCustomer")).text();
  expect([...html.matchAll(/<link rel="preload" as="style" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    "/static/css/root-1.css",
    "/static/css/staff-1.css",
    "/static/css/table-1.css",
  ]);
  expect(html).not.toContain('rel="stylesheet"');
});

test("index.html names the screen's first requests and its frame on its root, safely whatever the address says", async () => {
  const rootOf = async (address: string) => /^<html[^>]*>/.exec(await (await get(address)).text())?.[0];
  expect(await rootOf("/customer/publicCustomer?page=2")).toBe(
    '<html data-frame="list" data-first="/crm/customer/information?page=2&amp;page_size=20&amp;sort=-pool_at&amp;view=pool /api/user/profile /api/user/menus">',
  );
  const hostile = `/customer/publicCustomer?keyword=${encodeURIComponent('"><script>$& ')}`;
  expect(await rootOf(hostile)).toContain("keyword=%22%3E%3Cscript%3E%24%26&amp;");
  for (const address of ["/login", "/no/such/page"]) expect(await rootOf(address)).toBe("<html>");
});

test("index.html is never cached and is guarded by hashes of its own scripts", async () => {
  const { headers } = await get("/dashboard");
  expect(headers.get("cache-control")).toBe("no-store");
  const hash = createHash("sha256").update(inline).digest("base64");
  expect(headers.get("content-security-policy")).toContain(`script-src 'self' 'sha256-${hash}'`);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("index.html comes as brotli where the browser takes it", async () => {
  const packed = await get("/customer/publicCustomer", { "accept-encoding": "br" });
  expect(packed.headers.get("content-encoding")).toBe("br");
  const html = brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString();
  expect(html).toBe(await (await get("/customer/publicCustomer")).text());
});

test("hashed files are kept for a year and come as brotli where the browser takes it", async () => {
  const plain = await get("/static/js/pool-1.js");
  expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(script);
  const packed = await get("/static/js/pool-1.js", { "accept-encoding": "gzip, br" });
  expect(packed.headers.get("content-encoding")).toBe("br");
  expect(packed.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
});

test("a missing or hidden file under /static is a plain 404, never the page", async () => {
  for (const address of ["/static/js/gone-9.js", "/static/css/gone.css", "/static/..%2fsecret.env", "/static/%ff"]) {
    const response = await get(address);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe("not found");
  }
});

test.each([
  ..."/robots.txt /favicon.ico /sitemap.xml /manifest.webmanifest /ads.txt /wp-login.php /.env.local".split(" "),
  ..."/admin/index.html /customer/app.JS /a/b.xml/ /dashboard/x.json /apple-touch-icon.png /x%2Ephp".split(" "),
])("%s is a file that is there or not, never the application", async (address) => {
  const response = await get(address);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe("not found");
});

test.each(["/no/such/page", "/customer/v1.2", "/customer/a.b", "/x.", "/1.5"])(
  "%s names no file: the application shows its own page for what is not there",
  async (address) => {
    const response = await get(address);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("<html>");
  },
);

test("crawlers are told to leave the desk alone, but for what visitors may see", () => {
  const rules = readFileSync("public/robots.txt", "utf8");
  expect(rules).toMatch(/^Disallow: \/$/m);
  expect(rules).toMatch(/^Allow: \/s\/$/m);
});

test("a file costs neither the disk nor a look at the settings", async () => {
  rmSync(path.join(folder, "static/js/pool-1.js"));
  const asked = vi.fn(async () => nowhere);
  const answer = await pages(new Request("http://127.0.0.1/static/js/pool-1.js"), asked);
  expect(await answer.text()).toBe(script);
  expect(asked).not.toHaveBeenCalled();
});

test("a page may reach the origins that it is given, beside its own", async () => {
  const policy = async (hosts = nowhere) =>
    (await pages(new Request("http://127.0.0.1/auth"), async () => hosts)).headers.get("content-security-policy");
  expect(await policy()).toContain("connect-src 'self';");
  expect(await policy()).toContain("img-src 'self' data: blob:; media-src 'self' blob:;");
  const given = await policy({
    connect: ["https://sso.test"],
    pictures: ["https://*.tiles.test"],
    films: ["https://b.test"],
    framers: [],
  });
  expect(given).toContain("connect-src 'self' https://sso.test;");
  expect(given).toContain("img-src 'self' data: blob: https://*.tiles.test; media-src 'self' blob: https://b.test;");
});

test("which origins those are, the settings and the bucket say, and a database that is gone changes nothing", async () => {
  const stored = new Map<string, string>([["map.tile_url", "https://{s}.tiles.test/{z}/{x}/{y}.png"]]);
  let isGone = false;
  const execute = async () => {
    if (isGone) throw new Error("gone");
    return [...stored].map(([key, value]) => ({ key, value }));
  };
  // As much of a database as settings are read with.
  // Only what the hosts of a page are read by.
  const db = {
    select: () => ({ from: () => ({ unionAll: () => ({ prepare: () => ({ execute }) }) }) }),
  } as unknown as Database;
  const bucket = { origins: ["https://b.test"] } as unknown as Bucket;
  const hostsOf = pageHosts({ db, bucket });
  const of = (address: string) => hostsOf(new Request(`http://127.0.0.1${address}`));
  const usual = {
    connect: ["https://b.test"],
    pictures: ["https://*.tiles.test", "https://b.test"],
    films: ["https://b.test"],
    framers: [],
  };
  expect(await of("/dashboard")).toEqual(usual);
  isGone = true;
  expect(await of("/dashboard")).toEqual(usual);
  isGone = false;
  stored.set("sso.host", "https://sso.test");
  stored.set("map.tile_url", "https://a;script-src/{z}/{x}/{y}");
  expect(await of("/auth")).toEqual({
    ...usual,
    connect: ["https://sso.test", "https://b.test"],
    pictures: ["https://b.test"],
  });
  expect((await of("/dashboard")).connect).toEqual(["https://b.test"]);
});
