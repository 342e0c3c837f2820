import { createServer, type Server, STATUS_CODES } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { errors } from "~/contract/errors";
import { safeHeaders } from "./safe-headers";

/** How long and how large a request may be, before anybody has looked at it. */
const limits = {
  maxHeaderSize: 16 * 1024,
  /** A caller who sends a byte a second holds a connection for no longer. */
  headersTimeout: 20_000,
  /** A film on a slow line takes a while. */
  requestTimeout: 30 * 60_000,
  keepAliveTimeout: 10_000,
};
/** For how long the body of an unknown caller may take: signing in and what the sites send is small. */
const strangersLimit = 15_000;
/** Nothing came and nothing went: longer than any answer takes. */
const silence = 2 * 60_000;

type Fetch = (request: Request, environment: object) => Promise<Response> | Response;

/** An HTTP server for the app; it too refuses in the envelope. `bodyLimit`: milliseconds for a body without a token, or after its answer. */
export function createHttpServer(fetch: Fetch, bodyLimit = strangersLimit): Server {
  const badRequest = () => Response.json(envelope, { status: 400, headers: { ...safeHeaders, connection: "close" } });
  const server = createServer(limits, getRequestListener(fetch, { errorHandler: badRequest }));
  server.setTimeout(silence);
  server.on("request", (incoming, outgoing) => {
    const drop = () => incoming.complete || incoming.socket.destroy();
    const dropLater = () => {
      const timer = setTimeout(drop, bodyLimit);
      incoming.once("close", () => clearTimeout(timer));
    };
    if (incoming.headers.authorization) outgoing.once("finish", dropLater);
    else dropLater();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return socket.destroy();
    const status = statuses[error.code ?? ""] ?? 400;
    const body = JSON.stringify(envelope);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "connection: close",
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(safeHeaders).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  });
  return server;
}

const envelope = { code: 40000, message: errors[40000].message, data: null };

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
