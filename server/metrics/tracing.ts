import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";
import type { MiddlewareHandler } from "hono";
import type pg from "pg";
import { aroundQueries, textOf } from "~/server/database/around-queries";
import type { Environment } from "~/server/http/environment";
import type { Served } from "~/server/lib/serve";
import { endpointLines } from "./endpoint-line";

export interface Tracing {
  /** A span for each request, under the caller's own trace. */
  middleware: MiddlewareHandler<Environment>;
  /** Sends what waits. */
  stop(): Promise<void>;
}

const name = "xinfang-desk";

/** Where and how spans go is OpenTelemetry's own environment (`OTEL_EXPORTER_OTLP_ENDPOINT` and others). No span holds a value, a path or a person. */
export function startTracing(served: readonly Served[], pools: readonly (pg.Pool | undefined)[]): Tracing {
  const sdk = new NodeSDK({ serviceName: process.env.OTEL_SERVICE_NAME ?? name, autoDetectResources: false });
  sdk.start();
  const tracer = trace.getTracer(name);
  const lineOf = endpointLines(served);
  for (const pool of pools) if (pool) traceStatements(pool);
  return {
    middleware: (c, next) => {
      const caller = propagation.extract(context.active(), Object.fromEntries(c.req.raw.headers));
      return tracer.startActiveSpan(c.req.method, { kind: SpanKind.SERVER }, caller, async (span) => {
        try {
          await next();
          const endpoint = lineOf(c);
          span.updateName(endpoint);
          span.setAttributes({ "http.route": endpoint, "http.response.status_code": c.res.status });
          if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        } finally {
          span.end();
        }
      });
    },
    stop: () => sdk.shutdown(),
  };
}

/** A span for each statement, with its text and without its values. */
function traceStatements(pool: pg.Pool): void {
  const tracer = trace.getTracer(name);
  pool.on("connect", (client) =>
    aroundQueries(client, (query, ask) => {
      const text = textOf(query);
      const options = { kind: SpanKind.CLIENT, attributes: { "db.system.name": "postgresql", "db.query.text": text } };
      const span = tracer.startSpan(text.trimStart().split(/\s/, 1)[0]?.toUpperCase() || "QUERY", options);
      const answer = ask(query);
      if (answer instanceof Promise)
        answer.then(
          () => span.end(),
          (error) => failed(span, error),
        );
      else span.end();
      return answer;
    }),
  );
}

function failed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: String((error as { code?: string }).code ?? "") });
  span.end();
}
