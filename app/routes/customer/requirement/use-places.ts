import { useSetAddress } from "~/app/blocks/use-set-address";

export function usePlaces() {
  const setAddress = useSetAddress();
  const go = (name?: "edit" | "annexes", value?: number | "new", replace = false) =>
    setAddress({ edit: undefined, annexes: undefined, ...(name && { [name]: value }) }, { replace });
  return {
    edit: (id: number | "new") => go("edit", id),
    annexes: (id: number) => go("annexes", id),
    created: (id: number) => go("annexes", id, true),
    list: () => go(undefined, undefined, true),
  };
}
