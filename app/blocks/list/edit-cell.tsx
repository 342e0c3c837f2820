import { Popover, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { lazyPart } from "../lazy-part";
import { useIsPhone } from "../use-is-phone";
import { useLatest } from "../use-latest";
import classes from "./edit-cell.module.css";

const Dialog = lazyPart(() => import("../feedback/dialog"), "Dialog");

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
      title={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
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

interface OpenCellProps {
  button: ReactNode;
  label: string;
  close: () => void;
  children: ReactNode;
}

function OpenCell({ button, label, close, children }: OpenCellProps) {
  const isPhone = useIsPhone();
  const leave = useLatest((event: MouseEvent) => {
    // The lists of its selects and calendars lie outside of it as well, in places of their own.
    if (
      event.target instanceof Element &&
      !event.target.closest(`[role=dialog], [role=listbox], [data-portal], .${classes.cell}`)
    )
      close();
  });
  useEffect(() => {
    document.addEventListener("mousedown", leave);
    return () => document.removeEventListener("mousedown", leave);
  }, [leave]);
  if (isPhone)
    return (
      <>
        {button}
        <Dialog title={label} onClose={close}>
          {children}
        </Dialog>
      </>
    );
  return (
    <Popover
      opened
      onChange={close}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
      closeOnClickOutside={false}
      width={280}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}
