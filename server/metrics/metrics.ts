import { createHash, timingSafeEqual } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { MiddlewareHandler } from "hono";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { automaticBackups } from "~/server/backup/rotation";
import type { Replica } from "~/server/database/replica";
import { withinLimit } from "~/server/database/within-limit";
import { Busy } from "~/server/http/admission";
import type { Environment } from "~/server/http/environment";
import type { Job } from "~/server/jobs/scheduler";
import type { Served } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { disksOf } from "./disks";
import { endpointLines } from "./endpoint-line";
import { type QueueState, queueState } from "./queue-state";

/** What is watched of a server (domain F.4). */
export interface Watched {
  services: Pick<Services, "db" | "now"> & { replica?: Pick<Replica, "isUp"> | undefined };
  served: readonly Served[];
  pools: Readonly<Record<string, pg.Pool | undefined>>;
  jobs: readonly Job[];
  dataDir: string;
  backupDir: string | undefined;
  /** A caller with it may read them at the main port. */
  token: string | undefined;
}

export interface Metrics {
  /** Counts and times every request. */
  middleware: MiddlewareHandler<Environment>;
  /** The metrics as they are now, as text for Prometheus. */
  answer(): Promise<Response>;
  isAllowed(request: Request): boolean;
}

/** Seconds: what feels quick, what is still fine (200 ms), what a list may take (3 s), what ends a statement (10 s). */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 3, 10];
/** Milliseconds: a scraper waits for ten seconds. */
const databaseLimit = 5_000;

export function createMetrics(watched: Watched): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `xinfang_${name}`, help, labelNames, registers });
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: "xinfang_requests_total",
    help: "Answers by endpoint of the contract and status",
    labelNames: ["endpoint", "status"],
    registers,
  });
  const shed = new Counter({
    name: "xinfang_requests_shed_total",
    help: "Requests refused because they would have waited too long",
    registers,
  });
  const seconds = new Histogram({
    name: "xinfang_request_seconds",
    help: "Seconds until an answer began, by endpoint of the contract",
    labelNames: ["endpoint"],
    buckets,
    registers,
  });
  const connections = gauge("database_connections", "Connections of a pool", "pool", "state");
  const waiting = gauge("database_waiting", "Requests that wait for a connection of a pool", "pool");
  const isUp = gauge("database_up", "1 while the database answers");
  const replicaUp = watched.services.replica && gauge("replica_up", "1 while lists may be read from the replica");
  const jobAge = gauge("job_age_seconds", "Since the last turn of a job that was done", "name");
  const jobPeriod = gauge("job_period_seconds", "Between two turns of a job", "name");
  const jobFailed = gauge("job_failed", "1 where the last turn of a job failed", "name");
  const outboxRows = gauge("outbox_rows", "Messages and webhooks by state", "status");
  const outboxLate = gauge("outbox_late_seconds", "For how long what is to be sent first has been due");
  const backup = gauge("backup_age_seconds", "Since the newest backup that a server has made by itself; NaN: none");
  const diskFree = gauge("disk_free_bytes", "Free for this server on a folder's disk", "folder");
  const diskSize = gauge("disk_size_bytes", "Size of a folder's disk", "folder");

  const readPools = () => {
    for (const [pool, { totalCount, idleCount, waitingCount } = absent] of Object.entries(watched.pools)) {
      connections.set({ pool, state: "idle" }, idleCount);
      connections.set({ pool, state: "busy" }, totalCount - idleCount);
      waiting.set({ pool }, waitingCount);
    }
  };

  const showQueues = (state: QueueState, now: Date) => {
    // Prometheus has a label "job" of its own.
    for (const { name, lastTurn } of watched.jobs) {
      const turn = lastTurn(now).getTime();
      jobPeriod.set({ name }, (turn - lastTurn(new Date(turn - 1)).getTime()) / 1000);
    }
    for (const { job: name, age, failed } of state.jobs) {
      if (age !== null) jobAge.set({ name }, age);
      jobFailed.set({ name }, failed ? 1 : 0);
    }
    outboxRows.set({ status: "pending" }, state.outbox.pending);
    outboxRows.set({ status: "failed" }, state.outbox.failed);
    outboxLate.set(Math.max(0, state.outbox.late));
  };

  const readQueues = async () => {
    const now = watched.services.now();
    const names = watched.jobs.map(({ name }) => name);
    const state = await withinLimit(queueState(watched.services.db, names, now), databaseLimit);
    isUp.set(state ? 1 : 0);
    // What was true of them before is no longer known.
    for (const one of [jobAge, jobFailed, outboxRows]) one.reset();
    outboxLate.set(Number.NaN);
    if (state) showQueues(state, now);
  };

  const readDisks = async () => {
    const { dataDir, backupDir, services } = watched;
    for (const { folder, free, size } of await disksOf({ dataDir, backupDir })) {
      diskFree.set({ folder }, free);
      diskSize.set({ folder }, size);
    }
    const [newest] = backupDir ? await automaticBackups(backupDir) : [];
    const made = backupDir && newest ? (await stat(join(backupDir, newest))).mtimeMs : Number.NaN;
    backup.set((services.now().getTime() - made) / 1000);
  };

  const lineOf = endpointLines(watched.served);
  const allowed = watched.token && digest(`Bearer ${watched.token}`);

  return {
    async middleware(c, next) {
      const start = performance.now();
      await next();
      const endpoint = lineOf(c);
      seconds.observe({ endpoint }, (performance.now() - start) / 1000);
      requests.inc({ endpoint, status: c.res.status });
      if (c.error instanceof Busy) shed.inc();
    },
    async answer() {
      readPools();
      replicaUp?.set(watched.services.replica?.isUp() ? 1 : 0);
      await Promise.all([readQueues(), readDisks()]);
      return new Response(await registry.metrics(), { headers: { "content-type": registry.contentType } });
    },
    isAllowed: (request) => !!allowed && timingSafeEqual(allowed, digest(request.headers.get("authorization") ?? "")),
  };
}

const absent = { totalCount: 0, idleCount: 0, waitingCount: 0 };

/** Of one length, whatever was sent. */
const digest = (text: string) => createHash("sha256").update(text).digest();
