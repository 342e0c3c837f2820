import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApp } from "~/server/app";
import { startTracing } from "~/server/metrics/tracing";
import { served } from "~/server/resources/areas";
import { testApi } from "~/test/support/api";
import { testConnection, testDatabase } from "~/test/support/database";
import { startPlatform } from "~/test/support/platform";

interface SpanSent {
  name: string;
  traceId: string;
  parentSpanId?: string;
  attributes: { key: string; value: object }[];
}

const { db } = testDatabase();
const { services } = testApi(db);
let collector: Awaited<ReturnType<typeof startPlatform>>;
beforeAll(async () => {
  collector = await startPlatform(() => ({ json: {} }));
});
afterAll(() => {
  vi.unstubAllEnvs();
  collector.close();
});

test("a request is a span under the caller's trace, named by its endpoint; its statements are spans under it; no value goes along", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json");
  const pool = new pg.Pool({ ...testConnection(), max: 1 });
  const tracing = startTracing(served, [pool, undefined]);
  const app = createApp(services, undefined, undefined, undefined, tracing);
  app.get("/probe/:phone", async (c) => c.json((await pool.query("select $1 as phone", [c.req.param("phone")])).rows));
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  await app.request("/api/customer/information/4711?keyword=13812345678", { headers });
  await app.request("/probe/13812345678", { headers });
  await tracing.stop();
  await pool.end();
  expect(new Set(collector.asked.map(({ path }) => path))).toEqual(new Set(["/v1/traces"]));
  const bodies = collector.asked.map(({ body }) => body);
  expect(bodies.join("")).not.toMatch(/13812345678|4711/);
  const spans: SpanSent[] = bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: SpanSent[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const named = (name: string) => spans.find((span) => span.name === name);
  expect(named("GET /api/customer/information/{id}")?.parentSpanId).toBe("b7ad6b7169203331");
  expect(named("other")).toBeDefined();
  expect(named("SELECT")?.attributes).toContainEqual({
    key: "db.query.text",
    value: { stringValue: "select $1 as phone" },
  });
});
