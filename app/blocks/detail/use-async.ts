import { useCallback, useEffect, useState } from "react";

/**
 * What a dialog, a drawer or a part of a page asks for by itself, and again with another `ask`, which therefore must keep its identity: it stands in no address, so
 * that no loader can carry it. The former answer stays until the next one comes.
 */
export function useAsync<T>(ask: (signal: AbortSignal) => Promise<T>) {
  const [answer, setAnswer] = useState<T>();
  const [hasFailed, setHasFailed] = useState(false);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further turn asks the same once more.
  useEffect(() => {
    const own = new AbortController();
    setHasFailed(false);
    ask(own.signal).then(setAnswer, () => {
      if (!own.signal.aborted) setHasFailed(true);
    });
    return () => own.abort();
  }, [ask, turn]);

  return { answer, hasFailed, again: useCallback(() => setTurn((now) => now + 1), []) };
}
