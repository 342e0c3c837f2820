import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request as ask, type IncomingHttpHeaders } from "node:http";
import {
  connect,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { floorPage, floorRow } from "./floor/rows";
import { median } from "./median";

type Answer = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** The one way from Chromium to all that is measured: HTTP/2 with TLS, a site for each host name. */
export interface Door {
  /** The address of a site. */
  urlOf(site: string): string;
  close(): Promise<void>;
}

/** Opens the door on a free port of loopback; the sites are told apart by the host name that is asked for. */
export async function openDoor(sites: Readonly<Record<string, Answer>>): Promise<Door> {
  const server = createSecureServer(makeCertificate(), (request, response) => {
    const answer = sites[request.authority.split(":")[0] ?? ""];
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (site) => `https://${site}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
}

/** A key and a certificate for a day; Chromium is told not to ask who has signed it. */
function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "xinfang-bench-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=bench.test";
  try {
    const { status, error } = spawnSync("openssl", [...words.split(" "), "-keyout", key, "-out", cert]);
    if (status !== 0) throw new Error("无法生成证书：请安装 openssl", { cause: error });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

/** A floor: its built files, packed, and the rows that it asks for. An address without a file is the app's. */
export function floorSite(folder: string): Answer {
  const files = new Map<string, { body: Buffer; headers: OutgoingHttpHeaders }>();
  const fileAt = (path: string) => {
    const known = files.get(path);
    if (known) return known;
    const headers = { "content-type": types[extname(path)], "content-encoding": "br", "cache-control": "no-cache" };
    const read = { body: readFileSync(join(folder, `${path}.br`)), headers };
    files.set(path, read);
    return read;
  };
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "https://floor.test");
    if (pathname.startsWith("/api/")) {
      const id = /^\/api\/rows\/(\d+)$/.exec(pathname)?.[1];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(id ? floorRow(Number(id)) : floorPage(Number(searchParams.get("page") ?? 1))));
      return;
    }
    const { body, headers } = fileAt(existsSync(join(folder, `${pathname}.br`)) ? pathname : "/index.html");
    response.writeHead(200, headers).end(body);
  };
}

const ownHeaders = new Set(["connection", "keep-alive", "transfer-encoding"]);

/** Our product, behind the door as it stands behind a proxy in life. */
export function proxySite(baseUrl: string): Answer {
  const agent = new Agent({ keepAlive: true });
  const forward = (request: Http2ServerRequest, response: Http2ServerResponse, isSecondTry: boolean) => {
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith(":")));
    const from = { host: request.authority, "x-forwarded-for": request.socket.remoteAddress ?? "127.0.0.1" };
    const options = { agent, method: request.method, headers: { ...headers, ...from } };
    const onward = ask(new URL(request.url, baseUrl), options, (reply) => {
      const kept = Object.entries(reply.headers).filter(([name]) => !ownHeaders.has(name));
      response.writeHead(reply.statusCode ?? 502, Object.fromEntries(kept));
      reply.pipe(response);
    });
    onward.on("error", () => {
      // A kept connection that the server has just closed: another one will do.
      const isStale = onward.reusedSocket && !response.headersSent && request.method === "GET";
      if (isStale && !isSecondTry && !response.destroyed) forward(request, response, true);
      else response.stream?.close();
    });
    response.on("close", () => onward.destroy());
    if (isSecondTry) onward.end();
    else request.pipe(onward);
  };
  return (request, response) => forward(request, response, false);
}

/** A site of which each answer is asked for once and given from memory from then on, so that a load does not wait for the machine's own server. */
export function rememberedSite(baseUrl: string): Answer {
  const straight = proxySite(baseUrl);
  const kept = new Map<string, Promise<{ status: number; headers: OutgoingHttpHeaders; body: Buffer }>>();
  const fetchOnce = (url: string, headers: IncomingHttpHeaders) =>
    new Promise<{ status: number; headers: OutgoingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const { authorization } = headers;
      const sent = { "accept-encoding": "br", ...(authorization ? { authorization } : {}) };
      ask(new URL(url, baseUrl), { headers: sent }, (reply) => {
        const parts: Buffer[] = [];
        reply.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
        reply.on("end", () => {
          const answered = Object.entries(reply.headers).filter(([name]) => !ownHeaders.has(name));
          resolve({
            status: reply.statusCode ?? 502,
            headers: Object.fromEntries(answered),
            body: Buffer.concat(parts),
          });
        });
      })
        .on("error", reject)
        .end();
    });
  return (request, response) => {
    // Events never end, and what is written is written.
    if (request.method !== "GET" || request.url.includes("/events")) return straight(request, response);
    const key = `${request.headers.authorization ?? ""} ${request.url}`;
    const answer = kept.get(key) ?? fetchOnce(request.url, request.headers);
    kept.set(key, answer);
    answer.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => {
        kept.delete(key);
        response.stream?.close();
      },
    );
  };
}

/** Milliseconds that the door adds to a request of the product, median of many. */
export async function costOfDoor(door: Door, site: string, baseUrl: string, path = "/healthz"): Promise<number> {
  const client = connect(door.urlOf(site).replace(site, "127.0.0.1"), { rejectUnauthorized: false });
  const agent = new Agent({ keepAlive: true });
  const authority = new URL(door.urlOf(site)).host;
  const through = () =>
    new Promise<void>((resolve, reject) => {
      const stream = client.request({ ":path": path, ":authority": authority });
      stream.on("end", resolve).on("error", reject).resume().end();
    });
  const straight = () =>
    new Promise<void>((resolve, reject) => {
      ask(new URL(path, baseUrl), { agent }, (reply) => reply.on("end", resolve).resume())
        .on("error", reject)
        .end();
    });
  const times: [number, number][] = [];
  try {
    for (let turn = 0; turn < 60; turn += 1) times.push([await timed(through), await timed(straight)]);
  } finally {
    client.close();
    agent.destroy();
  }
  // The first requests open the connections.
  const warm = times.slice(10);
  return median(warm.map(([one]) => one)) - median(warm.map(([, other]) => other));
}

async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}
