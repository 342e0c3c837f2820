import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { finishSwap } from "~/server/database/swap";
import type { Database } from "./database";
import { keepReserve, releaseReserve } from "./disk-reserve";
import { endWhenSilent } from "./end-when-silent";
import { lockFolder } from "./folder-lock";
import {
  connectionTimeout,
  idleTransactionTimeout,
  listTimeout,
  planning,
  readOnly,
  silence,
  statementTimeout,
} from "./limits";
import type { DatabasePlace } from "./newest-backup";
import { prepareFolder } from "./pglite-folder";
import { PgliteSession } from "./pglite-session";
import { type PgliteThread, startPgliteThread } from "./pglite-thread";
import { type Pooler, requireRole, withoutNames } from "./pooler";
import { prepareSelects } from "./prepare-selects";
import { startFailure } from "./start-failure";

/**
 * Connections of requests, of lists on PostgreSQL, and of what runs in the background: however much that is, requests keep theirs. What a list may is said once a
 * connection, which saves it a transaction: three of its eight round trips.
 */
const connections = { postgres: { requests: 10, background: 3 }, pglite: { requests: 1, background: 1 } };
/** A batch waits for those of the other jobs, and nobody waits for it. */
const backgroundTimeout = 60_000;

const diskIsFull = "the disk is nearly full: the database is read only until there is room";
const diskHasRoom = "there is room on the disk again: the database takes writes";

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** The same database for lists: it writes nothing and ends a statement after 3 s. */
  lists?: (Database & { $client: pg.Pool }) | undefined;
  /** The same database by connections of their own, for jobs. */
  background: Database & { $client: pg.Pool };
  /** One more connection outside the pool, for LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
  kind: "pglite" | "postgres";
  /** The last report of the guard of an embedded database's disk, and its callback for free space. */
  disk?: { isFull: boolean; onRoom(): void };
};

type DatabaseOptions = {
  /** Milliseconds a statement may run. */
  statementTimeout?: number;
  /** Milliseconds a statement of a list may run. */
  listTimeout?: number;
  idleTransactionTimeout?: number;
  /** Milliseconds to wait for a connection. */
  connectionTimeout?: number;
  /** Milliseconds after which a PostgreSQL that has not answered a statement counts as hanging. */
  answerTimeout?: number;
  /** The caller holds the data folder's lock already (`lockFolder`), and keeps it. */
  isLocked?: boolean;
  /** Told of lost connections and restarts, which the pool survives. */
  onError?: (error: Error) => void;
};

/** Opens PostgreSQL at `databaseUrl`, or else PGlite in the data folder, which it locks until the database is closed. */
export async function openDatabase(
  config: DatabasePlace & { databaseUrl: string | undefined; pooler?: Pooler | undefined },
  options: DatabaseOptions = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const limit = options.statementTimeout ?? statementTimeout;
    if (config.pooler) return openPooled(config.databaseUrl, config.pooler, options);
    const given = {
      connectionString: config.databaseUrl,
      options: planning,
      statement_timeout: limit,
      idle_in_transaction_session_timeout: options.idleTransactionTimeout ?? idleTransactionTimeout,
    };
    return openPools("postgres", options, given, endHanging(options));
  }
  const lock = options.isLocked ? undefined : await lockFolder(config.dataDir);
  try {
    await finishSwap(config.dataDir);
    const folder = await prepareFolder(config);
    if (lock) releaseReserve(config.dataDir);
    const disk: NonNullable<OpenDatabase["disk"]> = { isFull: false, onRoom: () => undefined };
    const thread = await startPgliteThread({
      dataDir: folder,
      statementTimeout: options.statementTimeout ?? statementTimeout,
      idleTransactionTimeout: options.idleTransactionTimeout ?? idleTransactionTimeout,
      onRestart: (reason) => options.onError?.(new Error(`PGlite was restarted: ${reason}`)),
      onReadOnly(isReadOnly) {
        if (lock && !isReadOnly) keepReserve(config.dataDir);
        options.onError?.(new Error(isReadOnly ? diskIsFull : diskHasRoom));
        disk.isFull = isReadOnly;
        // Not within the job that has looked.
        if (!isReadOnly) setImmediate(() => disk.onRoom());
      },
    });
    const open = await openThread(thread, options);
    if (lock) keepReserve(config.dataDir);
    return { ...open, disk, close: () => open.close().finally(() => lock?.release()) };
  } catch (error) {
    await lock?.release();
    throw startFailure(error, config);
  }
}

