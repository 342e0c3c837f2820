import { VisuallyHidden } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { floats } from "../floats";
import { lazyPart } from "../lazy-part";
import classes from "./edit-cell.module.css";

const OpenCell = lazyPart(floats.load, "OpenCell", ({ button }) => button);

interface EditCellProps {
  /** What a click on it does, for those who do not see the cell. */
  label: string;
  form: (close: () => void) => ReactNode;
  children: ReactNode;
}

/** A value that opens a small form, on the phone a dialog: Enter saves, Esc and a click elsewhere leave it. A list has many, so that it is a bare button until then. */
export function EditCell({ label, form, children }: EditCellProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = (
    <button
      type="button"
      className={classes.cell}
      data-edit-cell
      title={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => {
        setIsOpen(!isOpen);
        floats.reach().then((hasCome) => hasCome || setIsOpen(false));
      }}
    >
      {children} <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
  return isOpen ? (
    <OpenCell button={button} label={label} close={() => setIsOpen(false)}>
      {form(() => setIsOpen(false))}
    </OpenCell>
  ) : (
    button
  );
}
