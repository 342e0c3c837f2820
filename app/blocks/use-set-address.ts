import { useSearchParams } from "@remix-run/react";

type Options = Parameters<ReturnType<typeof useSearchParams>[1]>[1];
type Parts = Readonly<Record<string, string | number | undefined>>;

function withParts(search: URLSearchParams, parts: Parts): URLSearchParams {
  for (const [name, value] of Object.entries(parts))
    if (value === undefined || value === "") search.delete(name);
    else search.set(name, String(value));
  return search;
}

export function useSetAddress() {
  const [, setSearch] = useSearchParams();
  return (parts: Parts, options?: Options) =>
    setSearch((now) => withParts(new URLSearchParams(now), parts), { preventScrollReset: true, ...options });
}

/**
 * The address, and how its named parts are set. What the component reads of it changes at once, such as a pressed button, and not only when
 * the page has come: `search` itself is changed.
 */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const setAddress = (parts: Parts, options?: Options) =>
    setSearch((now) => withParts(now, parts), { preventScrollReset: true, ...options });
  return [search, setAddress] as const;
}
