import { useSearchParams } from "@remix-run/react";

/** Where this screen may go: to a form, to the files of a requirement, back to the list with its filters. */
export function usePlaces() {
  const [, setSearch] = useSearchParams();
  const go = (name?: "edit" | "annexes", value?: number | "new", replace = false) =>
    setSearch(
      (now) => {
        now.delete("edit");
        now.delete("annexes");
        if (name) now.set(name, String(value));
        return now;
      },
      { preventScrollReset: true, replace },
    );
  return {
    edit: (id: number | "new") => go("edit", id),
    annexes: (id: number) => go("annexes", id),
    created: (id: number) => go("annexes", id, true),
    list: () => go(undefined, undefined, true),
  };
}
