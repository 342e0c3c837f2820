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
  const location = useLocation();
  const before = useRef(location);

  const settle = useLatest(() => {
    // What is drawn, and so which overlays there are, may be a moment behind the router.
    if (location.key === router.state.location.key) entries.settle(closableOverlays().length);
  });

  useEffect(() => {
    // Later: what closes and what opens by one press are counted together.
    const hear = () => queueMicrotask(settle);
    const stops = [onOverlays(hear), router.subscribe(hear)];
    hear();
    return () => {
      for (const stop of stops) stop();
    };
  }, [router, settle]);

  const closeAbove = useLatest((depth: number, gone: number, isSamePage: boolean) => {
    for (const overlay of closableOverlays().slice(depth).reverse()) {
      const isAsking = [...overlay.forms].some((asks) => isSamePage && asks());
      if (isAsking) break;
      flushSync(overlay.close);
    }
    const staying = closableOverlays().length - depth;
    if (staying > 0 && isSamePage && !entries.isLeaving()) entries.restore(Math.min(staying, gone));
    else settle();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history.
  useEffect(() => {
    const was = before.current;
    before.current = location;
    const depth = depthOf(location);
    const isBack = was.key !== location.key && router.state.historyAction === "POP" && !entries.wasOwn();
    if (!isBack || closableOverlays().length <= depth) return void queueMicrotask(settle);
    const isSamePage = was.pathname === location.pathname && was.search === location.search;
    // Not while React is at work.
    queueMicrotask(() => closeAbove(depth, depthOf(was) - depth, isSamePage));
  }, [location.key]);
}
