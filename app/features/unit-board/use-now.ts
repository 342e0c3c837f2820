import { useEffect, useState } from "react";
import { now } from "~/contract/now";

/** The present time, updated as often as the remaining time of holds. */
export function useNow(): number {
  const [, setTurn] = useState(0);
  // Time passes without any event.
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now();
}
