import { useEffect, useState } from "react";

/** The present moment, as often as what remains of a hold is told. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  // Time passes without any event.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
