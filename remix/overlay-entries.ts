import { type ContextType, useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router-dom";

type Router = NonNullable<ContextType<typeof DataRouterContext>>["router"];
type Location = Router["state"]["location"];
type Route = Router["state"]["matches"][number]["route"];
type Change = Parameters<Extract<NonNullable<Route["shouldRevalidate"]>, (change: never) => unknown>>[0];
type Going = Parameters<Router["navigate"]>[1];

const name = "overlays";

/** How many overlays a history entry has above its page. */
export const depthOf = ({ state }: Pick<Location, "state">): number => Number(state?.[name] ?? 0);

function withDepth(state: unknown, depth: number): object | null {
  const { [name]: _, ...rest } = typeof state === "object" ? { [name]: 0, ...state } : { [name]: 0 };
  if (depth) return { ...rest, [name]: depth };
  return Object.keys(rest).length ? rest : null;
}

const isBlocked = ({ blockers }: Router["state"]) => [...blockers.values()].some(({ state }) => state === "blocked");

/** Out of range the browser does nothing, and says nothing. In memory there is no `idx`, and the router stays within its entries. */
const isInRange = (by: number) => !(window.history.state?.idx + by < 0);

function make(router: Router) {
  const { navigate } = router;
  let here = router.state.location;
  /** Where the last move came from. */
  let from = here;
  let moves = 0;
  /** Through the overlays' entries, until the router has arrived. */
  let going: Promise<void> | undefined;
  let isPushing = false;
  let wasOwn = false;
  /** The application goes through the history by itself. */
  let isLeaving = false;
  /** Moves of the application that wait until the overlays' entries are left. */
  let waiting = 0;

  /** To the same page with more or fewer overlays: its data stay, unless they are being loaded. */
  const isOfOverlays = ({ currentUrl, nextUrl, formMethod }: Change) =>
    (going || isPushing || depthOf(router.state.location) > 0) &&
    currentUrl.href === nextUrl.href &&
    !formMethod &&
    router.state.revalidation === "idle";

  const quiet = new WeakSet<Route>();
  function quieten(route: Route): void {
    if (quiet.has(route)) return;
    quiet.add(route);
    const own = route.shouldRevalidate;
    route.shouldRevalidate = (change) =>
      isOfOverlays(change) ? false : (own?.(change) ?? change.defaultShouldRevalidate);
  }

  function notice(): void {
    const { location, matches } = router.state;
    for (const { route } of matches) quieten(route);
    if (isBlocked(router.state)) isLeaving = false;
    if (location === here) return;
    [from, here] = [here, location];
    moves += 1;
    wasOwn = going !== undefined || isLeaving;
    isLeaving = false;
  }
  notice();
  router.subscribe(notice);

  function go(by: number): Promise<void> {
    const start = router.state.location;
    going = new Promise<void>((resolve) => {
      const stop = router.subscribe((state) => {
        if (state.location === start && !isBlocked(state)) return;
        stop();
        resolve();
      });
    }).then(() => {
      going = undefined;
    });
    navigate(by);
    return going;
  }

  /** From the page itself, so that no entry of an overlay stays behind; at once, where none is to be left. */
  router.navigate = async (to: unknown, options?: Going): Promise<void> => {
    waiting += 1;
    while (going) await going;
    const depth = depthOf(router.state.location);
    if (typeof to !== "number" && depth && isInRange(-depth)) await go(-depth);
    waiting -= 1;
    if (typeof to !== "number") {
      const stated = options && "state" in options ? { ...options, state: withDepth(options.state, 0) } : options;
      return navigate(to as string, stated);
    }
    // Closed twice, it goes back once.
    if (isLeaving) return;
    const by = to < 0 ? to - depth : to;
    isLeaving = isInRange(by);
    return navigate(by);
  };

  return {
    /** Where the router is. `isBack`: the user has gone there, back from overlays. */
    arrival: () => ({
      location: here,
      moves,
      isBack: router.state.historyAction === "POP" && depthOf(from) > depthOf(here) && !wasOwn,
      isSamePage: from.pathname === here.pathname && from.search === here.search,
    }),
    /** After Back: forward again, to overlays that stay. */
    restore(staying: number): void {
      const ahead = depthOf(from) - depthOf(here);
      const isOnItsWay = waiting || isLeaving || router.state.navigation.state !== "idle";
      if (ahead > 0 && !isOnItsWay) void go(Math.min(staying, ahead));
    },
    /** One step towards as many entries as there are overlays. */
    settle(open: number): void {
      const { location, navigation, revalidation, initialized, errors } = router.state;
      const isBusy = going || waiting || isLeaving || navigation.state !== "idle" || revalidation !== "idle";
      // What has failed to load would be asked for again by any move.
      if (!initialized || isBusy || errors || isBlocked(router.state)) return;
      const depth = depthOf(location);
      if (open < depth && isInRange(open - depth)) void go(open - depth);
      if (open <= depth) return;
      const { pathname, search, hash, state } = location;
      isPushing = true;
      void navigate({ pathname, search, hash }, { state: withDepth(state, depth + 1), preventScrollReset: true });
      isPushing = false;
    },
  };
}

const known = new WeakMap<Router, ReturnType<typeof make>>();

/**
 * The history entries of what lies on top of a page: the same address, told apart by its state. The router offers neither moves that run
 * no loader nor a word before it moves on, so that its `navigate` and its routes' `shouldRevalidate` are wrapped.
 */
export function overlayEntries(router: Router): ReturnType<typeof make> {
  const entries = known.get(router) ?? make(router);
  known.set(router, entries);
  return entries;
}

export function useRouter(): Router {
  const context = useContext(DataRouterContext);
  if (!context) throw new Error("no data router");
  return context.router;
}
