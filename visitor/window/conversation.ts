import type { Language } from "../texts";
import { api, Failure } from "./api";
import { drop, namesOf, read, write } from "./keep";
import { blobOf } from "./shrink";
import type { Body, ChatMessage, ChatState } from "./wire";

/** What waits to be sent, kept in the browser until the server has it: under its number it is never sent as another message. */
export interface Outgoing {
  client_msg_id: string;
  type: "text" | "image";
  content: string | null;
  /** Of a picture: itself, and its number once it has been sent. */
  picture?: string | undefined;
  media_id?: number | undefined;
  /** Why it is not sent by itself: the server's code. */
  refusal?: number | undefined;
}

/** How the server is heard: at once, by asking now and then, or not at all. */
type Link = "live" | "polling" | "offline";

/** What the page that shows the window says of itself. */
interface Visit {
  tracker: string | null;
  language: Language;
  referrer: string | null;
}

const waitingName = "out:";
const pollEvery = 5_000;
const longestRetry = 30_000;
const oftenWait = 12_000;

const failureOf = (error: unknown) => (error instanceof Failure ? error : new Failure(50000));

/**
 * A visitor's conversation: what was said, what waits to be sent, and how the server is heard. What is said is sent in its order, one after the other,
 * for as long as it takes; what was missed is asked for by the last number known.
 */
export type Conversation = ReturnType<typeof makeConversation>;

