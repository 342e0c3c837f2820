import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { writeBaseline } from "~/server/database/baseline";
import type { Database } from "~/server/database/database";
import { migrate } from "~/server/database/migrate";
import { openThread } from "~/server/database/open";
import { type PgliteThread, startPgliteThread } from "~/server/database/pglite-thread";
import { keepBaseline } from "./baseline-rows";

const root = join(import.meta.dirname, "../..");
const cache = join(root, ".cache");
/** What the template is made from; baseline rows may come from the contract and from packages. */
const templateSources = [
  "server/database/migrations",
  "server/database/baseline.ts",
  "server/database/baseline",
  "contract",
  "package-lock.json",
];
/** A parallel run may be about to read another template. */
const keptFor = 10 * 60_000;
const firstPort = 5000;

/** How a test file reaches the database of its worker: over PGlite's socket, or in PostgreSQL by name. */
export type TestDatabaseAddress =
  | { kind: "pglite"; dir: string; firstPort: number }
  | { kind: "postgres"; url: string };

declare module "vitest" {
  interface ProvidedContext {
    database: TestDatabaseAddress;
  }
}

/** One PGlite per Vitest worker, begun from one template of migrations and baseline rows; the server's tests have PostgreSQL instead. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), "xinfang-test-"));
  const servers = Array.from({ length: Number(project.config.maxWorkers) }, (_, index) =>
    serveWorker(join(dir, `.s.PGSQL.${firstPort + index + 1}`)),
  );
  project.provide("database", { kind: "pglite", dir, firstPort });
  return async () => {
    for (const server of servers) await server.close();
    rmSync(dir, { recursive: true, force: true });
  };
}

/** Listens for one worker; its PGlite starts with the first connection, since not every run needs it. */
function serveWorker(path: string): { close(): Promise<void> } {
  let thread: Promise<PgliteThread> | undefined;
  const sockets = new Set<Socket>();
  const server: Server = createServer({ pauseOnConnect: true }, async (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    thread ??= startWorker();
    try {
      const session = (await thread).connect();
      session.on("error", () => socket.destroy());
      session.on("close", () => socket.end());
      socket.on("error", () => session.destroy());
      socket.on("close", () => session.destroy());
      session.once("connect", () => socket.pipe(session).pipe(socket));
      session.connect();
    } catch (error) {
      console.error(error);
      socket.destroy();
    }
  }).listen(path);
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await (await thread?.catch(() => undefined))?.close();
    },
  };
}

async function startWorker(): Promise<PgliteThread> {
  const thread = await startPgliteThread({ dataDir: "memory://", template: await templateFile() });
  const pool = new pg.Pool({ stream: () => thread.connect(), user: "postgres", database: "postgres", max: 1 });
  await keepBaseline(drizzle(pool));
  await pool.end();
  return thread;
}

let template: Promise<string> | undefined;

/** A tar of a PGlite that has the tables and the baseline rows; made once per state of the sources. */
export function templateFile(): Promise<string> {
  template ??= buildTemplate();
  return template;
}

async function buildTemplate(): Promise<string> {
  const file = join(cache, `database-${hashOf(templateSources)}.tar`);
  if (existsSync(file)) return file;
  const thread = await startPgliteThread({ dataDir: "memory://" });
  const { db, pool, close } = await openThread(thread);
  await prepare(db);
  await pool.query("checkpoint");
  mkdirSync(cache, { recursive: true });
  const unfinished = `${file}.${process.pid}-${threadId}`;
  writeFileSync(unfinished, await thread.dump());
  await close();
  for (const name of readdirSync(cache)) {
    const other = join(cache, name);
    if (/^database-\w+\.tar/.test(name) && other !== unfinished && Date.now() - statSync(other).mtimeMs > keptFor)
      rmSync(other);
  }
  renameSync(unfinished, file);
  return file;
}

/** Gives an empty database its tables and baseline rows. */
export async function prepare(db: Database): Promise<void> {
  await migrate(db);
  await writeBaseline(db);
}

function hashOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesUnder)) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest("hex").slice(0, 16);
}

function filesUnder(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
