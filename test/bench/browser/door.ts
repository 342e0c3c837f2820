import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { generate } from "selfsigned";
import { filesUnder, root, run } from "../../../scripts/run.mjs";
import { floorPage, floorRow } from "./floor/rows";

type Answer = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** The one way from Chromium to all that is measured: HTTP/2 with TLS on loopback, a site for each host name. */
export interface Door {
  /** The address of a site. */
  urlOf(site: string): string;
  close(): void;
}

export async function openDoor(sites: Readonly<Record<string, Answer>>): Promise<Door> {
  // Chromium does not check who has signed it.
  const { private: key, cert } = await generate([{ name: "commonName", value: "bench.test" }], { keyType: "ec" });
  const server = createSecureServer({ key, cert }, (request, response) => {
    const answer = sites[request.authority.split(":")[0] ?? ""];
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { urlOf: (site) => `https://${site}:${port}`, close: () => server.close() };
}

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

const source = "test/bench/browser/floor";
const folder = join(root, ".cache/bench/floor");

/** Builds the app that ours is measured against, Remix and mantine-react-table as one would write it on the first day, out of our own packages; once for each state of both. Gives the folder of its files, each with its brotli twin. */
export async function buildFloor(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...filesUnder(source), "package-lock.json"]) hash.update(readFileSync(join(root, file)));
  const [stamp, fingerprint] = [join(folder, "stamp"), hash.digest("hex")];
  const built = join(folder, "remix/build/client");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint) return built;
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, source), folder, { recursive: true });
  // Remix asks for one in the folder that it builds.
  writeFileSync(join(folder, "remix/package.json"), JSON.stringify({ private: true, type: "module" }));
  const code = await run("remix", ["vite:build"], { env: { NODE_ENV: "production" }, cwd: join(folder, "remix") });
  if (code) throw new Error("对照应用构建失败");
  for (const entry of readdirSync(built, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && types[extname(file)]) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
  writeFileSync(stamp, fingerprint);
  return built;
}

/** The floor: its built files, packed, and the rows that it asks for. An address without a file is the app's. */
export function floorSite(folder: string): Answer {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "https://floor.test");
    if (pathname.startsWith("/api/")) {
      const id = /^\/api\/rows\/(\d+)$/.exec(pathname)?.[1];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(id ? floorRow(Number(id)) : floorPage(Number(searchParams.get("page") ?? 1))));
      return;
    }
    const path = existsSync(join(folder, `${pathname}.br`)) ? pathname : "/index.html";
    const headers = { "content-type": types[extname(path)], "content-encoding": "br", "cache-control": "no-cache" };
    response.writeHead(200, headers).end(readFileSync(join(folder, `${path}.br`)));
  };
}

const ownHeaders = new Set(["connection", "keep-alive", "transfer-encoding"]);

/** Our product behind the door, as behind a proxy in production. Remembered: each answer is asked for once, then served from memory. */
export function productSite(baseUrl: string, isRemembered = false): Answer {
  const agent = new Agent({ keepAlive: true });
  const kept = new Map<string, { status: number; headers: OutgoingHttpHeaders; body: Buffer }>();
  return (request, response) => {
    const key = `${request.method} ${request.headers.authorization ?? ""} ${request.url}`;
    const known = kept.get(key);
    if (known) {
      response.writeHead(known.status, known.headers).end(known.body);
      return;
    }
    const given = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith(":")));
    const headers = { ...given, host: request.authority, "x-forwarded-for": "127.0.0.1" };
    const onward = ask(new URL(request.url, baseUrl), { agent, method: request.method, headers }, (reply) => {
      const passed = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !ownHeaders.has(name)));
      const status = reply.statusCode ?? 502;
      response.writeHead(status, passed);
      reply.pipe(response);
      const parts: Buffer[] = [];
      reply.on("data", (part: Buffer) => isRemembered && parts.push(part));
      // Events never end, and what is written is written.
      const isKept = isRemembered && request.method === "GET" && status === 200;
      reply.on("end", () => isKept && kept.set(key, { status, headers: passed, body: Buffer.concat(parts) }));
    });
    onward.on("error", () => response.stream?.close());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  };
}
