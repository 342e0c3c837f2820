import { useCallback, useRef } from "react";

/** A function with a stable identity that calls the newest one given: avoids a re-render when only the handlers change. */
export function useLatest<Given extends unknown[], Result>(
  newest: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(newest);
  latest.current = newest;
  return useCallback((...given: Given) => latest.current(...given), []);
}
