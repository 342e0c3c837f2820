import { useLocation, useNavigate } from "@remix-run/react";
import { useLatest } from "../use-latest";

/** The state of an entry whose dialog or drawer was opened from the page: closing it goes back. */
const openedHere = { isFromList: true };

export const isOpenedHere = (state: unknown) => typeof state === "object" && state !== null && "isFromList" in state;

/** How an address is set that opens something on the present page: as a new entry, or in the place of what is open there already. */
export function useOpening(isOpen: boolean) {
  const { state } = useLocation();
  return isOpen ? { state, replace: true, preventScrollReset: true } : { state: openedHere, preventScrollReset: true };
}

/** Closes what an address opened: back to the page it was opened from, `otherwise` where the address itself was opened. */
export function useBackOr(otherwise: () => void): () => void {
  const { state } = useLocation();
  const navigate = useNavigate();
  return useLatest(() => (isOpenedHere(state) ? navigate(-1) : otherwise()));
}
