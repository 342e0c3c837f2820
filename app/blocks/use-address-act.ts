import { useLocation, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { useLatest } from "./use-latest";
import { useSetAddress } from "./use-set-address";

const begun = new Set<string>();

/** Does once what an address asks for (`?import=1`), and removes it from the address: for acts in the screen's own state. */
export function useAddressAct(name: string | undefined, act: () => void): void {
  const { key } = useLocation();
  const [search] = useSearchParams();
  const setAddress = useSetAddress();
  const isAsked = name !== undefined && search.has(name);
  const begin = useLatest(() => {
    const place = `${key} ${name}`;
    if (!name || begun.has(place)) return;
    begun.add(place);
    act();
    setAddress({ [name]: undefined }, { replace: true });
  });
  // The address is what asks.
  useEffect(() => {
    if (isAsked) begin();
  }, [isAsked, begin]);
}
