import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What a platform's server was asked. */
export interface Asked {
  method: string | undefined;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

type Reply = { status?: number; json: unknown } | "hang" | "cut";

/** A platform's server on loopback, of which a test says what it answers. */
export async function startPlatform(answer: (asked: Asked) => Reply | Promise<Reply>) {
  const asked: Asked[] = [];
  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const one = { method: request.method, path: url.pathname, query: url.searchParams, headers: request.headers, body };
    asked.push(one);
    const reply = await answer(one);
    if (reply === "hang") return;
    if (reply === "cut") return void request.socket.destroy();
    response.writeHead(reply.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(reply.json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    /** How often a path was asked, in all. */
    count: (path: string) => asked.filter((one) => one.path === path).length,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
