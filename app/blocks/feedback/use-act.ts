import { useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import type { CallInput } from "~/app/api/call";
import { keyFor } from "~/app/api/idempotency-key";
import { showWritten, type WrittenRecord } from "~/app/api/notice";
import { toast } from "~/app/api/toast";
import type { Submission, WriteEndpoint, WriteError, WriteResult } from "~/app/api/writes";
import { useLatest } from "~/app/blocks/use-latest";
import { t } from "~/app/i18n/t";
import { addressOf, type Endpoint, type Reply } from "~/contract/endpoint";

export interface RunOptions<Data> {
  success?: string | ((data: Data) => string);
  record?: WrittenRecord | ((data: Data) => WrittenRecord | undefined) | undefined;
  onSuccess?: (data: Data) => void;
  /** It got no answer and waits for the network, with all that was typed (`mayWait`). */
  onKept?: () => void;
  onError?: (error: WriteError) => void;
  errorDuration?: number;
}

/** The key and target of the last request, until the server has said what became of it. */
interface SentKey {
  to: string;
  key: string | undefined;
}

interface Act {
  to: string;
  endpoint: WriteEndpoint;
  submission: Submission;
  handlers: RunOptions<unknown>;
}

interface Running extends Act {
  /** The fetcher's data when the run began: anything else is its answer. */
  before: unknown;
  hasStarted: boolean;
}

/** Calls an endpoint through the screen's clientAction, e.g. `run(broker.update, { params: { id }, body }, { success: t("已保存") })`. */
export type Run = <E extends WriteEndpoint>(endpoint: E, input: CallInput<E>, options?: RunOptions<Reply<E>>) => void;

export const ActScreen = createContext<string | undefined>(undefined);

interface UseAct {
  run: Run;
  pending: boolean;
  error: WriteError | undefined;
}

/**
 * Writes through the screen's clientAction, which is `write`, and reports the result; Remix reloads the page's data. One at a time:
 * while `pending`, a write to another address waits, and one to the same address, a double tap, is ignored.
 * `action` is another screen's path, if the clientAction is not the present screen's.
 */
export function useAct(action?: string): UseAct {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tell = useLatest((message: string, record: WrittenRecord) =>
    showWritten(message, record, { here: { pathname, search }, open: navigate }),
  );
  const host = useContext(ActScreen);
  const running = useRef<Running | undefined>(undefined);
  const waiting = useRef<Act[]>([]);
  // Set at once: the router reports its fetchers later, and a click until then would be lost.
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<WriteError>();
  const sent = useRef<SentKey | undefined>(undefined);
  const { state } = fetcher;
  // A clientAction's result arrives unchanged; Remix's type would describe it as parsed JSON.
  const data = fetcher.data as unknown as WriteResult | undefined;

  // A fetcher reports only by its state; this calls the handlers of a run once, when its answer has arrived.
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
      if (data.ok || isFinal(data.error)) sent.current = undefined;
      if (data.ok && data.isKept) {
        run.handlers.onKept?.();
        tell(t("已保存，联网后发送"), {});
      } else if (data.ok) {
        const { success, record } = run.handlers;
        run.handlers.onSuccess?.(data.data);
        if (success) tell(answerOf(success, data.data), answerOf(record, data.data) ?? {});
      } else {
        setError(data.error);
        run.handlers.onError?.(data.error);
      }
    } else if (state === "idle" && run.hasStarted) {
      // It redirected, e.g. to /login.
      waiting.current = [];
      end();
    }
  }, [data, state, tell]);

  const start = (act: Act) => {
    running.current = { ...act, before: data, hasStarted: false };
    setIsRunning(true);
    // Sent again without an answer to the first time, it is the same form, even with other content: it must not be saved twice.
    const key = sent.current?.to === act.to ? sent.current.key : keyFor(act.endpoint);
    sent.current = { to: act.to, key };
    // Always given: the router may already be elsewhere, e.g. at /login, while this page is still shown.
    const target = action ?? host ?? pathname + search;
    fetcher.submit(JSON.stringify({ ...act.submission, key }), {
      method: "post",
      encType: "application/json",
      action: target,
    });
  };

  // After the handlers of a run's end, so that the next starts in the same moment.
  useEffect(() => {
    if (running.current) return;
    const next = waiting.current.shift();
    if (next) start(next);
  });

  const run: Run = (endpoint, input, options = {}) => {
    const submission = submissionOf(endpoint, input, options.errorDuration);
    const to = `${endpoint.method} ${addressOf(endpoint, submission.input)}`;
    // The endpoint decides the type of its data.
    const act: Act = { to, endpoint, submission, handlers: options as RunOptions<unknown> };
    if (!running.current) {
      if (error) toast.close(error.message);
      setError(undefined);
      start(act);
    } else if (![running.current, ...waiting.current].some((one) => one.to === to)) waiting.current.push(act);
  };

  // What was written is not offered again before the page shows it; after a refusal it may be, while the page reloads.
  return { run, pending: isRunning || (state !== "idle" && !error), error };
}

const answerOf = <Given>(given: Given | ((data: unknown) => Given), data: unknown): Given =>
  given instanceof Function ? given(data) : given;

/** Whether the server has refused, so that nothing was written: no answer, or a server error, leaves that open. */
const isFinal = ({ code }: WriteError) => code > 0 && code < 50_000;

const submissionOf = (endpoint: Endpoint, input: object, errorDuration: number | undefined): Submission => {
  const { line, method, path, permission, mayWait } = endpoint;
  return { endpoint: { line, method, path, permission, ...(mayWait && { mayWait }) }, input, errorDuration };
};
