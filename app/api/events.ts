import { isAnothers, token } from "~/app/api/cookie";
import { addressOf } from "~/contract/endpoint";
import { lsnHeader } from "~/contract/lsn";
import { user } from "~/contract/personal/user";
import { authorization, settle } from "./call";
import { endTab } from "./other-person";
import { noteWritten } from "./written-up-to";

interface Listener {
  /** As the server names it: `badge`, or one of many with its number, `board:5`. */
  topic: string;
  onEvent: (data: unknown) => void;
  /**
   * Whether events come at present. Called at the beginning of each stream (earlier changes must be fetched), and after each
   * failed attempt. A listener that joins an open stream is told that it is not new: its first event was sent to others.
   */
  onLive: (isLive: boolean, isNew: boolean) => void;
}

const firstPause = 1_000;
const longestPause = 60_000;
/** The server sends something every 25 s; after this silence the connection is dead. */
const longestSilence = 60_000;

const listeners = new Set<Listener>();
let carried: readonly string[] = [];
let stream: AbortController | undefined;
let isLive = false;
let isSettling = false;
let pause: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/**
 * Listens to the server's events on a topic while the tab is visible; one stream for all topics. It is reopened with the present
 * topics when one comes or goes, and whenever it ends: after a pause that doubles with each failure. The returned function ends it.
 */
export function onTopic(listener: Listener): () => void {
  listeners.add(listener);
  if (isLive && carried.includes(listener.topic)) listener.onLive(true, false);
  settleSoon();
  return () => {
    listeners.delete(listener);
    settleSoon();
  };
}

/** A page change removes and adds topics at the same time: once is enough. */
function settleSoon(): void {
  if (isSettling) return;
  isSettling = true;
  queueMicrotask(settleTopics);
}

function settleTopics(): void {
  isSettling = false;
  const wanted = [...new Set([...listeners].map(({ topic }) => topic))].sort();
  if (wanted.join() === carried.join()) return;
  carried = wanted;
  close();
  if (wanted.length) {
    document.addEventListener("visibilitychange", check);
    window.addEventListener("online", check);
    check();
  } else {
    document.removeEventListener("visibilitychange", check);
    window.removeEventListener("online", check);
    failures = 0;
  }
}

function reportLive(now: boolean): void {
  isLive = now;
  for (const { topic, onLive } of listeners) if (carried.includes(topic)) onLive(now, now);
}

/** An event has its topic's name without the number. */
function dispatchEvent(name: string, data: unknown): void {
  for (const { topic, onEvent } of listeners) if (topic.split(":", 1)[0] === name) onEvent(data);
}

async function open(): Promise<void> {
  const own = new AbortController();
  stream = own;
  let hasBegun = false;
  try {
    await read(carried, own, (part) => {
      if (stream !== own) return;
      failures = 0;
      if (!hasBegun) reportLive(true);
      hasBegun = true;
      dispatch(part);
    });
  } catch {
    // Not reached, refused, or lost: the next attempt says more. An ended session has been handled.
  }
  if (stream !== own) return;
  stream = undefined;
  reportLive(false);
  const wait = Math.min(longestPause, firstPause * 2 ** failures);
  failures += 1;
  // Not all tabs at once when a server comes back.
  pause = setTimeout(check, wait * (0.5 + Math.random()));
}

function close(): void {
  clearTimeout(pause);
  const former = stream;
  stream = undefined;
  isLive = false;
  former?.abort();
}

function check(): void {
  clearTimeout(pause);
  if (document.visibilityState !== "visible") {
    const wasOpen = stream !== undefined;
    close();
    if (wasOpen) reportLive(false);
  } else if (!stream && token()) void open();
}

async function read(topics: readonly string[], own: AbortController, onPart: (part: string) => void): Promise<void> {
  if (isAnothers()) return endTab();
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
    noteWritten(response.headers.get(lsnHeader));
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
      for (const part of parts) onPart(part);
    }
  } finally {
    clearTimeout(silence);
  }
}

function dispatch(part: string): void {
  const lines = part.split("\n");
  const lineOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  noteWritten(lineOf("id"));
  const [name, data] = [lineOf("event"), lineOf("data")];
  if (name && data) dispatchEvent(name, JSON.parse(data));
}
