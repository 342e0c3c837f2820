import { type Access, mayCall } from "~/contract/endpoint";
import { loadCaller } from "~/server/identity/caller";
import { refuse } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import type { Heard } from "~/server/lib/events";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";

/** One kind of event that streams of staff may carry. Areas have theirs as `topics` in their area.ts; there is no second way. */
export interface Topic extends Subject<Caller> {
  permission: Access;
  /** Whether a number follows its name (`board:5`). */
  isNumbered: boolean;
}

/** What a reader may hear of. */
interface Subject<R> {
  /** Whether what was heard concerns this reader; `argument` is the number behind the topic's name. */
  concerns(heard: Heard, reader: R, argument: number | undefined): boolean;
  /** What the reader is told; undefined: nothing. Without `heard`, the present state: at the beginning, and of a state. */
  read(services: Services, reader: R, heard: Heard | undefined): Promise<object | undefined>;
  /** Only the present state counts: of several waiting changes the last is told. */
  isState: boolean;
}

interface Opened<R, T extends Subject<R> = Subject<R>> {
  name: string;
  topic: T;
  argument: number | undefined;
}
export type OpenedTopic = Opened<Caller, Topic>;

/** The listener, their topics, and how long they may listen. */
export interface Listening<R> {
  reader: R;
  topics: readonly Opened<R>[];
  /** Under which names their streams are counted, and how many there may be at once. */
  counted: readonly { key: string; most: number }[];
  /** What was heard ends their right to listen. */
  isOver(heard: Heard): boolean;
  /** Whether they may still listen, asked now and then. */
  mayStay(): Promise<boolean>;
  /** Up to where the database has been written: told with each event (`lsnHeader`). */
  written?: (() => Promise<string | undefined>) | undefined;
}

const beatEvery = 25_000;
/** Then the reader comes again, with the token of that time. */
const longestLife = 60 * 60_000;
/** Tabs in sight at the same time, over all devices of one person. */
const mostStreams = 10;
/** Events that wait for a slow reader; with more the reader has to begin anew. */
const mostWaiting = 100;

const counts = new WeakMap<Services, Map<string, number>>();

/** The event stream of one tab of somebody who is signed in: it ends with their session. */
export const eventStream = (services: Services, reader: Caller, topics: readonly OpenedTopic[]) =>
  streamTo(services, {
    ...{ reader, topics },
    counted: [{ key: `user ${reader.id}`, most: mostStreams }],
    isOver: (heard) => heard.topic === "session" && heard.session === reader.sessionId,
    async mayStay() {
      const caller = await loadCaller(services.db, reader.sessionId, services.now());
      return caller !== undefined && topics.every(({ topic }) => mayCall(caller, topic));
    },
    written: services.replica?.written,
  });

/** An event stream: it ends with its reader's right, with the server, after an hour, or when its reader has fallen behind. */
export async function streamTo<R>(services: Services, listening: Listening<R>): Promise<ReadableStream<Uint8Array>> {
  const release = countStream(services, listening.counted);
  const events = new Stream(services, listening);
  try {
    const stop = await services.events.listen(events);
    if (!stop) return refuse(50300);
    return events.begin(() => {
      stop();
      release();
    });
  } catch (error) {
    release();
    throw error;
  }
}

function countStream(services: Services, counted: Listening<unknown>["counted"]): () => void {
  const count = counts.get(services) ?? new Map<string, number>();
  counts.set(services, count);
  const held = (key: string) => count.get(key) ?? 0;
  if (counted.some(({ key, most }) => held(key) >= most)) return refuse(42900);
  for (const { key } of counted) count.set(key, held(key) + 1);
  return () => {
    for (const { key } of counted)
      if (held(key) > 1) count.set(key, held(key) - 1);
      else count.delete(key);
  };
}

const encoder = new TextEncoder();

class Stream<R> {
  #services: Services;
  #listening: Listening<R>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #onEnd: () => void = () => undefined;
  #beating: NodeJS.Timeout | undefined;
  #waiting: { opened: Opened<R>; heard: Heard | undefined }[] = [];
  #isTelling = false;
  #isEnded = false;
  #missedBeats = 0;
  #begun: number;
  #day: string;

  constructor(services: Services, listening: Listening<R>) {
    this.#services = services;
    this.#listening = listening;
    this.#begun = services.now().getTime();
    this.#day = dayOf(services.now());
    this.#askStates();
  }

  begin(onEnd: () => void): ReadableStream<Uint8Array> {
    this.#onEnd = onEnd;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          this.#beating = setInterval(() => void this.#beat(), beatEvery);
          this.#beating.unref();
          if (this.#isEnded) this.#close();
        },
        pull: () => void this.#sendWaiting(),
        cancel: () => this.end(),
      },
      { highWaterMark: 8 },
    );
  }

  hear(heard: Heard): void {
    const { reader, topics } = this.#listening;
    for (const opened of topics) if (opened.topic.concerns(heard, reader, opened.argument)) this.#ask(opened, heard);
    if (this.#listening.isOver(heard) || this.#waiting.length > mostWaiting) this.end();
    else void this.#sendWaiting();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (this.#controller) this.#close();
  }

  #close(): void {
    clearInterval(this.#beating);
    this.#waiting = [];
    this.#onEnd();
    try {
      this.#controller?.close();
    } catch {
      // Its reader has left.
    }
  }

  #askStates(): void {
    for (const opened of this.#listening.topics) this.#ask(opened, undefined);
  }

  #ask(opened: Opened<R>, heard: Heard | undefined): void {
    if (!opened.topic.isState) this.#waiting.push({ opened, heard });
    else if (!this.#waiting.some((other) => other.opened === opened)) this.#waiting.push({ opened, heard: undefined });
  }

  /** One after the other, and only while the reader keeps up. */
  async #sendWaiting(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      while (!this.#isEnded && (this.#controller?.desiredSize ?? 0) > 0) {
        const next = this.#waiting.shift();
        if (!next) break;
        const data = await next.opened.topic.read(this.#services, this.#listening.reader, next.heard);
        const { written } = this.#listening;
        const lsn = data && written ? await written() : undefined;
        const place = lsn ? `id: ${lsn}\n` : "";
        if (data) this.#send(`${place}event: ${next.opened.name}\ndata: ${JSON.stringify(data)}\n\n`);
      }
    } catch (error) {
      this.#services.log.warn({ err: error }, "an event could not be told");
      // The reader comes again and asks for the present state.
      this.end();
    } finally {
      this.#isTelling = false;
    }
  }

  #send(text: string): void {
    if (!this.#isEnded) this.#controller?.enqueue(encoder.encode(text));
  }

  /** Keeps proxies from ending a silent connection, and looks whether the reader may still listen. */
  async #beat(): Promise<void> {
    const now = this.#services.now();
    const isStuck = (this.#controller?.desiredSize ?? 0) <= 0;
    this.#missedBeats = isStuck ? this.#missedBeats + 1 : 0;
    if (this.#missedBeats > 2 || now.getTime() - this.#begun > longestLife) return this.end();
    try {
      if (!(await this.#listening.mayStay())) return this.end();
    } catch (error) {
      this.#services.log.warn({ err: error }, "an event stream could not be looked after");
      return this.end();
    }
    if (!isStuck) this.#send(":\n\n");
    if (dayOf(now) === this.#day) return;
    this.#day = dayOf(now);
    this.#askStates();
    void this.#sendWaiting();
  }
}
