import { VisuallyHidden } from "@mantine/core";
import { type MouseEvent, type ReactNode, useState } from "react";
import basic from "~/app/basic.module.css";
import { floats } from "~/app/blocks/floats";
import { lazyPart } from "~/app/blocks/lazy-part";
import classes from "./edit-cell.module.css";

const OpenCell = lazyPart(floats.load, "OpenCell", ({ button }) => button);

interface EditCellProps {
  label: string;
  form: (close: () => void) => ReactNode;
  /** Its text is not a value but the button's own, such as 选日期. */
  isButton?: boolean;
  children: ReactNode;
}

/** A value that opens a small form, on the phone a dialog: Enter saves, Esc and a click outside cancel. Framed on hover or focus. */
export function EditCell({ label, form, isButton = false, children }: EditCellProps) {
  const [isOpen, setIsOpen] = useState(false);
  const toggle = () => {
    setIsOpen(!isOpen);
    floats.reach().then((hasCome) => hasCome || setIsOpen(false));
  };
  const press = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (!isOpen && target instanceof Element && !target.closest("a, button"))
      currentTarget.querySelector("button")?.click();
  };
  const act = { type: "button", "aria-haspopup": "dialog", "aria-expanded": isOpen, onClick: toggle } as const;
  const button = isButton ? (
    <button {...act} className={`${basic.plain} ${classes.button}`} data-edit-cell title={label}>
      {children} <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  ) : (
    <button {...act} className={`${basic.plain} ${classes.edit}`} aria-label={label} />
  );
  const shown = isOpen ? (
    <OpenCell button={button} label={label} close={() => setIsOpen(false)}>
      {form(() => setIsOpen(false))}
    </OpenCell>
  ) : (
    button
  );
  if (isButton) return shown;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the button.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <span className={`${basic.relative} ${classes.cell}`} data-edit-cell onClick={press}>
      {children}
      {shown}
    </span>
  );
}
