import { useSearchParams } from "@remix-run/react";

type Options = Parameters<ReturnType<typeof useSearchParams>[1]>[1];

/**
 * Sets the named parts of the address, one after the other; a part without a value goes. The page stays where it is scrolled to. What
 * shows the choice before the page has come (a pressed button) sets the search parameters that it reads.
 */
export function useSetAddress() {
  const [, setSearch] = useSearchParams();
  return (parts: Readonly<Record<string, string | number | undefined>>, options?: Options) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(parts))
          if (value === undefined || value === "") next.delete(name);
          else next.set(name, String(value));
        return next;
      },
      { preventScrollReset: true, ...options },
    );
}
