// What the API's rates are compared with: a page of twenty rows and its exact count, by Hono and pg alone.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 });
const app = new Hono();
app.get("/page", async (c) => {
  const owner = c.req.query("owner");
  const [rows, count] = await Promise.all([
    pool.query("select * from bench_page where owner_id = $1 order by created_at desc, id desc limit 20", [owner]),
    pool.query("select count(*)::int as total from bench_page where owner_id = $1", [owner]),
  ]);
  return c.json({ code: 200, message: "", data: { list: rows.rows, ...count.rows[0] } });
});
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
  process.stdout.write(`http://127.0.0.1:${port}\n`),
);
