import { useSearchParams } from "@remix-run/react";
import { useBackOr, useOpening } from "./use-back-or";

export function useAddressDialog<Name extends string>(...names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const without = (now: URLSearchParams) => [...now].filter(([name]) => !names.some((one) => one === name));
  const opened = names.find((name) => search.has(name));
  const opening = useOpening(opened !== undefined);
  return {
    opened,
    open: (name: Name, value: string | number = 1) =>
      setSearch((now) => new URLSearchParams([...without(now), [name, String(value)]]), opening),
    close: useBackOr(() =>
      setSearch((now) => new URLSearchParams(without(now)), { replace: true, preventScrollReset: true }),
    ),
  };
}
