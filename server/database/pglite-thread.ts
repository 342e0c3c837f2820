import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { diskGuard } from "./disk-guard";
import { type Backend, PgliteSession } from "./pglite-session";
import {
  type Batch,
  endsReady,
  notificationReader,
  query,
  readyLength,
  type Status,
  statusOf,
  sync,
  timeLimitOf,
} from "./pglite-wire";

const workerFile = join(import.meta.dirname, "pglite-worker.mjs");
/** How long after a start that failed the next one is tried. */
const retryAfter = 1_000;

type PgliteOptions = {
  /** A folder, or `memory://`, which knows no time-out: its rows would die with the worker. */
  dataDir: string;
  /** A tar made by `dump`, to begin from. */
  template?: string;
  /** How long a batch may run (0: for ever); after it the worker is ended and the folder opened anew. */
  statementTimeout?: number;
  /** How long a transaction may wait for its client, while all others wait for it. */
  idleTransactionTimeout?: number;
  /** How many batches may wait, beyond which connections are refused. */
  maxWaiting?: number;
  onRestart?: (reason: string) => void;
  /** Told when the disk is nearly full, so that nothing more is written, and when there is room again. */
  onReadOnly?: (isReadOnly: boolean) => void;
};

export type PgliteThread = {
  /** A new connection, for the `stream` option of pg. */
  connect(): PgliteSession;
  /** The whole database as an uncompressed tar. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
};

type Job = { session: PgliteSession | undefined; batch: Batch };
type Answer = { type: "answer"; id: number; bytes: Uint8Array; isLast: boolean };
/** The database's last words, of the severity PANIC or FATAL. */
type Stopped = { type: "stopped"; code: string; words: string };
type Message = Answer | Stopped | { type: "ready" } | { type: "dumped"; bytes: Uint8Array } | { type: "closed" };
type TimeLimits = { statement: number; idleTransaction: number };

/** Why there is no database at present, as PostgreSQL would say it. */
class DatabaseStopped extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "DatabaseStopped";
  }
}

