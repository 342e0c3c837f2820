import { useEffect, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import { call } from "~/app/api/call";
import { listenersOf } from "~/app/browser/listeners";
import { onSessionEnd } from "~/app/browser/session-memory";
import type { Endpoint, Reply } from "~/contract/endpoint";
import { writeQuery } from "~/contract/endpoint";
import { type SavedView, user } from "~/contract/personal/user";
import { readQuery } from "~/contract/read-query";

type View = Reply<typeof user.views>[number];

const known = new Map<string, readonly View[]>();
const { listen, tell } = listenersOf();
const nothing: readonly View[] = [];

onSessionEnd(() => known.clear());

async function load(list: string): Promise<void> {
  const views = await call(user.views, { query: { screen: list } }, { silent: true }).catch(() => undefined);
  if (!views) return;
  known.set(list, views);
  tell();
}

export function viewQuery(endpoint: Endpoint, search: URLSearchParams): string {
  const given = readQuery(search, endpoint) as Record<string, unknown>;
  const defaults = readQuery(new URLSearchParams(), endpoint) as Record<string, unknown>;
  const changed = Object.keys((endpoint.query as z.ZodObject).shape).filter(
    (name) => !["page", "page_size"].includes(name) && JSON.stringify(given[name]) !== JSON.stringify(defaults[name]),
  );
  const query = writeQuery(Object.fromEntries(changed.map((name) => [name, given[name]])));
  const display = search.get("display");
  if (display) query.set("display", display);
  return query.toString();
}

export function useKnownViews(list: string) {
  const [pending, setPending] = useState(false);
  const views = useSyncExternalStore(
    listen,
    () => known.get(list) ?? nothing,
    () => nothing,
  );
  const own = known.has(list)
    ? views.filter((view) => view.own).map(({ own: _, owner: __, ...view }): SavedView => view)
    : undefined;

  async function save(next: SavedView[]): Promise<boolean> {
    setPending(true);
    // Not an action: the answer changes only the strip on the page; a failure has been shown.
    const isSaved = await call(user.update, { body: { preferences: { views: { [list]: next } } } }).then(
      () => true,
      () => false,
    );
    if (isSaved) await load(list);
    setPending(false);
    return isSaved;
  }

  return { views, own, save, pending };
}

export function useSavedViews(list: string) {
  // Not in a loader: the list does not wait for its views.
  useEffect(() => {
    load(list);
  }, [list]);
  return useKnownViews(list);
}

export const searchOf = (view: Pick<SavedView, "id" | "query"> | undefined): URLSearchParams =>
  new URLSearchParams(view ? `${view.query}${view.query && "&"}saved=${view.id}` : "");
