import type { Database, Db } from "~/server/database/database";
import { changesHeard, type EventHub } from "./events";

/** What the triggers of users, roles, teams, sessions and settings tell. */
const topic = "access";
/** Milliseconds after which a value is read again without a reported change: the reporting connection may be dead unnoticed. */
const longest = 10_000;
/** More values than a server has callers in that time. */
const most = 5_000;

interface Kept {
  read<T>(key: string, read: () => Promise<T>): Promise<T>;
  drop(): void;
}

const cacheOf = new WeakMap<Db, Kept & { source: Database }>();

/** From now on what `readCached` reads of these databases is read once, until any server reports a change: of the first, since a replica may not know of the change yet. */
export function cacheUntilChanged(
  [source, ...others]: readonly [Database, ...(Database | undefined)[]],
  events: EventHub,
): void {
  const kept = { ...keep(events), source };
  for (const db of [source, ...others]) if (db) cacheOf.set(db, kept);
}

/** What nearly every request asks for and that seldom changes: callers and settings. Within a transaction it is always read. */
export function readCached<T>(db: Db, key: string, read: (db: Db) => Promise<T>): Promise<T> {
  const cache = cacheOf.get(db);
  return cache ? cache.read(key, () => read(cache.source)) : read(db);
}

/** After a write of this server, so that it holds before the write is answered: other servers learn of it a moment later. */
export const dropCached = (db: Database): void => cacheOf.get(db)?.drop();

function keep(events: EventHub): Kept {
  const entries = new Map<string, { value: unknown; ends: number }>();
  const changes = changesHeard(events, {
    concerns: (heard) => heard.topic === topic,
    forget: () => entries.clear(),
  });
  return {
    drop: changes.drop,
    async read<T>(key: string, read: () => Promise<T>): Promise<T> {
      const turn = changes.turn();
      if (turn === undefined) return read();
      const entry = entries.get(key);
      // Only this file writes entries, and a key has one type.
      if (entry && entry.ends > performance.now()) return entry.value as T;
      const value = await read();
      if (turn !== changes.turn() || value === undefined) return value;
      if (entries.size >= most) entries.clear();
      entries.set(key, { value, ends: performance.now() + longest });
      return value;
    },
  };
}
