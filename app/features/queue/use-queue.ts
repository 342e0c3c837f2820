import { useState } from "react";

/** What a decision says of the queue that it was made in; see `inQueue` of the contract. */
interface Decided {
  next_id: number | null;
}

/** Goes through what waits: what is decided gives way to the next, and is counted for as long as its screen stands. */
export function useQueue(open: (id: number) => void) {
  const [done, setDone] = useState(0);
  return {
    /** How many have been decided here. */
    done,
    /** Follows a decision. After the last one what was decided stays, and says so. */
    onDecided: ({ next_id }: Decided) => {
      setDone((before) => before + 1);
      if (next_id !== null) open(next_id);
    },
  };
}

/** Of a queue that lies on the list's page: the next row that waits, behind this one or else from the top. */
export function nextOf<Row extends { id: number }>(
  rows: readonly Row[],
  { id }: { id: number },
  waits: (row: Row) => boolean,
): Row | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].find(waits);
}
