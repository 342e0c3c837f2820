import { type Access, mayCall } from "~/contract/endpoint";
import { loadCaller } from "~/server/identity/caller";
import type { Caller } from "~/server/lib/caller";
import type { Heard } from "~/server/lib/events";
import { dayOf } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import type { Services } from "~/server/lib/services";

/** One kind of event that streams may carry. Areas have theirs as `topics` in their area.ts; there is no second way. */
export interface Topic {
  permission: Access;
  /** Whether a number stands behind its name (`board:5`). */
  isNumbered: boolean;
  /** Whether what was heard concerns this reader; `argument` is the number behind the topic's name. */
  concerns(heard: Heard, reader: Caller, argument: number | undefined): boolean;
  /** What the reader is told; undefined: nothing. Without `heard`, how things stand: at the beginning, and of a state. */
  read(services: Services, reader: Caller, heard: Heard | undefined): Promise<object | undefined>;
  /** Only how things stand now counts: of several changes that wait the last is told. */
  isState: boolean;
}

export interface OpenedTopic {
  /** As the stream names it. */
  name: string;
  topic: Topic;
  argument: number | undefined;
}

const beatEvery = 25_000;
/** Then the reader comes again, with the token of that time. */
const longestLife = 60 * 60_000;
/** Tabs in sight at the same time, over all devices of one person. */
const mostStreams = 10;
/** Events that wait for a slow reader; with more the reader has to begin anew. */
const mostWaiting = 100;

const counts = new WeakMap<Services, Map<number, number>>();

/** The event stream of one tab: it ends with the session, with the server, after an hour, or when its reader has fallen behind. */
export async function eventStream(
  services: Services,
  reader: Caller,
  topics: readonly OpenedTopic[],
): Promise<ReadableStream<Uint8Array>> {
  const release = countStream(services, reader.id);
  const events = new Stream(services, reader, topics);
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

function countStream(services: Services, userId: number): () => void {
  const count = counts.get(services) ?? new Map<number, number>();
  counts.set(services, count);
  const held = count.get(userId) ?? 0;
  if (held >= mostStreams) return refuse(42900);
  count.set(userId, held + 1);
  return () => {
    const left = (count.get(userId) ?? 1) - 1;
    if (left > 0) count.set(userId, left);
    else count.delete(userId);
  };
}

const encoder = new TextEncoder();

class Stream {
  #services: Services;
  #reader: Caller;
  #topics: readonly OpenedTopic[];
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #onEnd: () => void = () => undefined;
  #beating: NodeJS.Timeout | undefined;
  #waiting: { opened: OpenedTopic; heard: Heard | undefined }[] = [];
  #isTelling = false;
  #isEnded = false;
  #missedBeats = 0;
  #begun: number;
  #day: string;

  constructor(services: Services, reader: Caller, topics: readonly OpenedTopic[]) {
    this.#services = services;
    this.#reader = reader;
    this.#topics = topics;
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
    for (const opened of this.#topics)
      if (opened.topic.concerns(heard, this.#reader, opened.argument)) this.#ask(opened, heard);
    const isOver = heard.topic === "session" && heard.session === this.#reader.sessionId;
    if (isOver || this.#waiting.length > mostWaiting) this.end();
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
    for (const opened of this.#topics) this.#ask(opened, undefined);
  }

  #ask(opened: OpenedTopic, heard: Heard | undefined): void {
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
        const data = await next.opened.topic.read(this.#services, this.#reader, next.heard);
        if (data) this.#send(`event: ${next.opened.name}\ndata: ${JSON.stringify(data)}\n\n`);
      }
    } catch (error) {
      this.#services.log.warn({ err: error }, "an event could not be told");
      // The reader comes again and asks how things stand.
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
      const caller = await loadCaller(this.#services.db, this.#reader.sessionId, now);
      if (!caller || this.#topics.some(({ topic }) => !mayCall(caller, topic))) return this.end();
    } catch (error) {
      this.#services.log.warn({ err: error }, "an event stream could not be looked after");
      return this.end();
    }
    if (!isStuck) this.#send(":\n\n");
    // What is due today is another thing since midnight, without any write.
    if (dayOf(now) === this.#day) return;
    this.#day = dayOf(now);
    this.#askStates();
    void this.#sendWaiting();
  }
}
