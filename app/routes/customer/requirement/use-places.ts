import { useLocation } from "@remix-run/react";
import { openedHere, useBackOr } from "~/app/blocks/feedback/use-back-or";
import { useSetAddress } from "~/app/blocks/use-set-address";

export function usePlaces() {
  const setAddress = useSetAddress();
  const { state } = useLocation();
  const go = (part: { edit?: number | "new"; annexes?: number }, options: { state?: unknown; replace?: boolean }) =>
    setAddress({ edit: undefined, annexes: undefined, ...part }, options);
  return {
    edit: (edit: number | "new") => go({ edit }, { state: openedHere }),
    annexes: (annexes: number) => go({ annexes }, { state: openedHere }),
    created: (annexes: number) => go({ annexes }, { state, replace: true }),
    list: useBackOr(() => go({}, { replace: true })),
  };
}
