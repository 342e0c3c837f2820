import { Hono } from "hono";
import type { Environment } from "~/server/http/environment";
import { errorResponse, mountAll } from "~/server/http/mount";
import { deviceOf } from "~/server/identity/device";
import type { Served } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";

/** The API of a test's own endpoints alone. */
export function mounted(handlers: readonly Served[], services: Services): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(async (c, next) => {
    c.set("origin", { id: "test", ip: "", ua: "", device: deviceOf(c, services.secret) });
    await next();
  });
  app.route("/", mountAll(handlers, services));
  app.onError((error, c) => errorResponse(c, error, services));
  return app;
}
