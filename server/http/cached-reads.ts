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
}

const keyOf = (c: Context<Environment>) => `read ${c.req.url}`;

export function isKnown(c: Context<Environment>, mark: string): boolean {
  const known = c.req.header("if-none-match")?.split(/\s*,\s*/) ?? [];
  return known.includes(mark) || known.includes("*");
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
  const answer: Answer = { ...made, body, gzipped };
  const now = services.now();
  const key = keyOf(c);
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
  const { type, body, gzipped, mark, sharedFor, until } = answer;
  const left = until ? Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000)) : Number.POSITIVE_INFINITY;
  const [own, common] = [sharedSeconds[sharedFor], sharedSeconds.page].map((seconds) => Math.min(seconds, left));
  const headers: Record<string, string> = {
    ...more,
    "cache-control": `public, max-age=${own}, s-maxage=${common}`,
    etag: mark,
    vary: "Accept-Encoding",
  };
  if (isKnown(c, mark)) return c.body(null, 304, headers);
  headers["content-type"] = type;
  const isGzipped = gzipped && /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$|\s))/.test(c.req.header("accept-encoding") ?? "");
  if (isGzipped) headers["content-encoding"] = "gzip";
  const sent = isGzipped ? gzipped : body;
  headers["content-length"] = String(sent.length);
  // Hono's body type lacks Uint8Array over ArrayBufferLike; both are what Response takes.
  return c.body(sent as Uint8Array<ArrayBuffer>, 200, headers);
}
