import { useBeforeUnload, useBlocker } from "@remix-run/react";
import {
  type MutableRefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { token } from "~/app/api/cookie";
import { listenersOf } from "~/app/browser/listeners";
import { isTabEnding } from "~/app/browser/tab-end";
import { OwnOverlay } from "../feedback/on-top";
import { ahead, lazyPart } from "../lazy-part";

const question = ahead(() => import("./leave-question"));
const LeaveQuestion = lazyPart(question.load, "LeaveQuestion");

type Dirty = MutableRefObject<boolean>;

/** With the query name of its tabs. */
const guarded = new Map<Dirty, string | undefined>();
const { listen, tell } = listenersOf();

function guard(isDirty: Dirty, tabs: string | undefined): () => void {
  guarded.set(isDirty, tabs);
  tell();
  return () => {
    guarded.delete(isDirty);
    tell();
  };
}

const isAnyDirty = () => [...guarded.keys()].some(({ current }) => current);

interface Place {
  pathname: string;
  search: string;
}

/** Whether a navigation leaves the guarded page: opening another of its tabs, named in the address, does not. */
function isElsewhere(from: Place, to: Place): boolean {
  const [here, there] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  for (const tabs of guarded.values()) {
    if (!tabs || !there.has(tabs)) continue;
    here.delete(tabs);
    there.delete(tabs);
  }
  return from.pathname !== to.pathname || here.toString() !== there.toString();
}

/**
 * Asks before something with unsaved changes is left, in the application or out of it. Several on a page ask once: the router knows one
 * blocker at a time, so only the first of them holds it. `tabs` is the query name of tabs that stay mounted: changing it leaves nothing.
 */
export function LeaveGuard({ isDirty, tabs }: { isDirty: Dirty; tabs?: string }) {
  const isFirst = useSyncExternalStore(listen, () => guarded.keys().next().value === isDirty);
  // Before the first paint, and gone with the page.
  useLayoutEffect(() => guard(isDirty, tabs), [isDirty, tabs]);
  return (
    <>
      {isFirst ? <Question /> : null}
      <OverlayGuard isDirty={isDirty} />
    </>
  );
}

/** Asks before Back closes the overlay that it is in, where something there is not saved. */
export function OverlayGuard({ isDirty }: { isDirty: Dirty }) {
  const overlay = useContext(OwnOverlay);
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    const ask = () => {
      // Without the question the user stays.
      if (isDirty.current) question.reach().then(setIsAsked);
      return isDirty.current;
    };
    overlay?.forms.add(ask);
    return () => void overlay?.forms.delete(ask);
  }, [overlay, isDirty]);
  if (!overlay) return null;
  const leave = () => {
    isDirty.current = false;
    setIsAsked(false);
    overlay.close();
  };
  return <LeaveQuestion isAsked={isAsked} onStay={() => setIsAsked(false)} onLeave={leave} />;
}

function Question() {
  // A ref, not a value: a form that has just been saved may leave at once.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // An ended session cannot be stopped; the draft stays.
    const hasEnded = token() === undefined;
    return isElsewhere(currentLocation, nextLocation) && !hasEnded && isAnyDirty();
  });
  useBeforeUnload(
    useCallback((event) => {
      if (isAnyDirty() && !isTabEnding()) event.preventDefault();
    }, []),
  );
  const leave = () => {
    // Discarded on purpose: nothing is saved on the way out.
    for (const isDirty of guarded.keys()) isDirty.current = false;
    blocker.proceed?.();
  };
  const isAsked = blocker.state === "blocked";
  const { reset } = blocker;
  // Without the question the user stays.
  useEffect(() => {
    if (isAsked) question.reach().then((hasCome) => hasCome || reset?.());
  }, [isAsked, reset]);
  return <LeaveQuestion isAsked={isAsked} onStay={() => blocker.reset?.()} onLeave={leave} />;
}
