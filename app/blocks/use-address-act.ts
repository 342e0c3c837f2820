import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { useLatest } from "./use-latest";

/** The places whose act has begun: a button may stand on a page twice, as in an empty list. */
const begun = new Set<string>();

/** Does what an address asks for (`?import=1`) once, and takes it out of the address: for what lives in the screen's own state. */
export function useAddressAct(name: string | undefined, act: () => void): void {
  const { key } = useLocation();
  const [search, setSearch] = useSearchParams();
  const isAsked = name !== undefined && search.has(name);
  const begin = useLatest(() => {
    const place = `${key} ${name}`;
    if (!name || begun.has(place)) return;
    begun.add(place);
    act();
    setSearch((now) => new URLSearchParams([...now].filter(([one]) => one !== name)), {
      replace: true,
      preventScrollReset: true,
    });
  });
  // The address is what asks.
  useEffect(() => {
    if (isAsked) begin();
  }, [isAsked, begin]);
}
