import { eq } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { isRowNumber } from "~/contract/endpoint";
import { errors } from "~/contract/errors";
import { isoInstant } from "~/server/database/tables/columns";
import { session } from "~/server/database/tables/system";
import { type Caller, loadCaller } from "~/server/identity/caller";
import { readToken, signToken } from "~/server/identity/token";
import type { FileReply, Origin } from "./call";
import { choose } from "./choose";
import { makeLink } from "./download-link";
import { Refusal, refuse } from "./refusal";
import { parseInput, type RawCall, type Served } from "./serve";
import type { Services } from "./services";
import { readSettings } from "./settings";

/** What the middleware before the endpoints leaves on a request. */
export type Environment = { Variables: { origin: Origin; userId: number | undefined } };

const renewAfterSeconds = 12 * 3600;
const jsonLimit = 1024 * 1024;

/** Mounts every endpoint; those that share one method and path (⑂) become one route, told apart by their `select`. */
export function mountAll(served: readonly Served[], services: Services): Hono<Environment> {
  const app = new Hono<Environment>();
  const byLine = new Map<string, Served[]>();
  for (const one of served) byLine.set(one.endpoint.line, [...(byLine.get(one.endpoint.line) ?? []), one]);
  for (const group of byLine.values()) {
    const [first] = group;
    if (!first) continue;
    const { method, path, bytes } = first.endpoint;
    const route = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      isRowNumber(name) ? `:${name}{[0-9]{1,15}}` : `:${name}`,
    );
    const limit = bodyLimit({ maxSize: jsonLimit, onError: () => refuse(41300, { n: 1 }) });
    app.on(method, [route], ...(bytes ? [] : [limit]), (c) => answer(c, group, services));
  }
  return app;
}

async function answer(c: Context<Environment>, group: Served[], services: Services): Promise<Response> {
  const isPublic = group.every(({ endpoint }) => endpoint.permission === "public");
  const user = isPublic ? undefined : await identify(c, services);
  const query = c.req.query();
  const body = group.some(({ endpoint }) => endpoint.bytes || endpoint.method === "GET") ? {} : await readBody(c);
  const chosen = choose(group, { query, body }, user);
  const isFile = chosen.endpoint.reply.type === "literal";
  if (isFile && user && query.link === "1") {
    parseInput(chosen.endpoint.query, query);
    return success(c, await makeLink(services, user, new URL(c.req.url)));
  }
  const raw: RawCall = { params: c.req.param(), query, body, user, origin: c.get("origin"), services, raw: c.req.raw };
  const reply = await chosen.answer(raw);
  return isFile ? fileResponse(c, reply as FileReply) : success(c, reply);
}

const success = (c: Context<Environment>, data: unknown) => c.json({ code: 200, message: "success", data });

/** The caller of a protected endpoint; a token older than 12 h is answered with a new one. */
async function identify(c: Context<Environment>, services: Services): Promise<Caller> {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  const now = services.now();
  const claims = token ? await readToken(services.secret, token, now) : undefined;
  const caller = claims && (await loadCaller(services.db, claims.sessionId, now));
  if (!caller || caller.id !== claims?.userId) return refuse(40100);
  c.set("userId", caller.id);
  if (now.getTime() / 1000 - claims.issuedAt > renewAfterSeconds) {
    const { "auth.token_ttl_hours": hours } = await readSettings(services.db);
    const expires_at = isoInstant(now.getTime() + hours * 3_600_000);
    await services.db.update(session).set({ expires_at }).where(eq(session.id, caller.sessionId));
    const renewed = await signToken(
      services.secret,
      { userId: caller.id, sessionId: caller.sessionId, name: caller.name },
      hours * 3600,
      now,
    );
    c.header("authorization", `Bearer ${renewed}`);
  }
  return caller;
}

async function readBody(c: Context<Environment>): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  if (text === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return refuse(40000);
}

function fileResponse(c: Context<Environment>, reply: FileReply): Response {
  const name = encodeURIComponent(reply.name);
  c.header("content-type", reply.type);
  c.header(
    "content-disposition",
    `${reply.inline ? "inline" : "attachment"}; filename="download"; filename*=UTF-8''${name}`,
  );
  c.header("cache-control", "private, no-store");
  // Somebody else's file, shown in a tab of its own: it is not of our origin.
  if (reply.inline) c.header("content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'");
  // Hono's body type lacks Uint8Array over ArrayBufferLike; both are what Response takes.
  return c.body(reply.body as ReadableStream);
}

/** A failed request as the wire says it: the catalogue's code and status, never a stack. */
export function errorResponse(c: Context<Environment>, error: unknown, services: Services): Response {
  const origin = c.get("origin");
  const failure = error instanceof Refusal ? error : databaseRefusal(error);
  if (failure) {
    const { status } = errors[failure.code];
    return c.json({ code: failure.code, message: failure.message, data: failure.data }, status);
  }
  services.log.error({ err: error, request_id: origin.id }, "request failed");
  return c.json({ code: 50000, message: errors[50000].message, data: { request_id: origin.id } }, 500);
}

/** What the database refused, in the catalogue's words. */
function databaseRefusal(error: unknown): Refusal | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  const code = cause && typeof cause === "object" && "code" in cause ? String(cause.code) : "";
  if (code === "23505") return new Refusal(40900, errors[40900].message.replace("：{label}", ""));
  // A value that passed the contract and that the database still cannot take.
  if (code.startsWith("22")) return new Refusal(42200, errors[42200].message, { errors: [] });
  if (code === "40001" || code === "40P01") return new Refusal(40902, errors[40902].message);
  if (code === "53300" || code === "57014") return new Refusal(50300, errors[50300].message);
  return undefined;
}
