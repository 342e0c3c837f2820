import { useCallback, useRef } from "react";

export function useLatest<Given extends unknown[], Result>(
  newest: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(newest);
  latest.current = newest;
  return useCallback((...given: Given) => latest.current(...given), []);
}