/** Starts PGlite in a worker thread and shares its one backend between clients: while one is in a transaction, the others wait. */
export async function startPgliteThread(options: PgliteOptions): Promise<PgliteThread> {
  const isMemory = options.dataDir.startsWith("memory://");
  const usualLimits: TimeLimits = {
    statement: options.statementTimeout ?? 10_000,
    idleTransaction: options.idleTransactionTimeout ?? 10_000,
  };
  const isDiskLow = isMemory ? () => false : diskGuard(options.dataDir, options.onReadOnly);
  const maxWaiting = options.maxWaiting ?? 1000;

  const sessions = new Set<PgliteSession>();
  /** Prepared statements by session. */
  const prepared = new Map<PgliteSession, Set<string>>();
  let queue: Job[] = [];
  let running: (Job & { id: number; notifications: (bytes: Uint8Array) => Buffer[] }) | undefined;
  /** The session whose transaction or open cursor keeps the others waiting. */
  let owner: PgliteSession | undefined;
  let status: Status = "I";
  let isCursorOpen = false;
  /** The owner's own, by SET LOCAL. */
  let limits = usualLimits;
  /** The backend's present setting because of the disk. */
  let isReadOnly = false;
  let lastId = 0;
  let lastSession = 0;
  let isClosed = false;
  let worker: Worker | undefined;
  let ready = Promise.resolve();
  let failure: { error: unknown; at: number } | undefined;
  let statementTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let replyWaiting: ((message: Message) => void) | undefined;

  function startWorker(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { dataDir, template } = options;
      const started = new Worker(workerFile, { workerData: { dataDir, template } });
      let last: DatabaseStopped | undefined;
      const ended = (reason: DatabaseStopped) => {
        reject(reason);
        if (worker === started) restart(reason.code, reason.message);
      };
      started.on("message", (message: Message) => {
        if (message.type === "ready") {
          worker = started;
          resolve();
          runNext();
        } else if (message.type === "stopped") last = new DatabaseStopped(message.code, message.words);
        else if (message.type !== "answer") replyWaiting?.(message);
        else if (worker === started) receive(message);
      });
      started.on("error", (error) => ended(last ?? new DatabaseStopped("58000", error.message)));
      started.on("exit", () => ended(last ?? new DatabaseStopped("58000", "the database stopped unexpectedly")));
    });
  }

  function beginAnew(before: Promise<unknown>): void {
    failure = undefined;
    ready = before.then(() => {
      if (isMemory) throw new Error("PGlite in memory ended, and its rows with it");
      return startWorker();
    });
    ready.catch((error: unknown) => {
      failure = { error, at: performance.now() };
    });
  }

  function runNext(): void {
    if (running || !worker || isClosed) return;
    if (!owner) watchDisk();
    const index = owner ? queue.findIndex((job) => job.session === owner) : 0;
    const job = queue[index];
    if (!job) {
      if (owner && !idleTimer) waitForOwner();
      return;
    }
    clearTimeout(idleTimer);
    idleTimer = undefined;
    queue.splice(index, 1);
    lastId += 1;
    running = { ...job, id: lastId, notifications: notificationReader() };
    if (owner) limits = { ...limits, ...timeLimitOf(job.batch) };
    // In memory there is nothing to go back to.
    if (limits.statement && !isMemory) {
      statementTimer = setTimeout(
        () => restart("57014", "canceling statement due to statement timeout"),
        limits.statement,
      );
    }
    worker.postMessage({ type: "batch", id: lastId, bytes: job.batch.bytes });
  }

  function receive({ id, bytes, isLast }: Answer): void {
    if (running?.id !== id) return;
    const { session, batch } = running;
    if (sessions.size > 1) {
      const notifications = running.notifications(bytes);
      for (const other of sessions) if (other !== session) for (const bytes of notifications) other.answer(bytes);
    }
    if (!isLast) {
      session?.answer(bytes);
      return;
    }
    clearTimeout(statementTimer);
    running = undefined;
    isCursorOpen = batch.isFlush;
    if (!isCursorOpen) status = statusOf(bytes);
    // Some versions of PGlite end every call with a ReadyForQuery, which a client that sent a Flush does not expect.
    session?.answer(isCursorOpen && endsReady(bytes) ? bytes.subarray(0, -readyLength) : bytes);
    owner = isCursorOpen || status !== "I" ? session : undefined;
    if (!owner) limits = usualLimits;
    if (session && !sessions.has(session)) cleanUpAfter(session);
    runNext();
  }

  function waitForOwner(): void {
    if (limits.idleTransaction) idleTimer = setTimeout(endIdleTransaction, limits.idleTransaction);
  }

  /** Refuses writes, from the next client's job on, while the disk is nearly full: PostgreSQL stops when it has no room for its log. */
  function watchDisk(): void {
    if (!queue[0]?.session || isDiskLow() === isReadOnly) return;
    isReadOnly = !isReadOnly;
    const batch = query(`set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
    queue.unshift({ session: undefined, batch });
  }

  function endIdleTransaction(): void {
    owner?.terminate("25P03", "terminating connection due to idle-in-transaction timeout");
  }

  /** Gives the backend back as a new client expects it. */
  function cleanUpAfter(session: PgliteSession): void {
    const own = (batch: Batch): Job => ({ session: undefined, batch });
    const jobs = [];
    if (owner === session) {
      if (isCursorOpen) jobs.push(own(sync()));
      jobs.push(own(query("rollback")));
      owner = undefined;
      limits = usualLimits;
      clearTimeout(idleTimer);
      idleTimer = undefined;
    }
    // The backend does not know which session made a setting or a LISTEN, so there is one pool of one connection (docs/decisions/1100).
    if (!sessions.size) {
      jobs.push(own(query("discard all")));
      isReadOnly = false;
    } else for (const name of prepared.get(session) ?? []) jobs.push(own(query(`deallocate "${name}"`)));
    prepared.delete(session);
    queue = [...jobs, ...queue];
  }

  function restart(code: string, reason: string): void {
    const old = worker;
    if (!old || isClosed) return;
    clearTimeout(statementTimer);
    clearTimeout(idleTimer);
    idleTimer = undefined;
    // First of all, or the old worker's "exit" would restart it again, and new clients would connect to the dead one.
    worker = undefined;
    beginAnew(old.terminate());
    isReadOnly = false;
    options.onRestart?.(reason);

    const victim = running;
    const wasInTransaction = status;
    const lost = [...sessions];
    sessions.clear();
    prepared.clear();
    queue = [];
    running = undefined;
    owner = undefined;
    limits = usualLimits;
    status = "I";
    isCursorOpen = false;
    for (const session of lost) {
      if (session === victim?.session) session.fail(code, reason, wasInTransaction, victim.batch);
      else session.terminate("57P01", "terminating connection: the database was restarted");
    }
  }

  function ask(type: "dump" | "close"): Promise<Message> {
    const current = worker;
    if (!current) return Promise.reject(new Error("PGlite is not running"));
    return new Promise((resolve, reject) => {
      replyWaiting = resolve;
      current.once("exit", () => reject(new Error("PGlite's thread ended")));
      current.postMessage({ type });
    });
  }

  const backend: Backend = {
    async join(session) {
      if (failure && performance.now() - failure.at > retryAfter) beginAnew(Promise.resolve());
      await ready;
      if (isClosed) throw new Error("PGlite is closed");
      sessions.add(session);
    },
    submit(session, batch) {
      if (!sessions.has(session)) return;
      if (queue.length >= maxWaiting)
        return session.terminate("53300", "too many statements are waiting for the database");
      if (batch.prepares.length) prepared.set(session, new Set([...(prepared.get(session) ?? []), ...batch.prepares]));
      queue.push({ session, batch });
      runNext();
    },
    leave(session) {
      if (!sessions.delete(session)) return;
      queue = queue.filter((job) => job.session !== session);
      if (running?.session === session) return;
      cleanUpAfter(session);
      runNext();
    },
  };

  ready = startWorker();
  await ready;
  return {
    connect() {
      lastSession += 1;
      return new PgliteSession(backend, lastSession);
    },
    async dump() {
      const message = await ask("dump");
      if (message.type !== "dumped") throw new Error("PGlite gave no dump");
      return message.bytes;
    },
    async close() {
      if (isClosed) return;
      await ready.catch(() => {});
      isClosed = true;
      clearTimeout(statementTimer);
      clearTimeout(idleTimer);
      if (worker) await ask("close");
      await worker?.terminate();
      worker = undefined;
    },
  };
}
