import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { depthOf, overlayEntries, useRouter } from "~/remix/overlay-entries";
import { useLatest } from "../use-latest";
import { closableOverlays, onOverlays } from "./on-top";

/** Gives each overlay a history entry of its own, so that Back closes what lies on top (domain D.0). Once in the application. */
export function useBackCloses(): void {
  const router = useRouter();
  const entries = overlayEntries(router);
  const { key } = useLocation();
  const known = useRef(entries.arrival().moves);

  const settle = useLatest(() => {
    const { location, moves, isBack, isSamePage } = entries.arrival();
    // What is drawn may be a moment behind the router.
    if (key !== location.key) return;
    const isNew = moves !== known.current;
    known.current = moves;
    if (isNew && isBack) {
      const depth = depthOf(location);
      closeAbove(depth, isSamePage);
      const staying = closableOverlays().length - depth;
      if (isSamePage && staying > 0) entries.restore(staying);
    }
    entries.settle(closableOverlays().length);
  });

  useEffect(() => {
    // Later: what closes and what opens by one press are counted together, and React is not at work.
    const hear = () => queueMicrotask(settle);
    const stops = [onOverlays(hear), router.subscribe(hear)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router, settle]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry, once it is drawn.
  useEffect(() => queueMicrotask(settle), [key, settle]);
}

/** From the top, to the first one that asks and stays. */
function closeAbove(depth: number, isSamePage: boolean): void {
  for (const { close, forms } of closableOverlays().slice(depth).reverse()) {
    const asking = isSamePage ? [...forms].filter((asks) => asks()) : [];
    if (asking.length) return;
    flushSync(close);
  }
}