export function makeConversation(visit: Visit, changed: () => void) {
  let token = read("token");
  let messages: ChatMessage[] = [];
  let outgoing = namesOf(waitingName).flatMap((name) => {
    const kept = read(name);
    return kept ? [JSON.parse(kept) as Outgoing] : [];
  });
  let state: ChatState | undefined;
  let link: Link = "live";
  let isSlowed = false;
  let isRefused = false;
  /** Somebody is looking at it. */
  let isSeen = false;
  /** Up to here everything is known; a message just sent may come further on. */
  let asked = 0;
  let events: EventSource | undefined;
  let beginning: Promise<string> | undefined;
  let isSending = false;
  let isAsking = false;
  let asksAgain = false;
  let failures = 0;
  let retry = 0;
  let page: Body<"page"> | undefined;
  let toldPage = "";

  setInterval(poll, pollEvery);
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => setLink("offline"));

  function setLink(next: Link): void {
    if (link === next) return;
    link = next;
    changed();
  }

  const lost = () => setLink(navigator.onLine ? "polling" : "offline");

  /** A token, made once however many ask for it. */
  function begin(): Promise<string> {
    beginning =
      beginning ||
      open().finally(() => {
        beginning = undefined;
      });
    return beginning;
  }

  async function open(): Promise<string> {
    token = read("token");
    if (token) return token;
    const {
      token: given,
      greeting,
      ...rest
    } = await api.session({
      ...visit,
      page_url: page?.url || null,
      page_title: page?.title || null,
    });
    token = given;
    state = rest;
    write("token", given);
    write("greeting", greeting);
    changed();
    return given;
  }

  /** The conversation has ended for good: what is said from now on begins another, or goes on in the one that another tab has begun. */
  function lose(): void {
    listen(false);
    const kept = read("token");
    const isBegun = kept !== null && kept !== token;
    token = isBegun ? kept : null;
    state = undefined;
    messages = [];
    asked = 0;
    toldPage = "";
    for (const one of outgoing) one.media_id = undefined;
    if (!isBegun) for (const name of ["token", "seen", "greeting"]) drop(name);
  }

  /** Does something with a token that holds: for one that has ended, with a new one. */
  async function withToken<T>(act: (token: string) => Promise<T>): Promise<T> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await act(token || (await begin()));
      } catch (error) {
        if (!isFirst || failureOf(error).code !== 40400) throw error;
        lose();
      }
    }
  }

  function listen(isOn: boolean): void {
    if (!isOn) {
      events?.close();
      events = undefined;
    } else if (token && messages.length > 0 && (!events || events.readyState === EventSource.CLOSED)) {
      events = api.events(token);
      events.addEventListener("chat", () => void ask());
      events.onopen = () => {
        setLink("live");
        wake();
      };
      events.onerror = lost;
    }
  }

  function poll(): void {
    // Before the first message there is nothing to receive.
    if (document.hidden || !(messages.length || (isSeen && !token))) return;
    listen(true);
    if (events?.readyState !== EventSource.OPEN) void ask();
  }

  /** Looks at once whether anything is new, and sends what waits. */
  function wake(): void {
    listen(!document.hidden);
    if (!document.hidden) void ask();
    send();
    changed();
  }

  /** Fetches all messages after the last known number; begins a conversation if the window is seen and has no token yet. */
  async function ask(): Promise<void> {
    asksAgain = true;
    if (isAsking || isRefused) return;
    isAsking = true;
    try {
      if (!token && isSeen) await begin();
      tellPage();
      while (asksAgain && token) {
        asksAgain = false;
        const { list, has_more, ...rest } = await api.messages(token, asked);
        state = rest;
        asksAgain = asksAgain || has_more;
        asked = Math.max(asked, ...list.map(({ id }) => id));
        add(list);
      }
      if (link === "offline") link = "polling";
    } catch (error) {
      const { code } = failureOf(error);
      if (code === 40400) lose();
      else if (code === 40918) isRefused = true;
      else lost();
    } finally {
      isAsking = false;
    }
    listen(!document.hidden);
    markSeen();
    changed();
  }

  function add(list: readonly ChatMessage[]): void {
    const known = new Set(messages.map(({ id }) => id));
    messages = [...messages, ...list.filter(({ id }) => !known.has(id))].sort((a, b) => a.id - b.id);
    // Another tab of the site may have sent what waits in this one.
    for (const { client_msg_id } of list)
      if (outgoing.some((one) => one.client_msg_id === client_msg_id)) settle(String(client_msg_id));
  }

  function keep(part: Pick<Outgoing, "type" | "content" | "picture">): void {
    // By the time in their names they are in order.
    const one: Outgoing = { ...part, client_msg_id: `${Date.now()}-${randomName()}` };
    write(waitingName + one.client_msg_id, JSON.stringify(one));
    outgoing.push(one);
    changed();
    send();
  }

  function settle(clientId: string): void {
    drop(waitingName + clientId);
    outgoing = outgoing.filter(({ client_msg_id }) => client_msg_id !== clientId);
  }

  const next = () => (isRefused || state?.contact_required ? undefined : outgoing.find(({ refusal }) => !refusal));

  function send(): void {
    clearTimeout(retry);
    if (!isSending) void sendAll();
  }

  async function sendAll(): Promise<void> {
    isSending = true;
    for (let one = next(); one && (await isDealtWith(one)); ) one = next();
    isSending = false;
    changed();
  }

  /** Sends one; false where all have to wait, since order is kept. */
  async function isDealtWith(one: Outgoing): Promise<boolean> {
    const { type, content, client_msg_id, picture } = one;
    try {
      if (!token) {
        await begin();
        // It may say that a contact is wanted first.
        return true;
      }
      if (picture && !one.media_id) {
        one.media_id = (await withToken((held) => api.upload(held, blobOf(picture)))).media_id;
        write(waitingName + client_msg_id, JSON.stringify(one));
      }
      const media_id = one.media_id || null;
      const sent = await withToken((held) => api.send(held, { type, content, media_id, client_msg_id }));
      failures = 0;
      isSlowed = false;
      settle(client_msg_id);
      add([sent]);
      listen(true);
      // Messages sent in the meantime come before it.
      void ask();
      return true;
    } catch (error) {
      return isOver(one, failureOf(error));
    } finally {
      changed();
    }
  }

  function isOver(one: Outgoing, { code, field }: Failure): boolean {
    if (code === 40918) isRefused = true;
    else if (code === 42200 && field === "contact" && state) state = { ...state, contact_required: true };
    else if (code === 0 || code >= 50000 || code === 42900) {
      isSlowed = code === 42900;
      if (!isSlowed) lost();
      const wait = isSlowed ? oftenWait : Math.min(1_000 * 2 ** failures++, longestRetry);
      retry = window.setTimeout(send, wait);
      return false;
    } else one.refusal = code;
    return true;
  }

  function tellPage(): void {
    if (!token || !page || toldPage === page.url) return;
    const { url } = page;
    toldPage = url;
    api.change("page", token, page).catch(() => {
      toldPage = "";
    });
  }

  function markSeen(): void {
    const last = messages[messages.length - 1]?.id ?? 0;
    if (isSeen && last > Number(read("seen"))) write("seen", String(last));
  }

  return {
    get messages(): readonly ChatMessage[] {
      return messages;
    },
    get outgoing(): readonly Outgoing[] {
      return outgoing;
    },
    get state() {
      return state;
    },
    get link() {
      return link;
    },
    get isSlowed() {
      return isSlowed;
    },
    get isRefused() {
      return isRefused;
    },
    get greeting() {
      return read("greeting") || "";
    },
    get hasBegun() {
      return messages.length > 0;
    },
    get isEnded() {
      return messages.length > 0 && state?.chat_status === "ended";
    },
    /** Nobody answers now: the visitor leaves a contact before writing. */
    get needsContact() {
      return state?.contact_required ?? false;
    },
    get unread() {
      const seen = Number(read("seen"));
      return messages.filter(({ id, sender }) => sender === "staff" && id > seen).length;
    },
    see(next: boolean): void {
      isSeen = next;
      markSeen();
      wake();
    },
    seePage(next: Body<"page">): void {
      page = next;
      tellPage();
    },
    say: (content: string) => keep({ type: "text", content }),
    show: (picture: string) => keep({ type: "image", content: null, picture }),
    again(one: Outgoing): void {
      one.refusal = undefined;
      send();
      changed();
    },
    forget(one: Outgoing): void {
      settle(one.client_msg_id);
      changed();
    },
    async leaveContact(contact: Body<"contact">): Promise<void> {
      state = await withToken((held) => api.change("contact", held, contact));
      wake();
    },
    async end(): Promise<void> {
      state = await withToken((held) => api.change("end", held, {}));
      wake();
    },
    async rate(satisfaction: number): Promise<void> {
      state = await withToken((held) => api.change("rate", held, { satisfaction }));
      changed();
    },
  };
}

/** Old browsers have no `randomUUID`. */
const randomName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
