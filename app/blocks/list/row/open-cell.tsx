import { Popover } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useLatest } from "~/app/blocks/use-latest";

const Dialog = lazyPart(() => import("~/app/blocks/feedback/dialog"), "Dialog");

interface OpenCellProps {
  button: ReactNode;
  label: string;
  close: () => void;
  children: ReactNode;
}

export function OpenCell({ button, label, close, children }: OpenCellProps) {
  const isPhone = useIsPhone();
  const leave = useLatest((event: MouseEvent) => {
    // The lists of its selects and calendars are outside it as well, in portals.
    if (
      event.target instanceof Element &&
      !event.target.closest("[role=dialog], [role=listbox], [data-portal], [data-edit-cell]")
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