const endHanging =
  ({ statementTimeout: limit = statementTimeout, answerTimeout = limit + silence }: DatabaseOptions) =>
  (client: pg.PoolClient) =>
    endWhenSilent(client, answerTimeout);

/** Through PgBouncer in transaction mode: limits are the roles', and nothing is prepared by name. */
async function openPooled(databaseUrl: string, pooler: Pooler, options: DatabaseOptions): Promise<OpenDatabase> {
  const open = openPools("postgres", options, { connectionString: databaseUrl }, endHanging(options), pooler);
  try {
    await requireRole(open.pool, {
      statement_timeout: `${statementTimeout / 1_000}s`,
      idle_in_transaction_session_timeout: `${idleTransactionTimeout / 1_000}s`,
    });
    if (open.lists)
      await requireRole(open.lists.$client, {
        statement_timeout: `${listTimeout / 1_000}s`,
        default_transaction_read_only: "on",
      });
    return open;
  } catch (error) {
    await open.close();
    throw error;
  }
}

/** Opens pools on a PGlite thread; closing them closes the thread. */
export async function openThread(thread: PgliteThread, options: DatabaseOptions = {}): Promise<OpenDatabase> {
  const stream = () => thread.connect();
  const open = openPools("pglite", options, { stream, user: "postgres", database: "postgres" });
  return {
    ...open,
    async close() {
      await open.close();
      await thread.close();
    },
  };
}

function openPools(
  kind: OpenDatabase["kind"],
  { onError, connectionTimeout: limit = connectionTimeout, listTimeout: listLimit = listTimeout }: DatabaseOptions,
  given: pg.PoolConfig,
  onConnect?: (client: pg.PoolClient) => void,
  pooler?: Pooler,
): OpenDatabase {
  const report = (error: Error) => onError?.(error);
  const open = (max: number, connectionTimeoutMillis: number, own: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({ ...given, ...own, max, connectionTimeoutMillis });
    pool.on("error", report);
    // A client that is checked out has no listener of its own: a server lost inside a transaction would end the process.
    pool.on("connect", (client) => client.on("error", report));
    if (onConnect) pool.on("connect", onConnect);
    if (pooler) withoutNames(pool);
    pool.on("release", (_error, client) => {
      if (isDead(client)) client.end().catch(report);
    });
    return pool;
  };
  const pool = open(connections[kind].requests, limit);
  const background = open(connections[kind].background, backgroundTimeout);
  const forLists = pooler
    ? { connectionString: pooler.listsUrl }
    : { options: `${given.options} ${readOnly}`, statement_timeout: listLimit };
  const lists = kind === "postgres" ? open(connections.postgres.requests, limit, forLists) : undefined;
  if (lists && !pooler) prepareSelects(lists);
  return {
    db: drizzle(pool),
    pool,
    lists: lists && drizzle(lists),
    background: drizzle(background),
    async connect() {
      const own = pooler && { connectionString: pooler.directUrl };
      const client = new pg.Client({ ...given, ...own, connectionTimeoutMillis: limit });
      client.on("error", report);
      await client.connect();
      return client;
    },
    async close() {
      await Promise.all([pool.end(), lists?.end(), background.end()]);
    },
    kind,
  };
}

function isDead(client: pg.ClientBase): boolean {
  // pg keeps the connection out of its public type.
  const connection: unknown = Reflect.get(client, "connection");
  const stream: unknown = connection instanceof Object ? Reflect.get(connection, "stream") : undefined;
  return stream instanceof PgliteSession && stream.isDead;
}
