import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const freshMinutes = 8;

export function useFreshAddresses(): void {
  const { revalidate } = useRevalidator();
  // Only the clock triggers it.
  useEffect(() => {
    const timer = setInterval(revalidate, freshMinutes * 60_000);
    return () => clearInterval(timer);
  }, [revalidate]);
}
