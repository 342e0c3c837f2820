import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import { routeOf } from "~/server/http/mount";
import type { Served } from "~/server/lib/serve";

/** Names a request by its endpoint of the contract, `other` where it has none: a path may hold a number or a token. */
export function endpointLines(served: readonly Served[]): (c: Context) => string {
  const lines = new Map(served.map(({ endpoint }) => [`${endpoint.method} ${routeOf(endpoint.path)}`, endpoint.line]));
  return (c) => matchedRoutes(c).flatMap(({ method, path }) => lines.get(`${method} ${path}`) ?? [])[0] ?? "other";
}
