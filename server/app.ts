import { randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { sql } from "drizzle-orm";
import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { errors } from "~/contract/errors";
import { type Environment, errorResponse, mountAll } from "./lib/mount";
import { openApi, openApiPage } from "./lib/openapi";
import type { Served } from "./lib/serve";
import type { Services } from "./lib/services";
import { analyticsHandlers } from "./resources/analytics";
import { authHandlers } from "./resources/auth";
import { customerHandlers } from "./resources/customer";
import { optionHandlers } from "./resources/option";
import { systemHandlers } from "./resources/system";
import { trackingHandlers } from "./resources/tracking";
import { uploadHandlers } from "./resources/upload";
import { userHandlers } from "./resources/user";

/** Every endpoint that this server answers, one line per resource. */
export const served: readonly Served[] = [
  ...authHandlers,
  ...userHandlers,
  ...systemHandlers,
  ...optionHandlers,
  ...uploadHandlers,
  ...customerHandlers,
  ...trackingHandlers,
  ...analyticsHandlers,
];

/** The request's way, from top to bottom. `pages` answers what is not the API (the built app, or the dev server). */
export function createApp(
  services: Services,
  pages?: (request: Request) => Promise<Response> | Response,
): Hono<Environment> {
  const app = new Hono<Environment>();

  app.use(async (c, next) => {
    const started = performance.now();
    const origin = {
      id: c.req.header("x-request-id")?.match(/^[\w-]{8,64}$/)?.[0] ?? randomUUID(),
      ip: remoteAddress(c),
      ua: c.req.header("user-agent") ?? "",
      base: new URL(c.req.url).origin,
    };
    c.set("origin", origin);
    await next();
    c.header("x-request-id", origin.id);
    const path = c.req.path;
    if (path.startsWith("/static/")) return;
    const ms = Math.round(performance.now() - started);
    // The path only: queries may hold names and numbers of people.
    services.log.info({
      request_id: origin.id,
      method: c.req.method,
      path: withoutTokens(path),
      status: c.res.status,
      ms,
      user_id: c.get("userId"),
    });
  });

  app.use(
    "/api/*",
    secureHeaders({
      xFrameOptions: "DENY",
      referrerPolicy: "no-referrer",
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    }),
  );
  app.use("/crm/*", secureHeaders({ xFrameOptions: "DENY", referrerPolicy: "no-referrer" }));
  app.use("/api/*", noStore);
  app.use("/crm/*", noStore);

  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    await services.db.execute(sql`select 1`);
    return c.text("ok");
  });

  const routes = mountAll([...served, openApi(() => served)], services);
  app.route("/", routes);
  app.get("/api/docs", openApiPage);

  const missing = () => Response.json({ code: 40400, message: errors[40400].message, data: null }, { status: 404 });
  app.all("/api/*", missing);
  app.all("/crm/*", missing);
  if (pages) app.get("*", (c) => pages(c.req.raw));
  app.onError((error, c) => errorResponse(c, error, services));
  return app;
}

const noStore: MiddlewareHandler<Environment> = async (c, next) => {
  await next();
  if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
};

/** The peer's address; a header that anyone can write is not believed. */
function remoteAddress(c: Parameters<typeof getConnInfo>[0]): string {
  try {
    return getConnInfo(c).remote.address ?? "";
  } catch {
    // Called in process, without a socket.
    return "";
  }
}

/** Signed names in paths are secrets for as long as they live. */
const withoutTokens = (path: string) => path.replace(/(\/file\/)[^/]+$/, "$1…");
