import { useState } from "react";

/** Chosen rows by number: `toggle` chooses one, or no longer. */
export function useChosen() {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  return {
    chosen,
    toggle: (id: number) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
    clear: () => setChosen([]),
  };
}
