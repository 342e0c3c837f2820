import { useState } from "react";
import type { RevealedContacts } from "./reveal-customer";

/** The full numbers that a customer's page has been given: gone with the page, and never shown for another customer. */
export function useRevealed(id: number) {
  const [shown, setShown] = useState<{ id: number; contacts: RevealedContacts }>();
  return {
    revealed: shown?.id === id ? shown.contacts : undefined,
    onRevealed: (contacts: RevealedContacts) => setShown({ id, contacts }),
  };
}
