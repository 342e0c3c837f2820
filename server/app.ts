import { randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { sql } from "drizzle-orm";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import { errors } from "~/contract/errors";
import { allowedOrigins } from "~/contract/system/setting";
import { assistants } from "./assistant/mount";
import { withinLimit } from "./database/within-limit";
import { fakeProviders } from "./fake-provider/mount";
import { apiDocs } from "./http/api-docs";
import { cachedReads } from "./http/cached-reads";
import type { Environment } from "./http/environment";
import { errorResponse, incomingOf, mountAll } from "./http/mount";
import { openApi } from "./http/openapi";
import { type Pages, pageHosts } from "./http/page-hosts";
import { guardedHeaders } from "./http/safe-headers";
import { type VisitorFiles, visitorPages } from "./http/visitor-pages";
import { ipOf } from "./identity/canonical-ip";
import { deviceOf } from "./identity/device";
import type { Services } from "./lib/services";
import { readSettings } from "./lib/settings";
import type { Metrics } from "./metrics/metrics";
import type { Tracing } from "./metrics/tracing";
import { contentPages, served } from "./resources/areas";
import { previewPages } from "./resources/content/page";
import { clickPages } from "./resources/notification/click-pages";
import { sharePages } from "./resources/share/visitor-pages";
import { specialPages } from "./resources/special/visitor-pages";
import { wecomCallbackDoor } from "./resources/system/wecom-callback";

/** The request's way, from top to bottom. `pages` answers what is not the API (the built app, or the dev server); `visitorFiles` are what the sites' visitors load. */
export function createApp(
  services: Services,
  pages?: Pages,
  visitorFiles?: VisitorFiles,
  metrics?: Metrics,
  tracing?: Tracing,
): Hono<Environment> {
  const app = new Hono<Environment>();

  if (tracing) app.use(tracing.middleware);
  if (metrics) app.use(metrics.middleware);

  app.use(async (c, next) => {
    const started = performance.now();
    const origin = {
      id: c.req.header("x-request-id")?.match(/^[\w-]{8,64}$/)?.[0] ?? randomUUID(),
      ip: remoteAddress(c, services.trustsProxy),
      ua: c.req.header("user-agent") ?? "",
      device: deviceOf(c, services.secret),
    };
    c.set("origin", origin);
    await next();
    // Not by c.header(), which would make the finished answer anew, as a stream.
    c.res.headers.set("x-request-id", origin.id);
    // What is left of the body is not waited for: nobody is to send a next request after it.
    const incoming = incomingOf(c);
    if (incoming?.complete === false) {
      c.res.headers.set("connection", "close");
      await readOut(c.req.raw);
    }
    // The app goes by our clock. Node would write the machine's; what stays in this process has none.
    if (incoming && c.res.headers.get("cache-control")?.includes("no-store"))
      c.res.headers.set("date", services.now().toUTCString());
    const path = c.req.path;
    if (isQuiet.test(path) && c.res.ok) return;
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

  app.use(guardedHeaders);
  app.use("/api/public/*", cachedReads(services, { "access-control-allow-origin": "*" }));
  app.use("/api/*", compress());
  app.use("/crm/*", compress());
  // What the company's sites and apps call: without a token or a cookie, so that any page may.
  app.use("/api/public/*", cors({ origin: "*", allowMethods: ["GET", "POST"], maxAge: 86_400 }));
  const sites = fromSites(services);
  for (const path of new Set(served.flatMap(({ endpoint }) => (endpoint.isFromSites ? [endpoint.path] : []))))
    app.use(path.replace(/\{(\w+)\}/g, ":$1"), sites);

  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => ((await isReady(services)) ? c.text("ok") : c.text("unavailable", 503)));

  const routes = mountAll([...served, ...openApi(() => served)], services);
  app.route("/", routes);
  app.route("/api/docs", apiDocs());
  app.route("/", wecomCallbackDoor(services));

  const missing = () => Response.json({ code: 40400, message: errors[40400].message, data: null }, { status: 404 });
  app.get("/metrics", (c) => (metrics?.isAllowed(c.req.raw) ? metrics.answer() : missing()));
  app.all("/api/*", missing);
  app.all("/crm/*", missing);
  app.route("/", assistants(services, app.fetch));
  app.route("/", fakeProviders(services));
  app.route("/", previewPages(services, contentPages));
  app.route("/", sharePages(services));
  app.route("/", clickPages(services));
  app.route("/", specialPages(services));
  const hostsOf = pageHosts(services);
  if (visitorFiles) app.route("/", visitorPages(services, visitorFiles, hostsOf));
  if (pages) app.get("*", (c) => pages(c.req.raw, hostsOf));
  app.onError((error, c) => errorResponse(c, error, services));
  return app;
}

/** Files of the app, and what machines ask every few seconds: no log line tells of it. */
const isQuiet = /^\/(static\/|(healthz|readyz|metrics)$)/;

/** Milliseconds. */
const longestReadOut = 1_000;

/** Reads for a moment what nobody wants: a connection that is closed over unread bytes is reset, and a proxy that still sends loses the answer. */
const readOut = async ({ body }: Request) => {
  if (!body || body.locked) return;
  const signal = AbortSignal.timeout(longestReadOut);
  await body.pipeTo(new WritableStream(), { signal, preventCancel: true }).catch(() => undefined);
};

/** How long the database may take to answer before the server counts as not ready. */
const readyLimit = 5_000;

/** Whether requests would be answered: the server is not stopping, and the database answers. */
const isReady = async ({ db, stopping }: Services): Promise<boolean> =>
  !stopping?.aborted && (await withinLimit(db.execute(sql`select 1`), readyLimit)) !== undefined;

/** Pages of the sites that the settings name may call, and no others. */
const fromSites = ({ db }: Services): MiddlewareHandler<Environment> =>
  cors({
    origin: async (origin) =>
      allowedOrigins((await readSettings(db))["site.origins"]).includes(origin) ? origin : undefined,
    allowMethods: ["GET", "POST", "PATCH"],
    maxAge: 600,
  });

/** The peer's address; behind a trusted proxy the one that this proxy saw. A header that anyone can write is not believed, nor one that names no address. */
function remoteAddress(c: Context<Environment>, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? ipOf(c.req.header("x-forwarded-for")?.split(",").at(-1) ?? "") : undefined;
  if (forwarded) return forwarded;
  try {
    return getConnInfo(c).remote.address ?? "";
  } catch {
    // Called in process, without a socket.
    return "";
  }
}

/** Signed names in paths are secrets for as long as they live, and so are the tokens of visitors. */
const withoutTokens = (path: string) =>
  path
    .replace(/(\/chat\/public\/)[^/]{20,}/, "$1…")
    .replace(/^(\/(?:s\/v|n)\/)[^/]+/, "$1…")
    .replace(/(\/(?:file|download|p)\/)[^/]+$/, "$1…");
