import { createHash } from "node:crypto";
import { Hono } from "hono";
import { languageTag } from "~/contract/common";
import { type ContentKind, contentCodes } from "~/contract/content/content-kinds";
import { hostNames } from "~/contract/system/setting";
import type { Database } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { Refusal, refuse } from "~/server/lib/call";
import { escapeHtml } from "~/server/lib/rich-text/display";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { readName, signName } from "~/server/lib/signed-name";

const previewHours = 24;
const hour = 3_600_000;

/** One piece, or the draft copy of it. */
interface Previewed {
  kind: ContentKind;
  id: number;
  isDraft: boolean;
}

/** The address under which a piece can be looked at before the public may, for a day. */
export function previewLink(services: Services, kind: ContentKind, id: number, isDraft: boolean) {
  const ends = services.now().getTime() + previewHours * hour;
  const token = signName(services, "preview", [kind, id, isDraft ? "draft" : "live"], ends);
  return { url: `/p/${token}`, expires_at: isoInstant(ends) };
}

/** What a token shows; ends the request with 40400 where it is none, or not any more. */
export function readPreview(services: Services, token: string): Previewed {
  const [kind = "", id, which] = readName(services, "preview", token) ?? refuse(40400);
  // As it was signed above.
  return Object.hasOwn(contentCodes, kind)
    ? { kind: kind as ContentKind, id: Number(id), isDraft: which === "draft" }
    : refuse(40400);
}

export interface Page {
  title: string;
  lang: string;
  /** As the strip above it says, for a reader who looks before it is public. */
  status: string;
  body: string;
  sheet?: Sheet;
}

/** A page's style, and its mark by which the policy lets it in. */
export interface Sheet {
  css: string;
  source: string;
}

export const sheetOf = (css: string): Sheet => ({
  css,
  source: `'sha256-${createHash("sha256").update(css).digest("base64")}'`,
});

export type PageOf = (
  /** `search`: what its reader has typed into the page. */
  asking: { db: Database; services: Services; base: string; search: URLSearchParams },
  of: Previewed,
) => Promise<Page>;

const common = sheetOf(`
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.8 -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: #1f2329; background: #fff; overflow-wrap: anywhere; }
.strip { position: sticky; top: 0; padding: 6px 16px; font-size: 13px; line-height: 20px; color: #5c3c00; background: #fff3bf; text-align: center; }
main { max-width: 760px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.4; }
h2 { margin: 32px 0 12px; font-size: 22px; line-height: 1.4; }
h3 { margin: 24px 0 8px; font-size: 18px; }
h4 { margin: 20px 0 8px; font-size: 16px; }
p { margin: 0 0 16px; }
a { color: #1a62d6; }
img { max-width: 100%; height: auto; }
.sub, .line, .summary { color: #575e69; }
.line { font-size: 14px; }
.cover { display: block; width: 100%; margin: 0 0 16px; border-radius: 4px; }
.summary { padding-left: 12px; border-left: 3px solid #c9d3e0; }
.text img { display: block; margin: 0 auto 16px; }
blockquote { margin: 0 0 16px; padding: 4px 16px; border-left: 3px solid #c9d3e0; color: #575e69; }
pre { padding: 12px; background: #f5f6f7; overflow-x: auto; }
table { display: block; max-width: 100%; margin: 0 0 16px; border-collapse: collapse; overflow-x: auto; }
th, td { padding: 6px 10px; border: 1px solid #dee0e3; text-align: left; vertical-align: top; }
th { background: #f5f6f7; }
td > p:last-child, th > p:last-child, li > p:last-child { margin-bottom: 0; }
.video { position: relative; padding-top: 56.25%; margin: 0 0 16px; background: #f5f6f7; }
.video iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
.film { display: block; width: 100%; max-height: 80vh; margin: 0 0 16px; background: #000; border-radius: 4px; }
.words { white-space: pre-line; }
.metrics { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 12px; margin: 0 0 24px; padding: 0; list-style: none; }
.metrics li { padding: 12px; background: #f5f6f7; border-radius: 4px; }
.metrics span { display: block; font-size: 13px; color: #575e69; }
.metrics strong { display: block; font-size: 22px; line-height: 1.4; }
.calculator { display: grid; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); gap: 12px; align-items: end; }
.calculator label { font-size: 14px; color: #575e69; }
.calculator input { display: block; width: 100%; min-height: 44px; padding: 0 10px; font: inherit; font-size: 16px; color: #1f2329; border: 1px solid #8f959e; border-radius: 4px; }
.calculator button { min-height: 44px; font: inherit; color: #fff; background: #1a62d6; border: 0; border-radius: 4px; cursor: pointer; }
.answer dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); gap: 12px; margin: 16px 0; }
.answer dt { font-size: 13px; color: #575e69; }
.answer dd { margin: 0; font-size: 18px; }
.estate { display: block; margin: 0 0 16px; padding: 12px; border: 1px solid #dee0e3; border-radius: 4px; color: inherit; text-decoration: none; overflow: hidden; }
.estate img { float: left; width: 120px; height: 80px; margin: 0 12px 0 0; object-fit: cover; }
.estate strong { display: block; }
.estate span { display: inline-block; margin-right: 16px; font-size: 14px; color: #575e69; }
.tags { display: flex; flex-wrap: wrap; gap: 8px; padding: 0; list-style: none; }
.tags li { padding: 0 10px; font-size: 13px; background: #f5f6f7; border-radius: 4px; }
@media (max-width: 600px) { main { padding: 16px 16px 48px; } h1 { font-size: 23px; } h2 { font-size: 19px; } .estate img { width: 96px; height: 64px; } }
`);

