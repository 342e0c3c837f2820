import { execFile } from "node:child_process";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Services } from "~/server/lib/services";

/** The names that tests send to. */
const names = ["qyapi.weixin.qq.com", "hooks.slack.com", "receiver.example.com", "www.ecb.europa.eu", "mmbiz.qpic.cn"];

/** Proves this machine as each of the names; made anew each time, since a key does not belong into a repository. */
export async function certificateFor(...names: string[]): Promise<{ key: string; cert: string }> {
  const maker = join(import.meta.dirname, "make-certificate.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [maker, ...names]);
  return JSON.parse(stdout);
}

interface Received {
  host: string | undefined;
  path: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}
type Reply = { status?: number; headers?: Record<string, string>; body?: string | Buffer } | "hang";

/** A loopback server in place of any webhook's host; a test says what it answers. */
export async function startReceiver(answer: (received: Received) => Reply) {
  const { key, cert } = await certificateFor(...names);
  const received: Received[] = [];
  const server = createServer({ key, cert }, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { host } = request.headers;
    const one = { host, path: request.url, headers: request.headers, body: Buffer.concat(parts).toString() };
    received.push(one);
    const reply = answer(one);
    if (reply === "hang") return;
    response.writeHead(reply.status ?? 200, reply.headers);
    response.end(reply.body ?? "ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const outward: NonNullable<Services["outward"]> = {
    resolve: async () => ["127.0.0.1"],
    isAllowed: (address) => address === "127.0.0.1",
    port,
    ca: cert,
    limit: 2_000,
  };
  return {
    received,
    outward,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
