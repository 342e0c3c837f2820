import { useCallback, useEffect, useState } from "react";
import { type CallInput, callLoosely } from "~/app/api/call";
import type { Endpoint, Reply } from "~/contract/endpoint";

/**
 * Fetches what a dialog, a drawer or a part of a page needs, and again when `ask` changes, which must keep its identity: it has no
 * address, so no loader can carry it. The old answer stays until the next arrives.
 */
export function useAsync<T>(ask: (signal: AbortSignal) => Promise<T>) {
  const [answer, setAnswer] = useState<T>();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn repeats the same call.
  useEffect(() => {
    const own = new AbortController();
    setFailure(undefined);
    ask(own.signal).then(setAnswer, (error) => {
      if (!own.signal.aborted) setFailure({ error });
    });
    return () => own.abort();
  }, [ask, turn]);

  return {
    answer,
    hasFailed: failure !== undefined,
    error: failure?.error,
    again: useCallback(() => setTurn((now) => now + 1), []),
  };
}

export function useCall<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const key = JSON.stringify(input);
  return useAsync(
    useCallback(
      // As `call` says: the contract says what the server answers.
      (signal: AbortSignal) => callLoosely(endpoint, JSON.parse(key), { signal, silent: true }) as Promise<Reply<E>>,
      [endpoint, key],
    ),
  );
}