/** Parts of a page; what has nothing to say is left out. */
export const lineHtml = (parts: readonly unknown[]): string =>
  `<p class="line">${parts
    .filter(Boolean)
    .map((one) => escapeHtml(String(one)))
    .join(" · ")}</p>`;
export const textHtml = (name: "sub" | "summary" | "words", text: string | null | undefined): string =>
  text ? `<p class="${name}">${escapeHtml(text)}</p>` : "";
export const coverHtml = (url: string | null) => (url ? `<img class="cover" src="${escapeHtml(url)}" alt="" />` : "");
export const tagsHtml = (names: readonly string[]): string =>
  names.length ? `<ul class="tags">${names.map((name) => `<li>${escapeHtml(name)}</li>`).join("")}</ul>` : "";
export const relatedHtml = (heading: string, list: readonly { title: string }[]): string =>
  list.length ? `<h2>${heading}</h2><ul>${list.map(({ title }) => `<li>${escapeHtml(title)}</li>`).join("")}</ul>` : "";

/** The one renderer of pages for visitors (domain H.13), without a script: a form's preview frame and the public page are the same. */
const previewOf = ({ status, ...page }: Page): string =>
  documentOf({
    ...page,
    head: '<meta name="robots" content="noindex" />',
    body: `<div class="strip">预览 · ${escapeHtml(status)}</div>\n${page.sheet ? page.body : `<main>\n${page.body}\n</main>`}`,
  });

interface Document extends Omit<Page, "status"> {
  head?: string;
}

export const documentOf = ({ title, lang, head = "", body, sheet = common }: Document): string => `<!doctype html>
<html lang="${escapeHtml(languageTag(lang))}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escapeHtml(title)}</title>
${head}
<style>${sheet.css}</style>
</head>
<body>
${body}
</body>
</html>
`;

/** What such a page may load and do. */
export async function policyOf(
  { db, bucket }: Services,
  {
    sheet = common,
    framers,
    formLeadsTo = null,
  }: { sheet?: Sheet | undefined; framers: string; formLeadsTo?: string | null },
): Promise<string> {
  const { "content.video_hosts": hosts } = await readSettings(db);
  const files = ["'self'", ...(bucket?.origins ?? [])].join(" ");
  const players = hostNames(hosts).map((host) => `https://${host}`);
  return [
    "default-src 'none'",
    `img-src ${files}`,
    `media-src ${files}`,
    `style-src ${sheet.source}`,
    // Widths of pictures, colours and alignments: each out of a list (server/lib/rich-text/clean.ts).
    "style-src-attr 'unsafe-inline'",
    `frame-src ${players.join(" ") || "'none'"}`,
    "base-uri 'none'",
    // A calculator is asked, and a form sent, by the page's own address; browsers judge where its answer leads too.
    `form-action 'self'${formLeadsTo ? ` ${new URL(formLeadsTo).origin}` : ""}`,
    `frame-ancestors ${framers}`,
  ].join("; ");
}

const gone: Page = {
  title: "预览已失效",
  lang: "zh",
  status: "已失效",
  body: "<h1>预览已失效</h1><p>链接已过期，或内容已被删除。请向发送者索取新的链接。</p>",
};

/** `/p/{token}`: a piece as its readers will see it, for a day and without an account. */
export function previewPages(services: Services, pages: Readonly<Record<ContentKind, PageOf>>): Hono {
  const app = new Hono();
  app.get("/p/:token", async (c) => {
    const shown = await pageOf(services, pages, c.req.param("token"), new URL(c.req.url).searchParams);
    const policy = await policyOf(services, { sheet: shown?.sheet, framers: "'self'" });
    return c.body(previewOf(shown ?? gone), shown ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy,
      "x-frame-options": "SAMEORIGIN",
      "x-robots-tag": "noindex",
    });
  });
  return app;
}

async function pageOf(
  services: Services,
  pages: Readonly<Record<ContentKind, PageOf>>,
  token: string,
  search: URLSearchParams,
) {
  try {
    const of = readPreview(services, token);
    return await pages[of.kind]({ db: services.db, services, base: "", search }, of);
  } catch (error) {
    if (error instanceof Refusal && error.code === 40400) return undefined;
    throw error;
  }
}
