import type pg from "pg";
import type { Logger } from "pino";

const channel = "events";
const retryAfter = [500, 1_000, 2_000, 5_000, 10_000, 30_000];
const probeEvery = 30_000;
const probeLimit = 10_000;

export interface Heard {
  topic: string;
  [name: string]: unknown;
}

export interface Listener {
  hear(heard: Heard): void;
  /** From now on nothing is heard: the connection was lost, or the server stops. */
  end(): void;
}

/** Receives the channel's events from any process, by its own connection. */
export interface EventHub {
  /** Begins to listen; returns the function that ends it, or undefined where nothing can be received at present. */
  listen(listener: Listener): Promise<(() => void) | undefined>;
  close(): Promise<void>;
}

interface HubOptions {
  connect(): Promise<pg.Client>;
  log: Logger;
  /** With it all that listen are ended, at once. */
  stopping?: AbortSignal;
}

/** The connection is made for the first listener, and again whenever it is lost. A loss ends all listeners: they learn what they missed by beginning anew. */
export function eventHub({ connect, log, stopping }: HubOptions): EventHub {
  const listeners = new Set<Listener>();
  let attempt: { client: Promise<pg.Client | undefined> } | undefined;
  let failures = 0;
  let waitsUntil = 0;
  let isClosed = false;

  function endAll(): void {
    for (const listener of [...listeners]) listener.end();
    listeners.clear();
  }

  function begin(): Promise<pg.Client | undefined> {
    const begun: typeof attempt = { client: open(forget) };
    function forget() {
      if (attempt !== begun) return;
      attempt = undefined;
      endAll();
    }
    attempt = begun;
    return begun.client;
  }

  async function open(forget: () => void): Promise<pg.Client | undefined> {
    try {
      const client = await connect();
      watch(client, forget);
      await client.query(`listen ${channel}`);
      failures = 0;
      return client;
    } catch (error) {
      log.warn({ err: error }, "events cannot be heard");
      waitsUntil = performance.now() + (retryAfter[Math.min(failures, retryAfter.length - 1)] ?? 0);
      failures += 1;
      forget();
      return undefined;
    }
  }

  function watch(client: pg.Client, forget: () => void): void {
    // The client reports its end by the one event or by both.
    const lost = once(() => {
      clearInterval(probing);
      client.removeAllListeners("notification");
      client.end().catch(() => undefined);
      forget();
    });
    client.on("error", lost);
    client.on("end", lost);
    client.on("notification", ({ payload }) => {
      const heard = parse(payload);
      if (heard) for (const listener of [...listeners]) listener.hear(heard);
    });
    // A peer that went without a word is not noticed by who only listens.
    const probing = setInterval(() => {
      const late = setTimeout(lost, probeLimit);
      client
        .query("select 1")
        .catch(lost)
        .finally(() => clearTimeout(late));
    }, probeEvery);
    probing.unref();
  }

  stopping?.addEventListener("abort", endAll, { once: true });

  return {
    async listen(listener) {
      // For a while after a failure every listener gets the answer at once that nothing can be received.
      const isInVain = () => isClosed || stopping?.aborted;
      if (isInVain() || (!attempt && performance.now() < waitsUntil)) return undefined;
      const client = attempt?.client ?? begin();
      if (!(await client) || attempt?.client !== client || isInVain()) return undefined;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      endAll();
      const client = await attempt?.client;
      await client?.end().catch(() => undefined);
    },
  };
}

/** Says whether what is kept in memory still holds. */
export interface Changes {
  /** How many changes have been received; undefined while nothing can be received, so that nothing may be kept. A call begins to listen. */
  turn(): number | undefined;
  drop(): void;
}

/** Hears of changes in any process; at each that concerns what is kept, and when no more can be heard, `forget` is called. */
export function changesHeard(
  events: EventHub,
  { concerns, forget }: { concerns: (heard: Heard) => boolean; forget: () => void },
): Changes {
  let turn = 0;
  let hearing: "no" | "trying" | "yes" = "no";

  function drop(): void {
    turn += 1;
    forget();
  }

  async function hear(): Promise<void> {
    hearing = "trying";
    const stop = await events.listen({
      hear: (heard) => concerns(heard) && drop(),
      end: () => {
        hearing = "no";
        drop();
      },
    });
    hearing = stop ? "yes" : "no";
  }

  return {
    drop,
    turn() {
      if (hearing === "yes") return turn;
      if (hearing === "no") void hear();
      return undefined;
    },
  };
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

function parse(payload: string | undefined): Heard | undefined {
  try {
    const heard: unknown = JSON.parse(payload ?? "");
    const isHeard = typeof heard === "object" && heard !== null && "topic" in heard && typeof heard.topic === "string";
    return isHeard ? (heard as Heard) : undefined;
  } catch {
    // Somebody else's word on the same channel.
    return undefined;
  }
}
