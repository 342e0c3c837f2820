import { useState } from "react";
import { type LateModule, lateModule } from "./lazy-part";

/** Menus, lists of options, calendars and tips: a list stands before they come. */
export const floating = lateModule(() => import("./floating"));

interface FirstPress {
  /** It has been pressed: it opens as soon as what opens has come. */
  isWanted: boolean;
  press: () => void;
}

/** Of a button whose menu, calendar or the like comes with its first press. */
export function useFirstPress(late: Pick<LateModule<unknown>, "fetch"> = floating): FirstPress {
  const [isWanted, setIsWanted] = useState(false);
  return {
    isWanted,
    press: () => {
      setIsWanted(true);
      late.fetch().then((hasCome) => hasCome || setIsWanted(false));
    },
  };
}
