import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { CallInput } from "~/app/api/call";
import { toast } from "~/app/api/toast";
import type { Acts, Submission, WriteAction, WriteError, WriteResult } from "~/app/api/writes";
import type { Reply } from "~/contract/endpoint";

interface Then<Data> {
  /** Told once when the act has been done. */
  success?: string;
  onSuccess?: (data: Data) => void;
  onError?: (error: WriteError) => void;
}

interface Running {
  handlers: Then<unknown>;
  /** The fetcher's data when the run began: anything else is its answer. */
  before: unknown;
  hasStarted: boolean;
}

/**
 * Does acts of a clientAction made by `writes` and says how they went; the page's data is loaded again by Remix. One at a time: while
 * `pending`, further runs are ignored. `action` is another screen's path, where the act is not the present screen's.
 */
export function useAct<Action extends Pick<WriteAction<Acts>, "acts">>(action?: string) {
  type A = Action["acts"];
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  const running = useRef<Running | undefined>(undefined);
  // Said at once: the router tells of its fetchers when it finds the time, and a click until then would go unheard.
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<WriteError>();
  const { state } = fetcher;
  // A clientAction's result is handed over as it is; Remix's type would describe it as if it had been JSON.
  const data = fetcher.data as unknown as WriteResult<Acts> | undefined;

  // A fetcher answers by its state alone; this calls the handlers of a run once, when its answer has come.
  useEffect(() => {
    const run = running.current;
    if (!run) return;
    const end = () => {
      running.current = undefined;
      setIsRunning(false);
    };
    if (state !== "idle") run.hasStarted = true;
    if (data && data !== run.before) {
      end();
      if (data.ok) {
        if (run.handlers.success) toast.success(run.handlers.success);
        run.handlers.onSuccess?.(data.data);
      } else {
        setError(data.error);
        run.handlers.onError?.(data.error);
      }
    } else if (state === "idle" && run.hasStarted) {
      // It led elsewhere, e.g. to /login.
      end();
    }
  }, [data, state]);

  function run<K extends keyof A & string>(
    act: K,
    input?: Omit<CallInput<A[K]>, "query">,
    then: Then<Reply<A[K]>> = {},
  ): void {
    if (running.current) return;
    // The act's name decides the type of its data.
    running.current = { handlers: then as Then<unknown>, before: data, hasStarted: false };
    setIsRunning(true);
    setError(undefined);
    const submission: Submission = { act, ...input };
    // Said outright: the router may already be elsewhere, e.g. at /login, while this page still stands.
    const to = action ?? pathname + search;
    fetcher.submit(JSON.stringify(submission), { method: "post", encType: "application/json", action: to });
  }

  return { run, pending: isRunning || state !== "idle", error };
}
