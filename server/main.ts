import { serve } from "@hono/node-server";
import { readConfig } from "./config";
import { wordsOf } from "./lib/log";
import { createPages } from "./pages";
import { start } from "./start";

const graceSeconds = 25;

async function main() {
  const config = readConfig(process.env);
  const started = await start(config, createPages());
  const server = serve({ fetch: started.fetch, hostname: config.host, port: config.port }, ({ port }) => {
    const host = config.host.includes(":") ? `[${config.host}]` : config.host;
    process.stdout.write(`新房工作台已启动：http://${host}:${port}\n${started.announcement}`);
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const limit = setTimeout(() => process.exit(1), graceSeconds * 1000);
    limit.unref();
    server.close(() => void started.close().then(() => process.exit(0)));
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exit(1);
});
