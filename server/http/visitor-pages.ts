import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { asc, eq } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import type { Services } from "~/server/lib/services";
import { isDemo, readSettings } from "~/server/lib/settings";
import type { Environment } from "./environment";
import type { PageHosts } from "./page-hosts";

/** What scripts/bundle-visitor.mjs has built. */
export interface VisitorFiles {
  embed: string;
  window: string;
  try: string;
}

export function readVisitorFiles(folder = path.join(import.meta.dirname, "../visitor")): VisitorFiles {
  const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
  return { embed: read("embed.js"), window: read("window.html"), try: read("try.html") };
}

/** The only page of ours that another site may frame. */
export const windowPath = "/chat/window";

/** What visitors of the company's sites load: the script with the button, the window of the chat, and, with demo data, a page that shows both. No cookie anywhere. */
export function visitorPages({ db }: Services, files: VisitorFiles, hostsOf: (request: Request) => Promise<PageHosts>) {
  const app = new Hono<Environment>();
  const embed = packed(files.embed);
  const window = packed(files.window);
  const windowPolicy = inlinePolicy(files.window);
  const tryPolicy = inlinePolicy(files.try);

  app.get("/chat/embed.js", (c) =>
    answer(c, embed, {
      "content-type": "text/javascript; charset=utf-8",
      // Any page may load it; a page that the settings do not name cannot show the window.
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=600",
    }),
  );

  app.get(windowPath, async (c) => {
    const { framers, pictures } = await hostsOf(c.req.raw);
    const policy = [
      ...windowPolicy,
      `img-src ${["'self' data: blob:", ...pictures].join(" ")}`,
      "connect-src 'self'",
      `frame-ancestors ${["'self'", ...framers].join(" ")}`,
    ];
    // The mark is the policy's as well: a page that is no longer to be framed is not answered with "as before".
    return answer(c, window, page(policy), policy.join());
  });

  app.get("/chat/try", async (c, next) => {
    if (!(await isDemo(db))) return next();
    const [point] = await db
      .select({ code: tracker.code })
      .from(tracker)
      .where(eq(tracker.status, "enabled"))
      .orderBy(asc(tracker.id))
      .limit(1);
    const lang = /^(en|ja)$/.exec(c.req.query("lang") ?? "")?.[0] ?? "zh";
    const html = files.try
      .replaceAll("{lang}", lang)
      .replaceAll("{tracker}", point?.code ?? "")
      .replaceAll("{base}", (await readSettings(db))["site.desk_base"].replace(/\/+$/, ""));
    const policy = [...tryPolicy, "frame-src 'self'", "frame-ancestors 'none'"];
    return answer(c, packed(html), page(policy));
  });
  return app;
}

const page = (policy: readonly string[]) => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
  "content-security-policy": policy.join("; "),
});

function inlinePolicy(html: string): string[] {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, "g"))].map(
      ([, body = ""]) => `'sha256-${createHash("sha256").update(body).digest("base64")}'`,
    );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes("script").join(" ")}`.trim(),
    `style-src ${hashes("style").join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
}

interface Packed {
  plain: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  mark: string;
}

/** A few KB, pressed once. */
function packed(text: string): Packed {
  return {
    plain: new TextEncoder().encode(text),
    br: new Uint8Array(brotliCompressSync(text)),
    gzip: new Uint8Array(gzipSync(text)),
    mark: markOf(text),
  };
}

const markOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);

function answer(c: Context, file: Packed, headers: Record<string, string>, also = ""): Response {
  const etag = `W/"${also ? markOf(file.mark + also) : file.mark}"`;
  const sent = { ...headers, etag, vary: "accept-encoding", "referrer-policy": "no-referrer" };
  if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers: sent });
  const encoding = accepts(c, { header: "Accept-Encoding", supports: ["br", "gzip"], default: "" });
  const body = encoding === "br" ? file.br : encoding === "gzip" ? file.gzip : file.plain;
  return new Response(body, {
    headers: {
      ...sent,
      "content-length": String(body.byteLength),
      ...(encoding ? { "content-encoding": encoding } : {}),
    },
  });
}
