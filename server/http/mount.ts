import { createHash } from "node:crypto";
import { IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import { bodyLimit } from "hono/body-limit";
import { type Endpoint, empty, file, isRowNumber, redirect, stream, xml } from "~/contract/endpoint";
import { errors } from "~/contract/errors";
import { lsnHeader } from "~/contract/lsn";
import { lacksRoom } from "~/server/database/lacks-room";
import { loadCaller } from "~/server/identity/caller";
import { callerWhileFull } from "~/server/identity/full-disk";
import { callerOfKey, isKey, noteCall, type Tool } from "~/server/identity/key";
import { callerOfProvider } from "~/server/identity/provider-caller";
import { renewToken, type TokenReader, tokenReader } from "~/server/identity/token";
import type { Caller } from "~/server/lib/caller";
import type { AnswerCache } from "../lib/answer-cache";
import { dropCached } from "../lib/cached-until-changed";
import { type FileReply, type RedirectReply, Refusal, refuse, type XmlReply } from "../lib/call";
import { parseInput } from "../lib/input";
import { cacheRuleOf, Moved } from "../lib/public-read";
import type { Knock, RawCall, Served } from "../lib/serve";
import type { Services } from "../lib/services";
import { type Admission, Busy, type Queues, queuesFor } from "./admission";
import { isKnown, shareAnswer } from "./cached-reads";
import { choose } from "./choose";
import { makeLink } from "./download-link";
import type { Environment } from "./environment";
import { admitMachine, verifySigned } from "./signed";
import { isUnavailable } from "./unavailable";

const renewAfterSeconds = 12 * 3600;
const jsonLimit = 1024 * 1024;
/** What a stranger's page may send at once: as much as a beacon may, and more than any form is. */
const siteLimit = 64 * 1024;
/** A picture as large as the settings usually allow, as base64. */
const fileLimit = 30 * 1024 * 1024;

/** Counts callers without an account before anything else of the call is read: refused calls count as well. */
async function countCall({ endpoint, admit }: Served, knock: Knock): Promise<void> {
  if (endpoint.isSigned) await admitMachine(knock);
  await admit?.(knock);
}

/** Refuses what is longer than its door takes. */
function sizeLimit(served: Served, services: Services): MiddlewareHandler<Environment> {
  const { isFromSites, carriesFile } = served.endpoint;
  const maxSize = isFromSites ? siteLimit : carriesFile ? fileLimit : jsonLimit;
  return bodyLimit({
    maxSize,
    async onError(c: Context<Environment>) {
      await countCall(served, { services, origin: c.get("origin") });
      if (isFromSites) throw new Refusal(41300, `内容不能超过${siteLimit / 1024}KB`);
      return refuse(41300, { n: maxSize / jsonLimit });
    },
  });
}

/** Mounts every endpoint; those that share one method and path (⑂) become one route, told apart by their `select`. */
export function mountAll(served: readonly Served[], services: Services): Hono<Environment> {
  const app = new Hono<Environment>();
  const readToken = tokenReader(services.secret);
  const queues = queuesFor(services.places, () => services.now().getTime(), services.timeFactor);
  const byLine = new Map<string, Served[]>();
  for (const one of served) byLine.set(one.endpoint.line, [...(byLine.get(one.endpoint.line) ?? []), one]);
  for (const group of byLine.values()) {
    const [first] = group;
    if (!first) continue;
    const { method, path, bytes } = first.endpoint;
    const route = routeOf(path);
    // Of a GET no body is read; even to ask for its size takes a while.
    const readsJson = !bytes && method !== "GET";
    const queue = queueOf(first.endpoint, queues);
    app.on(method, [route], ...(readsJson ? [sizeLimit(first, services)] : []), (c) =>
      admit(c, queue, group, services, readToken),
    );
  }
  return app;
}

/** A path as the router takes it. A parameter that is only a part of its segment, as in `sitemap-{n}.xml`, is digits. */
export const routeOf = (path: string): string => path.split("/").map(segmentOf).join("/");

function segmentOf(segment: string): string {
  const [, before, name, after] = /^(.*)\{(\w+)\}(.*)$/.exec(segment) ?? [];
  if (name === undefined) return segment;
  if (before || after) return `:${name}{${literal(before)}[0-9]{1,15}${literal(after)}}`;
  return isRowNumber(name) ? `:${name}{[0-9]{1,15}}` : `:${name}`;
}

const literal = (text = "") => text.replaceAll(".", "\\.");

function paramsOf(c: Context<Environment>, path: string): Record<string, string> {
  const params: Record<string, string> = { ...c.req.param() };
  for (const [, before = "", name = "", after = ""] of path.matchAll(/(?<=\/)([^/{]*)\{(\w+)\}([^/{]*)/g))
    params[name] = (params[name] ?? "").slice(before.length, after ? -after.length : undefined);
  return params;
}

function queueOf({ path, bytes, reply }: Endpoint, queues: Queues): Admission {
  if (path.startsWith("/api/auth/")) return queues.signIn;
  if (reply === stream) return queues.stream;
  return bytes ? queues.upload : queues.work;
}

/** Answers once there is a place. An identified caller whose body is still arriving gives the place up and queues again with the body. */
async function admit(
  c: Context<Environment>,
  queue: Admission,
  group: Served[],
  services: Services,
  readToken: TokenReader,
): Promise<Response> {
  const isPublic = group.every(({ endpoint }) => endpoint.permission === "public");
  const isGone = () => incomingOf(c)?.socket.destroyed ?? false;
  const begun = await queue.run(async () => {
    const user = isPublic ? undefined : await identify(c, group, services, readToken);
    const isHere = isUnread(group) || (incomingOf(c)?.complete ?? true);
    return isHere ? { reply: await answer(c, group, services, user) } : { user };
  }, isGone);
  if (begun.reply) return begun.reply;
  await c.req.arrayBuffer();
  return queue.run(() => answer(c, group, services, begun.user), isGone);
}

/** Writes of sessions, staff, teams, roles and settings. */
const changesAccess = /^\/api\/(auth|system|user)\//;

const toolOf = ({ line, summary }: Endpoint): Tool => ({ tool: line, title: summary });

/** What the app is given with a request of this process that is counted where it began. */
export const countedElsewhere = { isCounted: true } as const;
const isCounted = ({ env }: Context<Environment>) => Object(env).isCounted === true;

/** What a call is named by before it is known which of several (⑂) it means. */
const usual = (group: Served[]) => (group.find(({ endpoint }) => !endpoint.select) ?? group[0])?.endpoint;

/** The answer; what a key calls is counted, whatever becomes of it. */
async function answer(c: Context<Environment>, group: Served[], services: Services, user: Caller | undefined) {
  if (!user?.key || isCounted(c)) return answerTo(c, group, services, user);
  const holder = { ...user, key: user.key };
  const note = (code: number) => {
    const called = c.get("endpoint") ?? usual(group);
    return called && noteCall({ services, origin: c.get("origin") }, holder, toolOf(called), code);
  };
  try {
    const reply = await answerTo(c, group, services, user);
    await note(200);
    return reply;
  } catch (error) {
    await note(error instanceof Refusal ? error.code : 50000);
    throw error;
  }
}

/** Whether the request's body, if there is one, is the handler's own to read. */
const isUnread = (group: Served[]) => group.some(({ endpoint }) => endpoint.bytes || endpoint.method === "GET");

async function answerTo(c: Context<Environment>, group: Served[], services: Services, user: Caller | undefined) {
  const origin = c.get("origin");
  for (const one of group) await countCall(one, { services, origin });
  const query = c.req.query();
  // Not every client can send a body with a DELETE: its reason may be in the address.
  const inAddress = c.req.method === "DELETE" && query.reason ? { reason: query.reason } : {};
  // Without a valid signature nothing further is read.
  const isSigned = group.some(({ endpoint }) => endpoint.isSigned);
  const signed = isSigned ? await verifySigned(c.req, services) : undefined;
  const body = isUnread(group) ? {} : { ...inAddress, ...(await readBody(c)) };
  const chosen = choose(group, { query, body }, user);
  c.set("endpoint", chosen.endpoint);
  const isFile = chosen.endpoint.reply === file;
  // Links are written, and a stream would outlive the session.
  if (user?.readsOnly && (chosen.changes || query.link === "1" || chosen.endpoint.reply === stream)) refuse(50301);
  if (isFile && user && query.link === "1") {
    parseInput(chosen.endpoint.query, query);
    return success(c, await makeLink(services, user, new URL(c.req.url)));
  }
  const raw: RawCall = {
    params: paramsOf(c, chosen.endpoint.path),
    query,
    body,
    user,
    signed,
    origin,
    services,
    raw: c.req.raw,
  };
  const turn = chosen.endpoint.sharedFor && services.answers?.begin();
  if (chosen.endpoint.isUnlisted) c.header("x-robots-tag", "noindex");
  const reply = await chosen.answer(raw);
  if (chosen.changes && changesAccess.test(chosen.endpoint.path)) dropCached(services.db);
  await tellWritten(c, chosen, services, user);
  if (chosen.endpoint.reply === redirect) return c.redirect((reply as RedirectReply).to);
  if (chosen.endpoint.reply === empty) return c.body(null, 204);
  if (chosen.endpoint.reply === stream) return streamResponse(c, reply as ReadableStream);
  if (isFile) return fileResponse(c, reply as FileReply);
  if (chosen.endpoint.sharedFor) return shared(c, chosen.endpoint, reply, { services, turn });
  if (chosen.endpoint.isPlain) return c.json(reply as object);
  return chosen.endpoint.isKept ? kept(c, reply) : success(c, reply);
}

/** Up to where a reader knows of writes: by their own one, by a task, and from the beginning of a stream. */
async function tellWritten(
  c: Context<Environment>,
  { changes, endpoint }: Served,
  { replica }: Services,
  user?: Caller,
) {
  if (!replica || !user || !(changes || endpoint.isProgress || endpoint.reply === stream)) return;
  const lsn = await replica.written();
  if (lsn) c.header(lsnHeader, lsn);
}

/** The reply with a mark of what it says; nothing but the mark where the browser has it already. */
function kept(c: Context<Environment>, data: unknown): Response {
  c.header("cache-control", "private, no-cache");
  return marked(c, inEnvelope(data));
}

interface Document {
  type: string;
  text: string;
}

const asJson = (data: unknown): Document => ({ type: "application/json", text: JSON.stringify(data) });

const inEnvelope = (data: unknown): Document => asJson({ code: 200, message: "success", data });

const asXml = (reply: XmlReply): Document => ({ type: "application/xml; charset=utf-8", text: reply.xml });

const markOf = ({ text }: Document) => `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;

function marked(c: Context<Environment>, document: Document): Response {
  const mark = markOf(document);
  c.header("etag", mark);
  c.header("vary", "Accept-Encoding");
  return isKnown(c, mark) ? c.body(null, 304) : send(c, document);
}

/** What the sites read. Nobody keeps a preview. */
function shared(
  c: Context<Environment>,
  { sharedFor = "page", reply: shape, isPlain }: Endpoint,
  reply: unknown,
  { services, turn }: Reading,
): Response {
  const { until, isPreview } = cacheRuleOf(reply);
  const document = shape === xml ? asXml(reply as XmlReply) : isPlain ? asJson(reply) : inEnvelope(reply);
  if (!isPreview) return shareAnswer(c, services, { ...document, mark: markOf(document), sharedFor, until }, turn);
  c.header("cache-control", "no-store");
  c.header("x-robots-tag", "noindex");
  return send(c, document);
}

/** A read of the sites that is being answered, with what had been heard of changes when it began. */
interface Reading {
  services: Services;
  turn: ReturnType<AnswerCache["begin"]>;
}

/** Shorter replies are as quick without, and much longer ones would keep others waiting: those are left to the middleware's stream. */
const compressed = { from: 1024, to: 256 * 1024 };

const success = (c: Context<Environment>, data: unknown): Response => send(c, inEnvelope(data));

/** Compressed at once, which costs a tenth of what a stream of the platform does. */
function send(c: Context<Environment>, { type, text }: Document): Response {
  const isSized = text.length >= compressed.from && text.length < compressed.to;
  c.header("content-type", type);
  if (isSized && accepts(c, { header: "Accept-Encoding", supports: ["gzip"], default: "" })) {
    c.header("content-encoding", "gzip");
    c.header("vary", "Accept-Encoding");
    return c.body(gzipSync(text));
  }
  // By it the middleware knows that the reply is short.
  c.header("content-length", String(Buffer.byteLength(text)));
  return c.body(text);
}

/** The caller of a protected endpoint, by a token of ours, the sign-in provider's, or a key; the provider's, and ours when older than 12 h, is answered with a new one. */
async function identify(
  c: Context<Environment>,
  group: Served[],
  services: Services,
  readToken: TokenReader,
): Promise<Caller> {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (!token) return refuse(40100);
  const called = usual(group);
  if (called && isKey(token)) {
    const caller = await callerOfKey({ services, origin: c.get("origin") }, token, toolOf(called));
    c.set("userId", caller.id);
    return caller;
  }
  const now = services.now();
  const claims = await readToken(token, now);
  const caller = claims
    ? ((await callerWhileFull(services, claims)) ??
      (await loadCaller(services.db, claims.sessionId, now, new Date(claims.issuedAt * 1000))))
    : await callerOfProvider({ services, raw: c.req.raw, origin: c.get("origin") }, token);
  if (!caller || (claims && caller.id !== claims.userId)) return refuse(40100);
  c.set("userId", caller.id);
  if (caller.readsOnly && c.req.method !== "GET") return refuse(50301);
  // In place of the provider's token, and of an old one of ours, the client gets a new one.
  if (!claims || now.getTime() / 1000 - claims.issuedAt > renewAfterSeconds)
    c.header("authorization", `Bearer ${await renewToken(services, caller, (claims?.issuedAt ?? 0) * 1000)}`);
  return caller;
}

async function readBody(c: Context<Environment>): Promise<Record<string, unknown>> {
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength === 0) return {};
  try {
    // Another encoding's bytes would be kept as question marks.
    const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  return refuse(40000);
}

/** For how long a browser may go to a bucket by the address that it was given: less than that lives. */
const sentOn = "private, max-age=1800";

const fileCaching = {
  day: "private, max-age=86400",
  lasting: "public, max-age=31536000, immutable",
} as const;

function fileResponse(c: Context<Environment>, reply: FileReply | RedirectReply): Response {
  if ("to" in reply) {
    c.header("cache-control", sentOn);
    return c.redirect(reply.to);
  }
  const name = encodeURIComponent(reply.name);
  c.header("content-type", reply.type);
  c.header(
    "content-disposition",
    `${reply.inline ? "inline" : "attachment"}; filename="download"; filename*=UTF-8''${name}`,
  );
  c.header("cache-control", reply.kept ? fileCaching[reply.kept] : "private, no-store");
  // Somebody else's file, shown in a tab of its own: it is not of our origin.
  if (reply.inline) c.header("content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'");
  const { part } = reply;
  if (part) {
    c.status(206);
    c.header("accept-ranges", "bytes");
    c.header("content-range", `bytes ${part.start}-${part.end - 1}/${part.size}`);
    c.header("content-length", String(part.end - part.start));
  }
  // Hono's body type lacks Uint8Array over ArrayBufferLike; both are what Response takes.
  return c.body(reply.body as ReadableStream);
}

/** Events as they come: nothing on the way may gather or press them. */
function streamResponse(c: Context<Environment>, events: ReadableStream): Response {
  c.header("content-type", "text/event-stream; charset=utf-8");
  c.header("cache-control", "no-store, no-transform");
  c.header("x-accel-buffering", "no");
  return c.body(events);
}

/** Seconds for which caches keep a redirect. */
const movedSeconds = 60;

/** A failed request as the wire says it: the catalogue's code and status, never a stack. */
export function errorResponse(c: Context<Environment>, error: unknown, services: Pick<Services, "log">): Response {
  const origin = c.get("origin");
  if (error instanceof Moved) {
    c.header("cache-control", `public, max-age=${movedSeconds}`);
    return c.redirect(error.to, 301);
  }
  const failure = error instanceof Refusal ? error : hasLeft(c) ? malformed : databaseRefusal(error);
  if (failure?.code === 50301 && failure !== error)
    services.log.error({ err: error, request_id: origin.id }, "nothing can be written");
  // A platform that does not answer is logged where it was asked.
  if (failure?.code === 50300 && failure !== error)
    services.log.warn({ err: error, request_id: origin.id }, "no answer from the database");
  if (failure instanceof Busy) c.header("retry-after", String(failure.seconds));
  if (failure) {
    const { status } = errors[failure.code];
    return c.json({ code: failure.code, message: failure.message, data: failure.data }, status);
  }
  services.log.error({ err: error, request_id: origin.id }, "request failed");
  return c.json({ code: 50000, message: errors[50000].message, data: { request_id: origin.id } }, 500);
}

const malformed = new Refusal(40000, errors[40000].message);

/** Whether the caller went away in the middle of their body: nobody reads the answer, and the fault is not the server's. */
function hasLeft(c: Context<Environment>): boolean {
  const incoming = incomingOf(c);
  return incoming !== undefined && incoming.errored !== null;
}

/** Absent where the app is called in process. */
export function incomingOf(c: Context<Environment>): IncomingMessage | undefined {
  const incoming: unknown = c.env && Reflect.get(c.env, "incoming");
  return incoming instanceof IncomingMessage ? incoming : undefined;
}

/** What the database refused, in the catalogue's words. */
function databaseRefusal(error: unknown): Refusal | undefined {
  if (lacksRoom(error)) return new Refusal(50301, errors[50301].message);
  if (isUnavailable(error)) return new Refusal(50300, errors[50300].message);
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  const code = cause && typeof cause === "object" && "code" in cause ? String(cause.code) : "";
  if (code === "23505") return new Refusal(40900, errors[40900].message.replace("：{label}", ""));
  // A value that passed the contract and that the database still cannot take.
  if (code.startsWith("22")) return new Refusal(42200, errors[42200].message, { errors: [] });
  if (code === "40001" || code === "40P01") return new Refusal(40902, errors[40902].message);
  return undefined;
}
