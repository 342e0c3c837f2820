import type { MiddlewareHandler } from "hono";
import type { Environment } from "./environment";
import { windowPath } from "./visitor-pages";

/** What every answer carries unless it says otherwise itself. */
export const safeHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=15552000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** Comes before all that may make an answer anew, as `compress` does: over a socket a new one loses what was set on the old one. */
export const guardedHeaders: MiddlewareHandler<Environment> = async (c, next) => {
  await next();
  // The chat window's own policy says which sites may frame it.
  const isWindow = c.req.path === windowPath && c.res.ok;
  for (const [name, value] of Object.entries(safeHeaders))
    if (!c.res.headers.has(name) && !(isWindow && name === "x-frame-options")) c.res.headers.set(name, value);
};
