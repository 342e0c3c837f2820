import { gzipSync } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { admitVisitor } from "~/server/lib/public-read";
import type { Services } from "../lib/services";
import type { Environment } from "./environment";

const sharedSeconds = { page: 60, dictionary: 3600 } as const;
export type SharedFor = keyof typeof sharedSeconds;

/** Shorter ones are as quick without. */
const worthIt = 1024;

interface Answer {
  type: string;
  body: Buffer;
  gzipped: Buffer | undefined;
  mark: string;
  sharedFor: SharedFor;
  until: Date | undefined;
  /** Seconds since 1970 from which on this server has answered so. */
  since: number | undefined;
}

const keyOf = (c: Context<Environment>) => `read ${c.req.url}`;

export function isKnown(c: Context<Environment>, mark: string): boolean {
  const known = c.req.header("if-none-match")?.split(/\s*,\s*/) ?? [];
  return known.includes(mark) || known.includes("*");
}

/** What an address was answered with last, and since when, at one server; of the addresses asked for last. */
const lately = new WeakMap<Services, Map<string, { mark: string; since: number }>>();
const mostRemembered = 5_000;
const longestRemembered = 500;

/** Since when an address has been answered so. Another answer has another second, so that a reader who knows the second knows the answer. */
function sinceWhen(services: Services, key: string, mark: string): number | undefined {
  if (key.length > longestRemembered) return undefined;
  const known = lately.get(services) ?? new Map<string, { mark: string; since: number }>();
  lately.set(services, known);
  const before = known.get(key);
  const now = Math.floor(services.now().getTime() / 1000);
  const since = before?.mark === mark ? before.since : Math.max(now, (before?.since ?? 0) + 1);
  known.delete(key);
  known.set(key, { mark, since });
  const [oldest] = known.keys();
  if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
  return since;
}

/** Whether a reader has this answer already, as its mark says, else the time that it was given with it. */
function isHeld(c: Context<Environment>, mark: string, lastModified: string | undefined): boolean {
  if (c.req.header("if-none-match") !== undefined) return isKnown(c, mark);
  return lastModified !== undefined && c.req.header("if-modified-since") === lastModified;
}

interface Made {
  type: string;
  text: string;
  mark: string;
  sharedFor: SharedFor;
  until: Date | undefined;
}

/** What the sites read: kept by browsers and caches, and by none beyond the moment at which it changes; and by this server, as long as nobody changes anything. */
export function shareAnswer(
  c: Context<Environment>,
  services: Services,
  { text, ...made }: Made,
  turn: ReturnType<NonNullable<Services["answers"]>["begin"]>,
): Response {
  const body = Buffer.from(text);
  const gzipped = body.length >= worthIt ? gzipSync(body) : undefined;
  const now = services.now();
  const key = keyOf(c);
  const answer: Answer = { ...made, body, gzipped, since: sinceWhen(services, key, made.mark) };
  const bytes = body.length + (gzipped?.length ?? 0) + key.length;
  services.answers?.keep(key, answer, { bytes, until: made.until, turn, now });
  return reply(c, answer, now);
}

/** Answers again what has been answered lately; the reader is counted all the same. `headers`: what every such answer carries, since nothing else sees it. */
export const cachedReads =
  (services: Services, headers: Readonly<Record<string, string>>): MiddlewareHandler<Environment> =>
  async (c, next) => {
    const now = services.now();
    const answer = c.req.method === "GET" && services.answers?.find(keyOf(c), now);
    if (!answer) return next();
    await admitVisitor({ services, origin: c.get("origin") });
    // Only this file keeps anything under such a key.
    return reply(c, answer as Answer, now, headers);
  };

/** An answer that has been made, as it holds at this moment. */
function reply(
  c: Context<Environment>,
  answer: Answer,
  now: Date,
  more: Readonly<Record<string, string>> = {},
): Response {
  const { type, body, gzipped, mark, sharedFor, until, since } = answer;
  const left = until ? Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000)) : Number.POSITIVE_INFINITY;
  const [own, common] = [sharedSeconds[sharedFor], sharedSeconds.page].map((seconds) => Math.min(seconds, left));
  // Nobody is told of a time to come: of two answers within a second the later has none for that second.
  const lastModified = since && since * 1000 <= now.getTime() ? new Date(since * 1000).toUTCString() : undefined;
  const headers: Record<string, string> = {
    ...more,
    ...(lastModified && { "last-modified": lastModified }),
    "cache-control": `public, max-age=${own}, s-maxage=${common}`,
    etag: mark,
    vary: "Accept-Encoding",
  };
  if (isHeld(c, mark, lastModified)) return c.body(null, 304, headers);
  headers["content-type"] = type;
  const isGzipped = gzipped && /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$|\s))/.test(c.req.header("accept-encoding") ?? "");
  if (isGzipped) headers["content-encoding"] = "gzip";
  const sent = isGzipped ? gzipped : body;
  headers["content-length"] = String(sent.length);
  // Hono's body type lacks Uint8Array over ArrayBufferLike; both are what Response takes.
  return c.body(sent as Uint8Array<ArrayBuffer>, 200, headers);
}
