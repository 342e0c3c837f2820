import { useLocation, useNavigate } from "@remix-run/react";
import { useLatest } from "../use-latest";

/** The state of an entry whose dialog or drawer was opened from the page: closing it goes back. */
export const openedHere = { isFromList: true };

export const isOpenedHere = (state: unknown) => typeof state === "object" && state !== null && "isFromList" in state;

/** Closes what an address opened: back to the page it was opened from, `otherwise` where the address itself was opened. */
export function useBackOr(otherwise: () => void): () => void {
  const { state } = useLocation();
  const navigate = useNavigate();
  return useLatest(() => (isOpenedHere(state) ? navigate(-1) : otherwise()));
}
