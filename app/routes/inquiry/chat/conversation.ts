import { call } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import { newKey } from "~/app/api/idempotency-key";
import { draftKey, dropDraft, readDraft, writeDraft } from "~/app/blocks/form/drafts";
import { type ChatMessage, chat, type StaffSay } from "~/contract/inquiry/chat";
import { now } from "~/contract/now";

/** A message being sent: in the order of typing, each with its own number for the server, however often it is sent. */
export interface Outgoing {
  key: string;
  say: Omit<StaffSay, "client_msg_id">;
  problem?: string;
  /** The server refuses it: sending it again changes nothing. */
  isRefused?: boolean;
  at: string;
}

export interface Shown {
  messages: readonly ChatMessage[];
  outgoing: readonly Outgoing[];
  hasEarlier: boolean;
  isLoaded: boolean;
  hasFailed: boolean;
}

const retryAfter = 3_000;

/**
 * One conversation as this tab knows it, beyond the screens that show it: what was said, by number, and what is being sent. Numbers ascend, so that the last one
 * known is all that has to be told to catch up. What was not sent is kept with the person's drafts, and sent when the page is opened again.
 */
export class Conversation {
  readonly id: number;
  #shown: Shown = { messages: [], outgoing: [], hasEarlier: false, isLoaded: false, hasFailed: false };
  #listeners = new Set<() => void>();
  #asking: Promise<void> | undefined;
  #isWanted = false;
  #isSending = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #draft: string;
  #onIdle: () => void;
  /** Nothing up to this number is missing: the user's own messages may come before others'. */
  #known = 0;

  /** `onIdle`: no screen shows it any more, and nothing is being sent. */
  constructor(userId: number, id: number, onIdle: () => void) {
    this.id = id;
    this.#onIdle = onIdle;
    this.#draft = draftKey(userId, `chat-outgoing:${id}`);
    readDraft(this.#draft).then((kept) => {
      // Written below.
      const outgoing = (kept?.values.outgoing ?? []) as Outgoing[];
      if (outgoing.length === 0) return;
      this.#show({ outgoing: [...outgoing, ...this.#shown.outgoing] });
      void this.#send();
    });
  }

  get shown(): Shown {
    return this.#shown;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0 && this.#shown.outgoing.length === 0) this.#onIdle();
    };
  };

  catchUp(): Promise<void> {
    this.#isWanted = this.#asking !== undefined;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
      if (this.#isWanted) void this.catchUp();
    });
    return this.#asking;
  }

  async #ask(): Promise<void> {
    try {
      for (let hasMore = true; hasMore; ) {
        const after_id = this.#shown.isLoaded ? this.#known : undefined;
        const answer = await this.#read({ after_id });
        this.#known = answer.list.at(-1)?.id ?? this.#known;
        this.#take(answer.list, after_id === undefined ? { hasEarlier: answer.has_more } : {});
        hasMore = after_id !== undefined && answer.has_more;
      }
    } catch {
      // The stream, the next poll or the reader asks again.
      this.#show({ hasFailed: true });
    }
  }

  async earlier(): Promise<void> {
    const [first] = this.#shown.messages;
    if (!first) return;
    const { list, has_more } = await this.#read({ before_id: first.id });
    this.#take(list, { hasEarlier: has_more });
  }

  /** New addresses of files: they end after ten minutes. */
  async renewFiles(): Promise<void> {
    const first = this.#shown.messages.find(({ file }) => file);
    if (!first) return;
    const { list } = await this.#read({ after_id: first.id - 1 }).catch(() => ({ list: [] }));
    this.#take(list, {});
  }

  #read = (query: { after_id?: number | undefined; before_id?: number | undefined }) =>
    call(chat.messages, { params: { id: this.id }, query }, { silent: true });

  say(say: Outgoing["say"]): void {
    const one: Outgoing = { key: newKey(), say, at: new Date(now()).toISOString() };
    this.#setOutgoing([...this.#shown.outgoing, one]);
    void this.#send();
  }

  retry(key: string): void {
    this.#setOutgoing(this.#shown.outgoing.map((one) => (one.key === key ? { key, say: one.say, at: one.at } : one)));
    void this.#send();
  }

  discard(key: string): void {
    this.#setOutgoing(this.#shown.outgoing.filter((one) => one.key !== key));
    void this.#send();
  }

  resume(): void {
    void this.catchUp();
    void this.#send();
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    clearTimeout(this.#again);
    try {
      for (;;) {
        const next = this.#shown.outgoing.find(({ isRefused }) => !isRefused);
        if (!next) break;
        const problem = await this.#deliver(next);
        if (!problem) continue;
        this.#change(next.key, problem);
        if (problem.isRefused) continue;
        // An automatic retry: it is the same message.
        this.#again = setTimeout(() => void this.#send(), retryAfter);
        break;
      }
    } finally {
      this.#isSending = false;
    }
  }

  async #deliver({ key, say }: Outgoing): Promise<Pick<Outgoing, "problem" | "isRefused"> | undefined> {
    try {
      const body = { ...say, client_msg_id: key };
      const message = await call(chat.send, { params: { id: this.id }, body }, { silent: true });
      this.#setOutgoing(this.#shown.outgoing.filter((one) => one.key !== key));
      if (this.#shown.isLoaded) this.#take([message], {});
      void this.catchUp();
      return undefined;
    } catch (error) {
      const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;
      return { problem: error instanceof CallError ? error.message : "", isRefused };
    }
  }

  #change(key: string, change: Pick<Outgoing, "problem" | "isRefused">): void {
    this.#setOutgoing(this.#shown.outgoing.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }

  #setOutgoing(outgoing: readonly Outgoing[]): void {
    this.#show({ outgoing });
    if (outgoing.length === 0) void dropDraft(this.#draft);
    else void writeDraft(this.#draft, { values: { outgoing: [...outgoing] }, extra: {}, at: now() });
  }

  /** By number, each once; what arrived is no longer outgoing. */
  #take(list: readonly ChatMessage[], rest: Partial<Shown>): void {
    const byId = new Map([...this.#shown.messages, ...list].map((one) => [one.id, one]));
    const messages = [...byId.values()].sort((a, b) => a.id - b.id);
    const arrived = new Set(messages.map(({ client_msg_id }) => client_msg_id));
    const outgoing = this.#shown.outgoing.filter(({ key }) => !arrived.has(key));
    if (outgoing.length !== this.#shown.outgoing.length) this.#setOutgoing(outgoing);
    this.#show({ messages, isLoaded: true, hasFailed: false, ...rest });
  }

  #show(change: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const known = new Map<string, Conversation>();

export function conversationOf(userId: number, id: number): Conversation {
  const key = `${userId}:${id}`;
  const conversation = known.get(key) ?? new Conversation(userId, id, () => known.delete(key));
  known.set(key, conversation);
  return conversation;
}
