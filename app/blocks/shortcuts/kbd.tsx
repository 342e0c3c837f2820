import basic from "~/app/basic.module.css";
import classes from "./kbd.module.css";
import { keyText } from "./shortcuts";

/** A key next to its act; the control itself announces it to assistive technology, unless there is none. */
export const Kbd = ({ of, isSaid = false }: { of: string; isSaid?: boolean }) => (
  <kbd className={`${classes.key} ${basic.oneLine} ${basic.dim} ${basic.size12}`} aria-hidden={!isSaid}>
    {keyText(of)}
  </kbd>
);
