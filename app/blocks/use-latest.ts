import { useCallback, useRef } from "react";

/** A function of one identity that does what the newest one given does: for what should not be drawn anew whenever its handlers are. */
export function useLatest<Given extends unknown[], Result>(
  newest: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(newest);
  latest.current = newest;
  return useCallback((...given: Given) => latest.current(...given), []);
}
