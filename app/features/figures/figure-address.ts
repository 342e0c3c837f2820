import { useSearchParams } from "@remix-run/react";
import { useBackOr, useOpening } from "~/app/blocks/feedback/use-back-or";

export type Wanted = Record<string, string | number | null | undefined>;

/** An address with other things open, or looked at otherwise: what is empty is left out. */
function figureAddress(now: URLSearchParams, kept: readonly string[], wanted: Wanted): URLSearchParams {
  const next = new URLSearchParams([...now].filter(([name]) => kept.includes(name)));
  for (const [name, value] of Object.entries(wanted)) {
    next.delete(name);
    if (value !== undefined && value !== null && value !== "") next.set(name, String(value));
  }
  return next;
}

/** `kept`: how the page is looked at, which stays while rows open and close. */
export function useFigureAddress(kept: readonly string[]) {
  const [search, setSearch] = useSearchParams();
  const opening = useOpening(false);
  const to = (wanted: Wanted) => (now: URLSearchParams) => figureAddress(now, kept, wanted);
  return {
    search,
    go: (wanted: Wanted) => setSearch(to(wanted), { preventScrollReset: true }),
    /** Above the page. */
    open: (wanted: Wanted) => setSearch(to(wanted), opening),
    close: useBackOr(() => setSearch(to({}), { preventScrollReset: true, replace: true })),
  };
}
