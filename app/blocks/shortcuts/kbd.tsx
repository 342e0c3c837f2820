import classes from "./kbd.module.css";
import { keyText } from "./shortcuts";

/** A key beside what it does; the control itself says it to assistive technology, but where there is none. */
export const Kbd = ({ of, isSaid = false }: { of: string; isSaid?: boolean }) => (
  <kbd className={classes.key} aria-hidden={!isSaid}>
    {keyText(of)}
  </kbd>
);
