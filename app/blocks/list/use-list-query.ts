import { useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import type { z } from "zod";
import { type Endpoint, writeQuery } from "~/contract/endpoint";
import { readQuery } from "~/contract/read-query";
import { withoutDrawer } from "./row/drawer-address";

type Query = Record<string, unknown>;

const position = ["page", "page_size", "sort", "group"];

const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function listSearch(endpoint: Endpoint, search: URLSearchParams, change: Query): URLSearchParams {
  const defaults: Query = readQuery(new URLSearchParams(), endpoint) as Query;
  const query: Query = {
    ...(readQuery(search, endpoint) as Query),
    ...("page" in change ? {} : { page: 1 }),
    ...change,
  };
  const next = withoutDrawer(search);
  const names = Object.keys((endpoint.query as z.ZodObject).shape);
  for (const name of names) next.delete(name);
  const changed = Object.entries(query).filter(
    ([name, value]) => names.includes(name) && !sameValue(value, defaults[name]),
  );
  for (const [name, value] of writeQuery(Object.fromEntries(changed))) next.set(name, value);
  return next;
}

export function useListQuery<E extends Endpoint>(endpoint: E, places: readonly string[] = []) {
  const [search, setSearch] = useSearchParams();
  const query = readQuery(search, endpoint) as Query;
  const defaults = readQuery(new URLSearchParams(), endpoint) as Query;
  const filtered = Object.keys(query).filter(
    (name) => !position.includes(name) && !places.includes(name) && !sameValue(query[name], defaults[name]),
  );
  const { pathname } = useLocation();
  const coming = useNavigation().location;
  const go = (part: Query, replace: boolean) =>
    setSearch(
      // A pending navigation counts as done: two quick changes are both kept.
      (now) => listSearch(endpoint, coming?.pathname === pathname ? new URLSearchParams(coming.search) : now, part),
      { preventScrollReset: true, replace },
    );
  const change = (part: Query) => go(part, false);
  /** Filters apply at once, each replacing the history entry: Back leaves the list. */
  const narrow = (part: Query) => go(part, true);
  return {
    query,
    filtered,
    change,
    narrow,
    clear: () => narrow(Object.fromEntries(filtered.map((name) => [name, defaults[name]]))),
  };
}
