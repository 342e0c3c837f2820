import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Config, readConfig } from "./config";
import { createHttpServer } from "./http/server";
import { messageOf } from "./lib/log";
import { type Files, type Started, start } from "./start";

/** How long running requests may go on once the server is to stop; then their connections are cut. */
const requestGrace = 10_000;
/** How long stopping may take in all. */
const stopGrace = 25_000;
/** npm passes on the Ctrl+C that the terminal has sent already: signals so close together are one. */
const oneSignal = 1_000;

/** Runs the server until a signal ends it: configuration, start, listening, and an orderly end. A failed start is reported and ends the process. */
export async function run(env: NodeJS.ProcessEnv, readFiles?: () => Files): Promise<void> {
  try {
    const config = readConfig(env);
    const started = await start(config, readFiles?.());
    const server = await listenFor(started, config).catch(async (error) => {
      await started.close();
      throw error;
    });
    stopOnSignals(server, started);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

/** Connections that wait to be accepted while the event loop is busy; of more than these the kernel drops some, which come back only after seconds. */
const backlog = 4_096;

/** Prints its addresses once it listens: for everybody, and on loopback for who watches it. */
async function listenFor({ fetch, metrics, announcement }: Started, config: Config): Promise<Server> {
  const { host, port, metricsPort } = config;
  const server = await listen(fetch, { host, port, name: "PORT" });
  if (metrics && metricsPort !== undefined) {
    const answer = (request: Request) =>
      new URL(request.url).pathname === "/metrics" ? metrics.answer() : new Response("not found", { status: 404 });
    const watched = await listen(answer, { host: "127.0.0.1", port: metricsPort, name: "METRICS_PORT" });
    process.stdout.write(`监控指标：${addressOf(watched)}/metrics\n`);
  }
  process.stdout.write(`新房工作台已启动：${addressOf(server)}\n${announcement}`);
  return server;
}

async function listen(
  fetch: Parameters<typeof createHttpServer>[0],
  { host, port, name }: { host: string; port: number; name: string },
): Promise<Server> {
  try {
    return await new Promise<Server>((resolve, reject) => {
      const server = createHttpServer(fetch).listen({ port, host, backlog }, () => resolve(server));
      server.once("error", reject);
    });
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw isTaken ? new Error(`端口 ${port} 已被占用，请用 ${name} 换一个端口，或先停止占用它的程序`) : error;
  }
}
function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo; // it listens on a port
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

function stopOnSignals(server: Server, started: Started): void {
  let begun: number | undefined;
  const stop = () => {
    const now = performance.now();
    if (begun === undefined) void end(server, started);
    else if (now - begun > oneSignal) process.exit(1);
    begun ??= now;
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Stops accepting, lets running requests end, then jobs and database. */
async function end(server: Server, started: Started): Promise<void> {
  setTimeout(() => process.exit(1), stopGrace).unref();
  try {
    started.beginToStop();
    await closed(server);
    await started.close();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection that becomes idle later has to be closed as well, or its client keeps the server alive.
    const closing = setInterval(() => server.closeIdleConnections(), 50);
    const cutting = setTimeout(() => server.closeAllConnections(), requestGrace);
    server.close(() => {
      clearInterval(closing);
      clearTimeout(cutting);
      resolve();
    });
  });
}
