// The plainest server of the same framework: it answers fixed texts, handed in as JSON on stdin.
import { text } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();
for (const { path, type, body } of JSON.parse(await text(process.stdin)))
  app.get(path, (c) => c.body(body, 200, { "content-type": type }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
  process.stdout.write(`http://127.0.0.1:${port}\n`),
);
