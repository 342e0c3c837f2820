import { type ShouldRevalidateFunctionArgs, useLocation, useRevalidator, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { isOpenedHere, useBackOr, useOpening } from "~/app/blocks/feedback/use-back-or";
import { useLatest } from "~/app/blocks/use-latest";

const names = ["open", "write"] as const;

export function withoutDrawer(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of names) next.delete(name);
  return next;
}

/** The rows are being fetched again, after a write or a revalidation. */
let isReloading = false;
/** A move of the drawer has cancelled that fetch: the rows must be fetched once more. */
let isOwed = false;

/** Ensures that the rows of a list with a drawer are reloaded even if the drawer moves on at once, as 保存并下一个 does. */
export function useSameRows(loaded: unknown): void {
  const { key } = useLocation();
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loaded page.
  useEffect(() => {
    isReloading = false;
    isOwed = false;
  }, [loaded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every move of the drawer.
  useEffect(() => {
    if (!isOwed) return;
    isOwed = false;
    revalidate();
  }, [key]);
}

export function keepsRows(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change;
  const isSameList =
    currentUrl.pathname === nextUrl.pathname &&
    withoutDrawer(currentUrl.searchParams).toString() === withoutDrawer(nextUrl.searchParams).toString();
  const isOfDrawer = isSameList && !formMethod && currentUrl.search !== nextUrl.search;
  if (!isOfDrawer) isReloading = defaultShouldRevalidate;
  else if (isReloading) isOwed = true;
  return isOfDrawer ? false : defaultShouldRevalidate;
}

interface Opening {
  isWriting?: boolean;
}

export function useDrawerAddress() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const given = Number(search.get("open"));
  const id = Number.isSafeInteger(given) && given > 0 ? given : undefined;
  const isWriting = id !== undefined && search.get("write") === "1";
  // Also in the place of the dialog that it follows, such as that of a new record.
  const opening = useOpening(id !== undefined || isOpenedHere(state));
  const go = (to: number, isWritten: boolean) =>
    setSearch((now) => {
      const next = withoutDrawer(now);
      next.set("open", String(to));
      if (isWritten) next.set("write", "1");
      return next;
    }, opening);
  return {
    id,
    isWriting,
    open: useLatest((to: number, { isWriting: isWritten = false }: Opening = {}) => go(to, isWritten)),
    move: (to: number) => go(to, isWriting),
    write: (isOn: boolean) => id !== undefined && go(id, isOn),
    close: useBackOr(() => setSearch((now) => withoutDrawer(now), { replace: true, preventScrollReset: true })),
  };
}
