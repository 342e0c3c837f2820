import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Config } from "~/server/config";
import type { Database } from "./database";
import { PgliteSession } from "./pglite-session";
import { type PgliteThread, startPgliteThread } from "./pglite-thread";

const statementTimeout = 10_000;
const idleTransactionTimeout = 10_000;
/** Longer than a statement may run, so that those who wait behind a long one get their turn. */
const connectionTimeout = 15_000;

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** One more connection beside the pool, for LISTEN; it must not use named statements, and is the caller's to end. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
  kind: "pglite" | "postgres";
};

type DatabaseOptions = {
  /** Milliseconds a statement may run. */
  statementTimeout?: number;
  /** Told of lost connections and restarts, which the pool survives. */
  onError?: (error: Error) => void;
};

/** Opens PostgreSQL at `databaseUrl`, or else PGlite in the data folder. */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir">,
  options: DatabaseOptions = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    return openPool("postgres", options, {
      connectionString: config.databaseUrl,
      max: 10,
      statement_timeout: options.statementTimeout ?? statementTimeout,
      idle_in_transaction_session_timeout: idleTransactionTimeout,
    });
  }
  const dataDir = join(config.dataDir, "database");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const thread = await startPgliteThread({
    dataDir,
    statementTimeout: options.statementTimeout ?? statementTimeout,
    idleTransactionTimeout,
    onRestart: (reason) => options.onError?.(new Error(`PGlite was restarted: ${reason}`)),
  });
  return openThread(thread, options);
}

/** Opens a pool on a PGlite thread; closing the pool closes the thread. */
export async function openThread(thread: PgliteThread, options: DatabaseOptions = {}): Promise<OpenDatabase> {
  const stream = () => thread.connect();
  const open = openPool("pglite", options, { stream, user: "postgres", database: "postgres", max: 1 });
  return {
    ...open,
    async close() {
      await open.close();
      await thread.close();
    },
  };
}

function openPool(kind: OpenDatabase["kind"], { onError }: DatabaseOptions, options: pg.PoolConfig): OpenDatabase {
  const pool = new pg.Pool({ ...options, connectionTimeoutMillis: connectionTimeout });
  const report = (error: Error) => onError?.(error);
  pool.on("error", report);
  // A client that is checked out has no listener of its own: a server lost inside a transaction would end the process.
  pool.on("connect", (client) => client.on("error", report));
  pool.on("release", (_error, client) => {
    if (isDead(client)) client.end().catch(report);
  });
  return {
    db: drizzle(pool),
    pool,
    async connect() {
      const client = new pg.Client({ ...options, connectionTimeoutMillis: connectionTimeout });
      client.on("error", report);
      await client.connect();
      return client;
    },
    close: () => pool.end(),
    kind,
  };
}

function isDead(client: pg.ClientBase): boolean {
  // pg keeps the connection out of its public type.
  const connection: unknown = Reflect.get(client, "connection");
  const stream: unknown = connection instanceof Object ? Reflect.get(connection, "stream") : undefined;
  return stream instanceof PgliteSession && stream.isDead;
}
