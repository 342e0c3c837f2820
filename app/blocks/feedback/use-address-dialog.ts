import { useSearchParams } from "@remix-run/react";

/** A dialog that the address opens, e.g. `?add=1` or `?edit=7`: Back closes it, a link opens it. Only one of the names at a time. */
export function useAddressDialog<Name extends string>(...names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const without = (now: URLSearchParams) => [...now].filter(([name]) => !names.some((one) => one === name));
  return {
    opened: names.find((name) => search.has(name)),
    open: (name: Name, value: string | number = 1) =>
      setSearch((now) => new URLSearchParams([...without(now), [name, String(value)]]), { preventScrollReset: true }),
    close: () => setSearch((now) => new URLSearchParams(without(now)), { replace: true, preventScrollReset: true }),
  };
}
