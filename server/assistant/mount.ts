import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Environment } from "~/server/http/environment";
import { countedElsewhere } from "~/server/http/mount";
import { callerOfKey, isKey, type KeyHolder } from "~/server/identity/key";
import { refuse } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

const assistantPath = "/mcp";

const megabyte = 1024 * 1024;
const jsonLimit = bodyLimit({ maxSize: megabyte, onError: () => refuse(41300, { n: 1 }) });

/** How the rest of the app answers a request of this process. */
type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/** The server for assistants: one answer for each POST, so that any node may give it. What it does, it does by calling the API with the caller's key. */
export function assistants(services: Services, fetch: Fetch): Hono<Environment> {
  const app = new Hono<Environment>();
  app.post(assistantPath, jsonLimit, async (c) => {
    const base = await baseFor(services, c.req.raw);
    const holder = await holderOf(c, services);
    const message = await readMessage(c);
    const asking = {
      ...{ services, holder, base, origin: c.get("origin") },
      call: async (path: string, init: RequestInit) =>
        fetch(inner(c, path, init), { ...Object(c.env), ...countedElsewhere }),
    };
    // The protocol is loaded by the first assistant: no start waits for it.
    const { answerMessage } = await import("./protocol");
    return answerMessage(asking, c.req.raw, message);
  });
  app.all(assistantPath, (c) => c.text("Method Not Allowed", 405, { allow: "POST" }));
  return app;
}

const local = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * What links begin with, by the address of the desk. A request that came by another name, or from a page of another origin, is refused: a page
 * in somebody's browser must not reach the desk by a name of its own.
 */
async function baseFor({ db }: Services, { url, headers }: Request): Promise<string> {
  const { "site.desk_base": base } = await readSettings(db);
  const { host, origin } = new URL(url);
  const desk = base ? new URL(base) : undefined;
  if (host !== desk?.host && !local.test(host)) return refuse(40300);
  const from = headers.get("origin");
  if (from !== null && from !== origin && from !== desk?.origin) return refuse(40300);
  return base || origin;
}

async function holderOf(c: Context<Environment>, services: Services): Promise<KeyHolder> {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (!token || !isKey(token)) return refuse(40100);
  const holder = await callerOfKey({ services, origin: c.get("origin") }, token, {
    tool: `POST ${assistantPath}`,
    title: "助手",
  });
  c.set("userId", holder.id);
  if (holder.mustChangePassword) return refuse(40300);
  return holder;
}

/** One message: several at once would pass the limits. */
async function readMessage(c: Context<Environment>): Promise<object> {
  const message: unknown = await c.req.json().catch(() => undefined);
  if (typeof message !== "object" || message === null || Array.isArray(message)) return refuse(40000);
  return message;
}

const passed = ["authorization", "user-agent", "x-forwarded-for", "accept-language"];

/** A call of the API as its caller would send it. */
function inner(c: Context<Environment>, path: string, { headers, ...init }: RequestInit): Request {
  const request = new Request(new URL(path, c.req.url), { ...init, headers: new Headers(headers) });
  for (const name of passed) {
    const value = c.req.header(name);
    if (value !== undefined) request.headers.set(name, value);
  }
  request.headers.set("x-request-id", c.get("origin").id);
  return request;
}
