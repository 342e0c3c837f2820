import { useEffect, useState } from "react";
import { now } from "~/contract/now";

export function useNow(): number {
  const [, setTurn] = useState(0);
  // Time passes without any event.
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now();
}
