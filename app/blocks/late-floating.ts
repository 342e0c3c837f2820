import { type RefObject, useRef, useState } from "react";
import { type LateModule, lateModule, useLate } from "./lazy-part";

/** Menus, lists of options, calendars and tips: a list stands before they come. */
export const floating = lateModule(() => import("./floating"));

interface FirstPress<Module> {
  /** What opens, once the button has been pressed and it has come. */
  opened: Module | undefined;
  /** The button has been pressed, and what opens is on its way. */
  isWaiting: boolean;
  /** What the button does until then. */
  press: () => void;
  button: RefObject<HTMLButtonElement>;
}

/** Of a button whose menu, calendar or the like comes with its first press. */
export function useFirstPress<Module>(late: LateModule<Module>): FirstPress<Module> {
  const module = useLate(late);
  const [isWanted, setIsWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const press = () => {
    setIsWanted(true);
    late.fetch().then((hasCome) => hasCome || setIsWanted(false));
  };
  return { opened: isWanted ? module : undefined, isWaiting: isWanted && !module, press, button };
}
