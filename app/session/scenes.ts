import { useEffect, useSyncExternalStore } from "react";
import { call } from "~/app/api/call";
import { whenIdle } from "~/app/browser/idle";
import { listenersOf } from "~/app/browser/listeners";
import { onSessionEnd } from "~/app/browser/session-memory";
import type { Option } from "~/contract/common";
import { dictionaryScenes, option, type Scene } from "~/contract/shared/option";

const freshFor = 5 * 60_000;

interface Known {
  options: readonly Option[];
  at: number;
}

// The object has no other keys.
const dictionary = Object.keys(dictionaryScenes) as (keyof typeof dictionaryScenes)[];
const known = new Map<Scene, Known>();
const asking = new Set<Scene>();
const { listen, tell } = listenersOf();
const nothing: readonly Option[] = [];
let wanted = new Set<Scene>();

async function askWanted(): Promise<void> {
  const scenes = [...wanted];
  wanted = new Set();
  for (const scene of scenes) asking.add(scene);
  try {
    const reply = await call(option.community, { query: { scenes } }, { silent: true });
    for (const scene of scenes) known.set(scene, { options: reply[scene] ?? nothing, at: Date.now() });
    tell();
  } catch {
    // A value stays without its label; its next use fetches again.
  } finally {
    for (const scene of scenes) asking.delete(scene);
  }
}

function want(scene: Scene): void {
  const have = known.get(scene);
  if (asking.has(scene) || wanted.has(scene) || (have && Date.now() - have.at < freshFor)) return;
  if (wanted.size === 0) queueMicrotask(askWanted);
  wanted.add(scene);
}

/** Fetches a scene again whose entries have just been changed here. */
export function renewScene(scene: Scene): void {
  if (!known.delete(scene)) return;
  want(scene);
}

/** The options of a dictionary scene, empty until loaded; kept for the session, fetched together with the page's other scenes. */
export function useScene(scene: Scene | undefined): readonly Option[] {
  // Labels are looked up where they are shown: a loader would delay the whole list for the labels of one column.
  useEffect(() => {
    if (scene) want(scene);
  }, [scene]);
  return useSyncExternalStore(
    listen,
    () => (scene && known.get(scene)?.options) || nothing,
    () => nothing,
  );
}

/** Fetches the whole dictionary once the page is idle: a dialog with visible choices opens complete then, and nothing moves. */
export function useDictionaryAhead(): void {
  // No part of the page waits for it.
  useEffect(
    () =>
      whenIdle(() => {
        for (const scene of dictionary) want(scene);
      }),
    [],
  );
}

const names = new Map<string, Option>();
let unnamed = new Map<Scene, Set<number>>();

onSessionEnd(() => {
  asking.clear();
  known.clear();
  names.clear();
});

/** Keeps the names of rows that a search has found. */
export function rememberNames(scene: Scene, options: readonly Option[]): void {
  for (const entry of options) names.set(`${scene}:${entry.value}`, entry);
}

async function askNames(): Promise<void> {
  const requested = unnamed;
  unnamed = new Map();
  for (const [scene, ids] of requested) {
    const query = { scenes: [scene], ids: [...ids] };
    const reply = await call(option.community, { query }, { silent: true }).catch(() => undefined);
    rememberNames(scene, reply?.[scene] ?? nothing);
  }
  tell();
}

function wantName(scene: Scene, id: number): void {
  if (names.has(`${scene}:${id}`)) return;
  if (unnamed.size === 0) queueMicrotask(askNames);
  unnamed.set(scene, (unnamed.get(scene) ?? new Set()).add(id));
}

/** The options of a searched scene (users, districts) that a field has chosen already, so that it can show their names. */
export function useNames(scene: Scene, ids: readonly number[]): Option[] {
  const list = ids.join(",");
  // As with the dictionary: only the field that shows it needs it.
  useEffect(() => {
    for (const id of list.split(",").filter(Boolean)) wantName(scene, Number(id));
  }, [scene, list]);
  useSyncExternalStore(
    listen,
    () => names.size,
    () => 0,
  );
  return ids.flatMap((id) => names.get(`${scene}:${id}`) ?? []);
}
