import { token } from "~/app/session/cookie";
import { addressOf } from "~/contract/endpoint";
import { user } from "~/contract/user";
import { authorization, settle } from "./call";

interface EventOptions {
  topics: readonly string[];
  onEvent: (name: string, data: unknown) => void;
  /** Whether events come at present. Told after each attempt, the vain ones too: the figures are then to be had by asking. */
  onLive: (isLive: boolean) => void;
}

const firstPause = 1_000;
const longestPause = 60_000;
/** The server says something every 25 s; after so long a silence the line is dead. */
const longestSilence = 60_000;

/**
 * Hears the server's events while the tab is in sight, by one stream, which is opened again whenever it ends: after a pause that doubles
 * with each vain attempt. The returned function ends it.
 */
export function hearEvents({ topics, onEvent, onLive }: EventOptions): () => void {
  let stream: AbortController | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function open(): Promise<void> {
    const own = new AbortController();
    stream = own;
    try {
      await read(topics, own, (name, data) => {
        failures = 0;
        onLive(true);
        onEvent(name, data);
      });
    } catch {
      // Not reached, refused, or lost: the next attempt says more. A session that has ended has been dealt with.
    }
    if (stream !== own) return;
    stream = undefined;
    onLive(false);
    const wait = Math.min(longestPause, firstPause * 2 ** failures);
    failures += 1;
    // Not all tabs at once, when a server comes back.
    pause = setTimeout(look, wait * (0.5 + Math.random()));
  }

  function close(): void {
    clearTimeout(pause);
    const former = stream;
    stream = undefined;
    former?.abort();
  }

  function look(): void {
    clearTimeout(pause);
    if (document.visibilityState !== "visible") {
      if (stream) onLive(false);
      close();
    } else if (!stream && token()) void open();
  }

  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("online", look);
    close();
  };
}

async function read(topics: readonly string[], own: AbortController, onEvent: EventOptions["onEvent"]): Promise<void> {
  const headers = authorization(user.events);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const listenOn = () => {
    clearTimeout(silence);
    silence = setTimeout(() => own.abort(), longestSilence);
  };
  try {
    listenOn();
    const address = addressOf(user.events, { query: { topics } });
    const response = await fetch(address, {
      headers: { accept: "text/event-stream", ...headers },
      cache: "no-store",
      signal: own.signal,
    });
    const renewal = response.headers.get("authorization");
    const isStream = response.ok && response.headers.get("content-type")?.startsWith("text/event-stream");
    const text = isStream ? "" : await response.text();
    settle({ status: response.status, authorization: headers.authorization, renewal, text }, { silent: true });
    if (!isStream || !response.body) return;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      listenOn();
      const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) tell(part, onEvent);
    }
  } finally {
    clearTimeout(silence);
  }
}

function tell(part: string, onEvent: EventOptions["onEvent"]): void {
  const lines = part.split("\n");
  const lineOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [name, data] = [lineOf("event"), lineOf("data")];
  if (name && data) onEvent(name, JSON.parse(data));
}
