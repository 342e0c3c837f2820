import { errors } from "~/contract/errors";
import { Refusal } from "~/server/lib/call";

/** What is refused because it would wait too long. */
export class Busy extends Refusal {
  /** `seconds` until it may be worth while to come again. */
  constructor(readonly seconds: number) {
    super(50300, errors[50300].message);
    this.name = "Busy";
  }
}

export interface Admission {
  /** Does the work once there is a place for it, or throws `Busy`. Work whose caller has gone is not begun. */
  run<T>(work: () => Promise<T>, isGone?: () => boolean): Promise<T>;
}

/** Milliseconds of waiting that are foreseen at most: a third of what anybody may wait, since a busy machine does three times as much in one second as in the next. */
const longestForeseen = 3_000;
/** Milliseconds that the first in the queue has waited at most when another comes: what stops all for a moment, such as a large import, may end by then. */
const longestStop = 6_000;
const longestWait = 10_000;
/** The most waiting requests for each place, however quick they are. */
const mostWaiting = 50;
/** Milliseconds after which what was measured counts for a third. */
const memory = 3_000;

interface Waiting {
  begin(): void;
  refuse(reason: Busy): void;
  isGone(): boolean;
  since: number;
  timer: NodeJS.Timeout;
}

/** Lets so much work be done at once, in order. A wait is foreseen by how quickly places have become free while all were taken. `timeFactor` lengthens all limits. */
export function admission(places: number, now: () => number, timeFactor = 1): Admission {
  const queue: Waiting[] = [];
  let taken = 0;
  /** Since when all places are taken, or the last one became free while they were. */
  let mark = 0;
  /** Milliseconds in which all places were taken, and how often one became free in them; the past counts less and less. */
  let spent = 0;
  let freed = 0;

  const sinceMark = () => Math.max(0, now() - mark);

  function foreseen(): number {
    if (taken < places) return 0;
    const ahead = queue.length + 1;
    return Math.max(ahead * (freed ? spent / freed : 0), (ahead / places) * sinceMark());
  }

  function requireRoom(): void {
    const wait = foreseen();
    const stopped = queue[0] ? now() - queue[0].since : 0;
    if (
      wait > longestForeseen * timeFactor ||
      stopped > longestStop * timeFactor ||
      queue.length >= places * mostWaiting
    )
      throw busyFor(wait);
  }

  const busyFor = (wait: number) => new Busy(Math.ceil(Math.min(Math.max(wait, 1_000), longestWait) / 1_000));

  function take(): void {
    taken += 1;
    if (taken === places) mark = now();
  }

  function free(): void {
    if (taken === places) {
      const passed = sinceMark();
      const kept = Math.exp(-passed / memory);
      spent = spent * kept + passed;
      freed = freed * kept + 1;
    }
    taken -= 1;
    for (let next = queue.shift(); next; next = queue.shift()) {
      clearTimeout(next.timer);
      if (!next.isGone()) {
        take();
        next.begin();
        return;
      }
      next.refuse(busyFor(0));
    }
  }

  async function enter(isGone: () => boolean): Promise<void> {
    requireRoom();
    if (taken < places) {
      take();
      return;
    }
    await new Promise<void>((begin, refuse) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        refuse(busyFor(foreseen()));
      };
      const waiting: Waiting = {
        begin,
        refuse,
        isGone,
        since: now(),
        timer: setTimeout(leave, longestWait * timeFactor),
      };
      queue.push(waiting);
    });
  }

  return {
    async run(work, isGone = () => false) {
      await enter(isGone);
      try {
        return await work();
      } finally {
        free();
      }
    },
  };
}

/** A caller who signs in, listens or sends a file waits for nobody else, and keeps nobody else waiting. */
export interface Queues {
  work: Admission;
  signIn: Admission;
  stream: Admission;
  upload: Admission;
}

/** Signing in is brief, and so is beginning to listen. */
const brief = 4;
/** Most of the time they wait for the sender. */
const uploads = 50;

/** The queues of a server with so many places; without a number everything is let in. */
export function queuesFor(places: number | undefined, now: () => number, timeFactor?: number): Queues {
  const queue = (count: number) => admission(places === undefined ? Number.POSITIVE_INFINITY : count, now, timeFactor);
  return { work: queue(places ?? 0), signIn: queue(brief), stream: queue(brief), upload: queue(uploads) };
}
