import { useState } from "react";
import { lateModule } from "./lazy-part";

/** Menus, lists of options, calendars and tips: a list stands before they come. */
export const floating = lateModule(() => import("./floating"));

/** Of what opens by a button and comes with its first press. */
export function useFirstPress(): { isWanted: boolean; want: () => void } {
  const [isWanted, setIsWanted] = useState(false);
  return {
    isWanted,
    want: () => {
      setIsWanted(true);
      floating.fetch();
    },
  };
}
