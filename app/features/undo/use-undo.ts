import { useEffect, useRef, useState } from "react";
import { call } from "~/app/api/call";
import { announceWrite } from "~/app/api/written";
import { type BatchUndo, batch } from "~/contract/shared/batch";
import { usePolled } from "../use-polled";
import { reportUndo } from "./undo";

export function useUndo(id: number | null, onDone: () => void, known?: BatchUndo) {
  const [state, setState] = useState(known);
  const [isAsking, setIsAsking] = useState(false);
  /** Set at once, before the next render: a second click sends nothing. */
  const hasStarted = useRef(false);
  const isKnown = known !== undefined;

  // The dialog has no address, so no loader knows of it.
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

  usePolled(
    state?.status === "running" ? state.id : undefined,
    (running) => call(batch.get, { params: { id: running } }, { silent: true }),
    (now) => {
      setState(now);
      if (now.status === "running") return false;
      if (now.success > 0) announceWrite();
      reportUndo(now);
      onDone();
      return true;
    },
  );

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
    onDone();
  }

  return { state, isAsking, undo };
}
