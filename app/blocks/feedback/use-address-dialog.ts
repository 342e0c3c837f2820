import { useLocation, useSearchParams } from "@remix-run/react";
import { openedHere, useBackOr } from "./use-back-or";

export function useAddressDialog<Name extends string>(...names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const without = (now: URLSearchParams) => [...now].filter(([name]) => !names.some((one) => one === name));
  const opened = names.find((name) => search.has(name));
  return {
    opened,
    open: (name: Name, value: string | number = 1) =>
      setSearch((now) => new URLSearchParams([...without(now), [name, String(value)]]), {
        // Another one takes the place of what is open.
        ...(opened ? { state, replace: true } : { state: openedHere }),
        preventScrollReset: true,
      }),
    close: useBackOr(() =>
      setSearch((now) => new URLSearchParams(without(now)), { replace: true, preventScrollReset: true }),
    ),
  };
}
