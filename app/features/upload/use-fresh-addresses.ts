import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const freshMinutes = 8;

/** The addresses of private files end after ten minutes: whoever leaves their list open gets new ones before. */
export function useFreshAddresses(): void {
  const { revalidate } = useRevalidator();
  // Nothing but the clock asks for it.
  useEffect(() => {
    const timer = setInterval(revalidate, freshMinutes * 60_000);
    return () => clearInterval(timer);
  }, [revalidate]);
}
