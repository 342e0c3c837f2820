import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readConfig } from "./config";
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
    const { host, port, ...config } = readConfig(env);
    const started = await start({ ...config, host, port }, readFiles?.());
    const server = await listen(started, host, port);
    stopOnSignals(server, started);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

/** Connections that wait to be accepted while the event loop is busy; of more than these the kernel drops some, which come back only after seconds. */
const backlog = 4_096;

async function listen(started: Started, hostname: string, port: number): Promise<Server> {
  try {
    return await new Promise<Server>((resolve, reject) => {
      const server = createHttpServer(started.fetch).listen({ port, host: hostname, backlog }, () => {
        const host = hostname.includes(":") ? `[${hostname}]` : hostname;
        const { port: actual } = server.address() as AddressInfo; // it listens on a port
        process.stdout.write(`新房工作台已启动：http://${host}:${actual}\n${started.announcement}`);
        resolve(server);
      });
      server.once("error", reject);
    });
  } catch (error) {
    await started.close();
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw isTaken ? new Error(`端口 ${port} 已被占用，请用 PORT 换一个端口，或先停止占用它的程序`) : error;
  }
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
