import { changesHeard, type EventHub } from "./events";
import { isChangeAmong } from "./record-change";

/** What public reads are answered with, in the memory of one server, so that what many read at once is made once. */
export interface AnswerCache {
  /** Exactly as it was kept: a caller knows the type under its own keys. */
  find(key: string, now: Date): unknown;
  /** Called before an answer is made; its result is passed in with the answer. */
  begin(): Turn | undefined;
  keep(key: string, answer: unknown, facts: Facts): void;
}

interface Facts {
  bytes: number;
  /** The moment at which it changes by itself. */
  until?: Date | undefined;
  turn: Turn | undefined;
  now: Date;
}

/** What has been heard by the time that an answer is made. */
type Turn = number;

/** Milliseconds for which an answer is kept without any report of a change: counts and orders depend on more than reported changes. */
const longest = 20_000;
const mostBytes = 32 * 1024 * 1024;
/** Longer ones would leave no room for others. */
const largest = 2 * 1024 * 1024;

/** Records that visitors never see: their changes, day and night, change no answer. */
const ownKinds: ReadonlySet<string> = new Set([
  ...["customer", "customer_user", "inquiry", "tracking", "requirement", "requirement_annex", "schedule"],
  ...["transfer_request", "unregister_request", "blacklist", "comment", "quick_reply", "tracker", "message"],
  ...["clue", "deal", "billing", "refund", "agent", "agent_account", "agent_unregister", "account_statement"],
  ...["developer_compare", "notification", "user", "role", "team", "target", "batch", "import_task", "webhook"],
]);

interface Entry {
  answer: unknown;
  /** When it is made anew at the latest. */
  ends: number;
  bytes: number;
}

/** Keeps nothing unless it hears of changes, of any server. All is dropped at any change of what visitors may see, also what was begun before. */
export function createAnswerCache(events: EventHub): AnswerCache {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const changes = changesHeard(events, {
    concerns: (heard) => isChangeAmong(heard, (kind) => !ownKinds.has(kind)),
    forget() {
      entries.clear();
      bytes = 0;
    },
  });

  function drop(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    find(key, now) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      drop(key);
      if (entry.ends <= now.getTime()) return undefined;
      // The one that was asked for last is dropped last.
      entries.set(key, entry);
      bytes += entry.bytes;
      return entry.answer;
    },
    begin: changes.turn,
    keep(key, answer, { bytes: size, until, turn, now }) {
      if (turn === undefined || turn !== changes.turn() || size > largest) return;
      drop(key);
      const ends = Math.min(now.getTime() + longest, until?.getTime() ?? Number.POSITIVE_INFINITY);
      entries.set(key, { answer, ends, bytes: size });
      bytes += size;
      for (const old of entries.keys()) {
        if (bytes <= mostBytes) break;
        drop(old);
      }
    },
  };
}
