import { useSearchParams } from "@remix-run/react";
import { useBackOr, useOpening } from "~/app/blocks/feedback/use-back-or";
import { useSetAddress } from "~/app/blocks/use-set-address";

const closed = { edit: undefined, annexes: undefined };

export function usePlaces() {
  const [search] = useSearchParams();
  const setAddress = useSetAddress();
  const opening = useOpening(search.has("edit") || search.has("annexes"));
  return {
    edit: (edit: number | "new") => setAddress({ ...closed, edit }, opening),
    annexes: (annexes: number) => setAddress({ ...closed, annexes }, opening),
    list: useBackOr(() => setAddress(closed, { replace: true })),
  };
}
