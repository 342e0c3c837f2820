import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Hono } from "hono";
import type { Environment } from "./environment";

/** The library's files that the page loads, from our own origin. */
const files: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

const { resolve } = createRequire(import.meta.url);

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join("; ");

const page = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>新房工作台 API</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api-docs.css"></head><body><main id="docs"><p role="status">正在加载…</p></main>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api-docs.js"></script></body></html>`;

/** `/api/docs`: the API by areas, with search and trial calls. It asks for the document with the visitor's own token. */
export function apiDocs(): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get("/", (c) => c.html(page, 200, { "content-security-policy": policy }));
  app.get("/:name", async (c, next) => {
    const name = c.req.param("name");
    const type = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!type) return next();
    return c.body(await readFile(resolve(`swagger-ui-dist/${name}`)), 200, {
      "content-type": type,
      "cache-control": "private, max-age=86400",
    });
  });
  return app;
}
