import { useSearchParams } from "@remix-run/react";

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
