import { randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { sql } from "drizzle-orm";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { errors } from "~/contract/errors";
import { downloadHandlers } from "./http/download-link";
import { type Environment, errorResponse, mountAll } from "./http/mount";
import { openApi, openApiPage } from "./http/openapi";
import { type Pages, pageHosts } from "./http/page-hosts";
import type { Served } from "./lib/serve";
import type { Services } from "./lib/services";
import { blacklistHandlers } from "./resources/customer/blacklist";
import { customerHandlers } from "./resources/customer/customer";
import { customerImportHandlers } from "./resources/customer/customer-import";
import { customerUserHandlers } from "./resources/customer/customer-user";
import { requirementHandlers } from "./resources/customer/requirement";
import { annexHandlers } from "./resources/customer/requirement-annex";
import { trackingHandlers } from "./resources/customer/tracking";
import { transferHandlers } from "./resources/customer/transfer";
import { unregisterHandlers } from "./resources/customer/unregister";
import { analyticsHandlers } from "./resources/dashboard/analytics";
import { albumHandlers } from "./resources/house/album";
import { estateHandlers } from "./resources/house/estate";
import { estateAuditHandlers } from "./resources/house/estate-audit";
import { mansionHandlers } from "./resources/house/mansion";
import { mansionApplicationHandlers } from "./resources/house/mansion-application";
import { matchHandlers } from "./resources/house/match";
import { roomHandlers } from "./resources/house/room";
import { unitHandlers } from "./resources/house/unit";
import { unitImportHandlers } from "./resources/house/unit-import";
import { bindingHandlers } from "./resources/personal/binding";
import { userHandlers } from "./resources/personal/user";
import { countryHandlers } from "./resources/region/country";
import { currencyHandlers } from "./resources/region/currency";
import { districtHandlers } from "./resources/region/district";
import { districtImportHandlers } from "./resources/region/district-import";
import { scheduleHandlers } from "./resources/schedule/schedule";
import { batchHandlers } from "./resources/shared/batch";
import { eventHandlers } from "./resources/shared/events";
import { messageHandlers } from "./resources/shared/message";
import { optionHandlers } from "./resources/shared/option";
import { searchHandlers } from "./resources/shared/search";
import { uploadHandlers } from "./resources/shared/upload";
import { authHandlers } from "./resources/sign-in/auth";
import { appVersionHandlers } from "./resources/system/app-version";
import { brokerHandlers } from "./resources/system/broker";
import { menuHandlers } from "./resources/system/menu";
import { recordHandlers } from "./resources/system/record";
import { roleHandlers } from "./resources/system/role";
import { settingHandlers } from "./resources/system/setting";
import { staffHandlers } from "./resources/system/staff";
import { staffImportHandlers } from "./resources/system/staff-import";
import { systemHandlers } from "./resources/system/system";
import { targetHandlers } from "./resources/system/target";
import { teamHandlers } from "./resources/system/team";
import { webhookHandlers } from "./resources/system/webhook";
import { standIns } from "./stand-in/mount";

/** Every endpoint that this server answers, one line per resource. */
export const served: readonly Served[] = [
  ...authHandlers,
  ...userHandlers,
  ...bindingHandlers,
  ...systemHandlers,
  ...optionHandlers,
  ...staffHandlers,
  ...staffImportHandlers,
  ...teamHandlers,
  ...settingHandlers,
  ...uploadHandlers,
  ...customerHandlers,
  ...customerImportHandlers,
  ...batchHandlers,
  ...customerUserHandlers,
  ...transferHandlers,
  ...trackingHandlers,
  ...scheduleHandlers,
  ...requirementHandlers,
  ...matchHandlers,
  ...annexHandlers,
  ...blacklistHandlers,
  ...unregisterHandlers,
  ...analyticsHandlers,
  ...brokerHandlers,
  ...countryHandlers,
  ...currencyHandlers,
  ...estateHandlers,
  ...estateAuditHandlers,
  ...unitHandlers,
  ...unitImportHandlers,
  ...mansionHandlers,
  ...roomHandlers,
  ...albumHandlers,
  ...mansionApplicationHandlers,
  ...districtHandlers,
  ...districtImportHandlers,
  ...appVersionHandlers,
  ...targetHandlers,
  ...searchHandlers,
  ...messageHandlers,
  ...eventHandlers,
  ...roleHandlers,
  ...menuHandlers,
  ...recordHandlers,
  ...webhookHandlers,
  ...downloadHandlers(() => served),
];

/** The request's way, from top to bottom. `pages` answers what is not the API (the built app, or the dev server). */
export function createApp(services: Services, pages?: Pages): Hono<Environment> {
  const app = new Hono<Environment>();

  app.use(async (c, next) => {
    const started = performance.now();
    const origin = {
      id: c.req.header("x-request-id")?.match(/^[\w-]{8,64}$/)?.[0] ?? randomUUID(),
      ip: remoteAddress(c, services.trustsProxy),
      ua: c.req.header("user-agent") ?? "",
    };
    c.set("origin", origin);
    await next();
    // Not by c.header(), which would make the finished answer anew, as a stream.
    c.res.headers.set("x-request-id", origin.id);
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

  app.use("/api/*", compress());
  app.use("/crm/*", compress());
  app.use("/api/*", guardedHeaders);
  app.use("/crm/*", guardedHeaders);

  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => ((await isReady(services)) ? c.text("ok") : c.text("unavailable", 503)));

  const routes = mountAll([...served, openApi(() => served)], services);
  app.route("/", routes);
  app.get("/api/docs", openApiPage);

  const missing = () => Response.json({ code: 40400, message: errors[40400].message, data: null }, { status: 404 });
  app.all("/api/*", missing);
  app.all("/crm/*", missing);
  app.route("/", standIns(services));
  const hostsOf = pageHosts(services);
  if (pages) app.get("*", (c) => pages(c.req.raw, hostsOf));
  app.onError((error, c) => errorResponse(c, error, services));
  return app;
}

/** How long the database may take to answer before the server counts as not ready. */
const readyLimit = 5_000;

/** Whether requests would be answered: the server is not stopping, and the database answers. */
async function isReady({ db, stopping }: Services): Promise<boolean> {
  if (stopping?.aborted) return false;
  const asked = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), readyLimit);
  });
  const isAnswered = await Promise.race([asked, late]);
  clearTimeout(timer);
  return isAnswered;
}

/** What every answer of the API carries unless it says otherwise itself. */
const apiHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=15552000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

const guardedHeaders: MiddlewareHandler<Environment> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(apiHeaders)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
};

/** The peer's address; behind a trusted proxy the one that this proxy saw. A header that anyone can write is not believed. */
function remoteAddress(c: Context<Environment>, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  if (forwarded) return forwarded;
  try {
    return getConnInfo(c).remote.address ?? "";
  } catch {
    // Called in process, without a socket.
    return "";
  }
}

/** Signed names in paths are secrets for as long as they live. */
const withoutTokens = (path: string) => path.replace(/(\/(?:file|download)\/)[^/]+$/, "$1…");
