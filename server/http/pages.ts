import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { screenAt } from "~/contract/screens";
import { inlineScripts, readManifest, withAttributes, withLinks } from "~/remix/index-html";
import type { PageHosts, Pages } from "./page-hosts";

/** What a visit of a page begins with. */
export interface FirstVisit {
  /** Addresses that the visit will ask for, as its loaders write them, so that the document can begin with them. */
  requests: string[];
  /** What the frame shows until they have answered. */
  frame: "list" | "page";
}

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

/** Answers what is not the API out of the built client; index.html with what its screen preloads (docs/decisions/1320-loading.md). */
export function createPages(
  firstVisit: (url: URL) => FirstVisit | undefined,
  folder = path.join(import.meta.dirname, "../client"),
): Pages {
  const files = readFiles(folder);
  const index = readFileSync(path.join(folder, "index.html"), "utf8");
  const routes = readManifest(folder, index);
  const csp = contentSecurityPolicy(index);
  const pages = new Map<string, string>();

  const page = (request: Request, url: URL, hosts: PageHosts) => {
    const key = screenAt(url.pathname)?.path ?? "";
    const prepared = pages.get(key) ?? withLinks(index, routes, key);
    pages.set(key, prepared);
    const html = withAttributes(prepared, attributes(firstVisit(url)));
    const isBrotli = acceptsBrotli(request);
    return new Response(isBrotli ? new Uint8Array(brotliCompressSync(html, quickly)) : html, {
      headers: {
        ...(isBrotli ? { "content-encoding": "br" } : {}),
        vary: "accept-encoding",
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": csp(hosts),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      },
    });
  };

  return (request, hostsOf) => {
    const url = new URL(request.url);
    const file = files.get(decodePath(url.pathname));
    if (file) return answerFile(file, request);
    if (url.pathname.startsWith("/static/") || fileLike.test(decodePath(url.pathname))) return notFound();
    return hostsOf(request).then((hosts) => page(request, url, hosts));
  };
}

/** An address of a file, existing or not: its reader, such as a crawler that wants its rules, must not get the app in its place. */
const fileLike = /\.[a-z][a-z0-9]{1,15}\/*$/i;

const acceptsBrotli = (request: Request) => /\bbr\b/.test(request.headers.get("accept-encoding") ?? "");

/** A few KB for one visitor: the best compression would take longer than it saves. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** What the head's script reads off the root; an unknown attribute there is nothing that React minds. */
function attributes(visit: FirstVisit | undefined): string {
  if (!visit) return "";
  return ` data-frame="${visit.frame}" data-first="${visit.requests.join(" ").replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"`;
}

const notFound = () =>
  new Response("not found", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });

interface BuiltFile {
  headers: Record<string, string>;
  plain: Uint8Array<ArrayBuffer>;
  brotli?: Uint8Array<ArrayBuffer>;
}

/** Every built file that may be asked for, by its path: a few megabytes. */
function readFiles(folder: string): Map<string, BuiltFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
  const known = new Set(names);
  const read = (name: string) => new Uint8Array(readFileSync(path.join(folder, name)));
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    const type = types[path.extname(name)];
    if (!type || name.split("/").some((part) => part.startsWith("."))) continue;
    const headers = {
      "content-type": type,
      "cache-control": name.startsWith("static/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    };
    files.set(`/${name}`, {
      headers,
      plain: read(name),
      ...(known.has(`${name}.br`) ? { brotli: read(`${name}.br`) } : {}),
    });
  }
  return files;
}

function answerFile({ headers, plain, brotli }: BuiltFile, request: Request): Response {
  const packed = brotli && acceptsBrotli(request) ? brotli : undefined;
  const body = packed ?? plain;
  return new Response(body, {
    headers: {
      ...headers,
      "content-length": String(body.byteLength),
      ...(packed ? { "content-encoding": "br" } : {}),
    },
  });
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return "";
  }
}

/** Scripts by their hashes, taken from index.html as it was built; Mantine writes style elements, so styles alone have unsafe-inline. */
function contentSecurityPolicy(index: string): (hosts: PageHosts) => string {
  const hashes = inlineScripts(index).map((body) => `'sha256-${createHash("sha256").update(body).digest("base64")}'`);
  const policy = ({ connect, pictures, films }: PageHosts) => [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self' data: blob:", ...pictures].join(" ")}`,
    `media-src ${["'self' blob:", ...films].join(" ")}`,
    "font-src 'self' data:",
    // Previews of content, which the server draws (/p/{token}).
    "frame-src 'self'",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return (hosts) => policy(hosts).join("; ");
}
