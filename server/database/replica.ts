import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";
import { placeOf } from "~/contract/lsn";
import { clockNow } from "./clock";
import type { Database } from "./database";
import { endWhenSilent } from "./end-when-silent";
import { cancelled, hasCode } from "./error-code";
import { listTimeout, planning, readOnly, silence, statementTimeout } from "./limits";
import type { OpenDatabase } from "./open";
import { prepareSelects } from "./prepare-selects";
import { withinLimit } from "./within-limit";

type Pooled = Database & { $client: pg.Pool };

/** A streaming replica. Nothing depends on it: what it does not answer is asked of the primary, statement by statement. */
export interface Replica {
  /** As the primary's of the same name. */
  lists: Pooled;
  /** For what has the time of all. */
  exports: Pooled;
  /** Whether it has everything up to this place (`placeOf`), for which it is waited a moment. */
  has(place?: string): Promise<boolean>;
  /** The moment up to which it is known to have everything. */
  asOf(): Date;
  /** Up to where the primary has written by now; undefined where it does not say. */
  written(): Promise<string | undefined>;
  isUp(): boolean;
  close(): Promise<void>;
}

export const replicaLimits = {
  /** Milliseconds a read waits for what its reader has written. */
  wait: 300,
  /** A look sees it so many times, with so long a pause, until it has what the primary had at its beginning. */
  tries: 5,
  pause: 20,
  /** For so long it is believed to be as it was seen last. */
  fresh: 1_000,
  /** What connecting and looking may take: a dead host says nothing. */
  answer: 1_000,
  /** For so long a lost one is left alone. */
  rest: 5_000,
  /** One that is further behind is not asked: so old may what is kept of callers be, too (`readCached`). */
  lag: 10_000,
};

const connections = { lists: 10, exports: 3, looks: 1 };

const which = "(select system_identifier from pg_control_system()) || ' ' || current_database()";
const primaryState = `select ${which} as which, pg_current_wal_lsn() as lsn`;
const replicaState = `select ${which} as which, pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() as lsn,
  (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8 as at`;

interface State {
  which: string;
  lsn: string | null;
}

async function stateOf<S extends State>(pool: pg.Pool, state: string): Promise<S> {
  const { rows } = await pool.query<S>(state);
  return rows[0] as S; // a select without a table
}

/** Opens pools on the replica; whether it answers is seen at the first look. */
export function openReplica(
  url: string,
  { pool: primary, lists: primaryLists }: Pick<OpenDatabase, "pool" | "lists">,
  log: Logger,
  limits = replicaLimits,
): Replica {
  let isUp: boolean | undefined;
  let seenAt = Number.NEGATIVE_INFINITY;
  let restsUntil = 0;
  let written = "";
  let replayed = "";
  let asOf = 0;
  /** What the primary had written at a moment, until it is here. */
  let awaited = { place: "", at: 0 };
  let looking: Promise<boolean> | undefined;

  const report = (err: Error) => log.debug({ err }, "replica");
  const open = (max: number, limit: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      options: `${planning} ${readOnly}`,
      statement_timeout: limit,
      max,
      connectionTimeoutMillis: limits.answer,
    });
    pool.on("error", report);
    pool.on("connect", (client) => {
      client.on("error", report);
      endWhenSilent(client, limit === limits.answer ? limit : limit + silence);
    });
    return pool;
  };
  const looks = open(connections.looks, limits.answer);

  const look = () => {
    looking ??= see().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  async function see(): Promise<boolean> {
    try {
      const begun = clockNow();
      const there = await stateOf<State>(primary, primaryState);
      written = placeOf(there.lsn) ?? "";
      for (let left = limits.tries; left > 0 && (await follow(there)) < written; left--) await pause(limits.pause);
      if (replayed >= awaited.place) {
        asOf = Math.max(asOf, awaited.at);
        awaited = { place: written, at: begun };
      }
      if (replayed >= written) asOf = begun;
      if (clockNow() - (isUp ? awaited.at : asOf) > limits.lag) throw new Error("it is too far behind");
      if (!isUp) log.info("the replica answers: lists, dashboards and exports read it");
      isUp = true;
      seenAt = performance.now();
    } catch (err) {
      if (isUp !== false) log.warn({ err }, "the replica is lost: the primary answers all");
      isUp = false;
      restsUntil = performance.now() + limits.rest;
    }
    return isUp;
  }

  async function follow(there: State): Promise<string> {
    const here = await stateOf<State & { follows: boolean; at: number | null }>(looks, replicaState);
    if (!here.follows) throw new Error("it is no replica: it follows nobody");
    if (here.which !== there.which) throw new Error("it is a replica of another database");
    asOf = Math.max(asOf, here.at ?? 0);
    replayed = placeOf(here.lsn) ?? "";
    return replayed;
  }

  /** What fails there is asked of the primary, but for what has taken too long. */
  const reading = (max: number, limit: number, otherwise: pg.Pool) => {
    const pool = open(max, limit);
    const own = pool.query;
    const query = async (...asked: unknown[]): Promise<unknown> => {
      try {
        if (isUp) return await Reflect.apply(own, pool, asked);
      } catch (err) {
        if (hasCode(err, [cancelled])) throw err;
        if (await look()) log.warn({ err }, "the replica could not answer a statement: the primary does");
      }
      return Reflect.apply(otherwise.query, otherwise, asked);
    };
    Object.assign(pool, { query });
    return pool;
  };
  const lists = reading(connections.lists, listTimeout, primaryLists?.$client ?? primary);
  const exports = reading(connections.exports, statementTimeout, primary);
  prepareSelects(lists);
  void look();

  return {
    lists: drizzle(lists),
    exports: drizzle(exports),
    async has(place = "") {
      if (!isUp) {
        // Nobody waits for what is probably still lost.
        if (performance.now() >= restsUntil) void look();
        return false;
      }
      const until = performance.now() + limits.wait;
      for (;;) {
        if (performance.now() - seenAt < limits.fresh && replayed >= place) return true;
        const left = until - performance.now();
        // Beyond what the primary has written there is nothing to wait for.
        if (left <= 0 || !(await withinLimit(look(), left)) || place > written) return false;
      }
    },
    asOf: () => new Date(asOf),
    written: async () =>
      (await withinLimit(primary.query<{ lsn: string }>("select pg_current_wal_lsn() as lsn"), limits.answer))?.rows[0]
        ?.lsn,
    isUp: () => isUp === true,
    async close() {
      await Promise.all([looks.end(), lists.end(), exports.end()]);
    },
  };
}
