import { useEffect, useRef, useState } from "react";
import { call } from "~/app/api/call";
import { announceWrite } from "~/app/api/written";
import { type BatchUndo, batch } from "~/contract/shared/batch";
import { reportUndo } from "./undo";

const pollEvery = 1_000;

/** The way back from a batch of any size: what is known of its undo, and its begin. One that was left running is found again. `onDone` hears when rows have been put back. With `told` it is known how its undo stands. */
export function useUndo(id: number | null, onDone: () => void, known?: BatchUndo) {
  const [state, setState] = useState(known);
  const [isAsking, setIsAsking] = useState(false);
  /** Known at once, before the page is drawn anew: a second click sends nothing. */
  const hasStarted = useRef(false);
  const done = useRef(onDone);
  done.current = onDone;

  const isKnown = known !== undefined;

  // The dialog stands in no address, so that no loader knows of it.
  useEffect(() => {
    if (id === null || isKnown) return;
    let isOpen = true;
    call(batch.get, { params: { id } }, { silent: true }).then(
      (known) => isOpen && setState((present) => present ?? known),
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [id, isKnown]);

  const runningId = state?.status === "running" ? state.id : undefined;
  // The server tells nobody by itself: it is asked again and again.
  useEffect(() => {
    if (runningId === undefined) return;
    let isOpen = true;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async () => {
      const now = await call(batch.get, { params: { id: runningId } }, { silent: true }).catch(() => undefined);
      if (!isOpen) return;
      if (now) setState(now);
      if (!now || now.status === "running") {
        timer = setTimeout(poll, pollEvery);
        return;
      }
      if (now.success > 0) announceWrite();
      reportUndo(now);
      done.current();
    };
    timer = setTimeout(poll, pollEvery);
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [runningId]);

  /** Failures have been told by the call. */
  async function undo(): Promise<void> {
    if (id === null || hasStarted.current) return;
    hasStarted.current = true;
    setIsAsking(true);
    const reply = await call(batch.undo, { params: { id } }).catch(() => undefined);
    hasStarted.current = false;
    setIsAsking(false);
    if (!reply) return;
    if (reply.task) return setState(reply.task);
    const counts = { success: reply.success.length, failed: reply.failed.length };
    const message = reply.failed[0]?.message ?? null;
    const ended = { id, status: "done" as const, total: counts.success + counts.failed, ...counts, message };
    setState(ended);
    announceWrite();
    reportUndo(ended);
    done.current();
  }

  return { state, isAsking, undo };
}
