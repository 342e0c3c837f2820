import { useState } from "react";
import type { RevealedContacts } from "./reveal-customer";

export function useRevealed(id: number) {
  const [shown, setShown] = useState<{ id: number; contacts: RevealedContacts }>();
  return {
    revealed: shown?.id === id ? shown.contacts : undefined,
    onRevealed: (contacts: RevealedContacts) => setShown({ id, contacts }),
  };
}
