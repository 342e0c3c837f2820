import { useState } from "react";

/** A decision's answer about its queue; see `inQueue` of the contract. */
interface Decided {
  next_id: number | null;
}

/** Goes through a queue: after a decision the next one opens; the count lasts as long as the screen. */
export function useQueue(open: (id: number) => void) {
  const [done, setDone] = useState(0);
  return {
    done,
    /** Runs after a decision. After the last one, the record stays and says so. */
    onDecided: ({ next_id }: Decided) => {
      setDone((before) => before + 1);
      if (next_id !== null) open(next_id);
    },
  };
}

export function nextOf<Row extends { id: number }>(
  rows: readonly Row[],
  { id }: { id: number },
  waits: (row: Row) => boolean,
): Row | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].find(waits);
}
