import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { brotliCompressSync } from "node:zlib";
import { screenAt } from "~/contract/screens";

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  module: string;
  imports?: string[];
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

/** Answers what is not the API out of the built client: hashed files for a year, index.html never cached, with the matched screen's chunks preloaded. */
export function createPages(folder = path.join(import.meta.dirname, "../client")): (request: Request) => Response {
  const index = readFileSync(path.join(folder, "index.html"), "utf8");
  const routes = readManifest(folder, index);
  const csp = contentSecurityPolicy(index);
  const pages = new Map<string, { plain: string; packed: Uint8Array<ArrayBuffer> }>();

  return (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/static/"))
      return asset(folder, pathname, request, "public, max-age=31536000, immutable") ?? notFound();
    const file = pathname.includes(".") ? asset(folder, pathname, request, "public, max-age=3600") : undefined;
    if (file) return file;
    const screen = screenAt(pathname);
    const key = screen?.path ?? "";
    const page = pages.get(key) ?? pageOf(index, preloads(routes, screen?.path, index));
    pages.set(key, page);
    const isBrotli = acceptsBrotli(request);
    return new Response(isBrotli ? page.packed : page.plain, {
      headers: {
        ...(isBrotli ? { "content-encoding": "br" } : {}),
        vary: "accept-encoding",
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": csp,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
      },
    });
  };
}

const acceptsBrotli = (request: Request) => /\bbr\b/.test(request.headers.get("accept-encoding") ?? "");

/** index.html with one screen's links, made and packed once. At the end of head only: React hydrates the whole document and leaves unknown nodes at the tail alone. */
function pageOf(index: string, head: string) {
  const plain = index.replace("</head>", () => `${head}</head>`);
  return { plain, packed: new Uint8Array(brotliCompressSync(plain)) };
}

const notFound = () =>
  new Response("not found", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });

/** One built file, its brotli twin where the browser takes it; undefined when there is none. */
function asset(folder: string, pathname: string, request: Request, cache: string): Response | undefined {
  const target = path.join(folder, path.normalize(decodePath(pathname)));
  if (!target.startsWith(`${folder}${path.sep}`) || path.basename(target).startsWith(".")) return undefined;
  const type = types[path.extname(target)];
  if (!type || !existsSync(target) || !statSync(target).isFile()) return undefined;
  const isBrotli = acceptsBrotli(request) && existsSync(`${target}.br`);
  const chosen = isBrotli ? `${target}.br` : target;
  const headers = new Headers({
    "content-type": type,
    "content-length": String(statSync(chosen).size),
    "cache-control": cache,
    "x-content-type-options": "nosniff",
    vary: "accept-encoding",
  });
  if (isBrotli) headers.set("content-encoding", "br");
  // Node's web stream type and the DOM's describe the same object.
  return new Response(Readable.toWeb(createReadStream(chosen)) as unknown as ReadableStream<Uint8Array>, { headers });
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return "";
  }
}

/** Remix's own manifest: which chunks each route needs. */
function readManifest(folder: string, index: string): ManifestRoute[] {
  const name = /\/static\/js\/manifest-[\w-]+\.js/.exec(index)?.[0];
  if (!name) throw new Error("index.html names no route manifest: build the client first");
  const text = readFileSync(path.join(folder, name), "utf8");
  const json = text.slice(text.indexOf("=") + 1).replace(/;\s*$/, "");
  const manifest: { routes: Record<string, ManifestRoute> } = JSON.parse(json);
  return Object.values(manifest.routes);
}

/** modulepreload links for the chunks of the screen's route and its parents that index.html does not name already. */
function preloads(routes: ManifestRoute[], screenPath: string | undefined, index: string): string {
  const wanted = screenPath?.slice(1);
  const matched: ManifestRoute[] = [];
  for (
    let route = routes.find((one) => one.path === wanted);
    route;
    route = routes.find((one) => one.id === route?.parentId)
  )
    matched.push(route);
  const hrefs = new Set(matched.flatMap((route) => [route.module, ...(route.imports ?? [])]));
  return [...hrefs]
    .filter((href) => !index.includes(`"${href}"`))
    .map((href) => `<link rel="modulepreload" href="${href}"/>`)
    .join("");
}

/** Scripts by their hashes, taken from index.html as it was built; Mantine writes style elements, hence unsafe-inline for styles alone. */
function contentSecurityPolicy(index: string): string {
  const hashes = [...index.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, body]) =>
      `'sha256-${createHash("sha256")
        .update(body ?? "")
        .digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(hashes)].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
