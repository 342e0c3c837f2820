import { type ContextType, useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router-dom";

export type Router = NonNullable<ContextType<typeof DataRouterContext>>["router"];

type Location = Router["state"]["location"];
type Route = Router["state"]["matches"][number]["route"];
type Change = Parameters<Extract<NonNullable<Route["shouldRevalidate"]>, (change: never) => unknown>>[0];
type Going = Parameters<Router["navigate"]>[1];

const name = "overlays";

/** How many overlays a history entry has above its page. */
export const depthOf = ({ state }: Pick<Location, "state">): number => Number(state?.[name] ?? 0);

const withDepth = (state: unknown, depth: number) => {
  const { [name]: _, ...rest }: Record<string, unknown> =
    typeof state === "object" && state !== null ? { ...state } : {};
  return depth ? { ...rest, [name]: depth } : rest;
};

const isBlocked = ({ blockers }: Router["state"]) => [...blockers.values()].some(({ state }) => state === "blocked");

/** Out of range the browser would do nothing, and say nothing. In memory there is no `idx`, and the router stays within its entries. */
const isInRange = (by: number) => !(window.history.state?.idx + by < 0);

function make(router: Router) {
  const { navigate } = router;
  let last = router.state.location;
  /** Until the router has arrived. */
  let going: Promise<void> | undefined;
  let isPushing = false;
  let isLeaving = false;
  let wasOwn = false;

  /** To the same page with more or fewer overlays: the loaders have nothing new to say, unless they are at it. */
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
    if (location === last) return;
    last = location;
    wasOwn = going !== undefined;
    isLeaving = false;
  }
  notice();
  router.subscribe(notice);

  function go(by: number): Promise<void> {
    const from = router.state.location;
    going = new Promise<void>((resolve) => {
      const stop = router.subscribe((state) => {
        if (state.location === from && !isBlocked(state)) return;
        stop();
        resolve();
      });
    }).then(() => {
      going = undefined;
    });
    navigate(by);
    return going;
  }

  /** From the page itself, so that no entry of an overlay stays behind. */
  async function leave(): Promise<void> {
    while (going) await going;
    const depth = depthOf(router.state.location);
    if (depth && isInRange(-depth)) await go(-depth);
  }

  async function onward(to: unknown, options?: Going): Promise<void> {
    const isAtPage = !going && depthOf(router.state.location) === 0;
    if (typeof to === "number") {
      while (going) await going;
      // Closed twice, it goes back once.
      if (isLeaving) return;
      const by = to < 0 ? to - depthOf(router.state.location) : to;
      isLeaving = isInRange(by);
      return navigate(by);
    }
    // At once, where nothing is to be left first.
    if (!isAtPage) await leave();
    return navigate(
      to as string,
      options && "state" in options ? { ...options, state: withDepth(options.state, 0) } : options,
    );
  }
  router.navigate = onward;

  return {
    /** The last move was of this file. */
    wasOwn: () => wasOwn,
    /** The application itself is on its way elsewhere. */
    isLeaving: () => isLeaving || router.state.navigation.state !== "idle",
    /** Forward again, to overlays that stay. */
    restore: (by: number) => void go(by),
    /** One step towards as many entries as there are overlays. */
    settle(open: number): void {
      const { location, navigation, revalidation, initialized, errors } = router.state;
      const isBusy = going || isLeaving || navigation.state !== "idle" || revalidation !== "idle";
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
 * no loader nor a word before it moves on, so that its `navigate` and its routes' `shouldRevalidate` are wrapped here.
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
