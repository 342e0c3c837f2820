import {
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useRevalidator,
  useSearchParams,
} from "@remix-run/react";
import { useEffect } from "react";
import { useLatest } from "../use-latest";

/** What of a list's address belongs to its drawer: the row that is open, and what one writes there. */
const names = ["open", "write"] as const;

/** The address without its drawer. */
export function withoutDrawer(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of names) next.delete(name);
  return next;
}

/** The rows are on their way, asked for by a write or a revalidation. */
let isReloading = false;
/** The drawer has moved meanwhile, which gives up what is on its way: they are to be asked for once more. */
let isOwed = false;

/** Looks after the rows of a list with a drawer: they come also when the drawer goes on at once, as 保存并下一个 does. */
export function useRowsKept(loaded: unknown): void {
  const { key } = useLocation();
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that comes.
  useEffect(() => {
    isReloading = false;
    isOwed = false;
  }, [loaded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever the drawer has gone.
  useEffect(() => {
    if (!isOwed) return;
    isOwed = false;
    revalidate();
  }, [key]);
}

/** `shouldRevalidate` of every screen whose list has a drawer: what only opens, changes or closes it does not ask for the list again. */
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
  /** Begins with what one writes, such as a follow-up. */
  isWriting?: boolean;
}

/** The drawer in a list's address: Back closes it, wherever one has gone in it. */
export function useDrawerAddress() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const given = Number(search.get("open"));
  const id = Number.isSafeInteger(given) && given > 0 ? given : undefined;
  const isWriting = id !== undefined && search.get("write") === "1";
  const go = (to: number, isWritten: boolean) =>
    setSearch(
      (now) => {
        const next = withoutDrawer(now);
        next.set("open", String(to));
        if (isWritten) next.set("write", "1");
        return next;
      },
      id === undefined
        ? { state: { isFromList: true }, preventScrollReset: true }
        : { state, replace: true, preventScrollReset: true },
    );
  return {
    id,
    isWriting,
    open: useLatest((to: number, { isWriting: isWritten = false }: Opening = {}) => go(to, isWritten)),
    /** To another row, in the way that one works: who writes goes on writing. */
    move: (to: number) => go(to, isWriting),
    write: (isOn: boolean) => id !== undefined && go(id, isOn),
    close: useLatest(() => {
      const isFromList = typeof state === "object" && state !== null && "isFromList" in state;
      if (isFromList) navigate(-1);
      else setSearch((now) => withoutDrawer(now), { replace: true, preventScrollReset: true });
    }),
  };
}
