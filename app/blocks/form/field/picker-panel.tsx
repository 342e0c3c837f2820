import { Center, Popover } from "@mantine/core";
import { type ReactElement, type ReactNode, type RefObject, useState } from "react";
import { OpenSheet } from "~/app/blocks/feedback/open-sheet";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { usePressed } from "~/app/blocks/use-pressed";

interface PickerPanelProps {
  label: string;
  /** The field that is pressed. */
  target: (onClick: () => void) => ReactElement;
  /** Shown until the panel is loaded. */
  waiting: ReactNode;
  button: RefObject<HTMLButtonElement>;
  children: (close: () => void) => ReactNode;
}

/** The panel of a picker field: below it, or as a sheet at the bottom of the phone. */
export function PickerPanel({ label, target, button, children }: PickerPanelProps) {
  usePressed(button);
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const content = isOpen ? children(close) : null;
  const field = target(() => setIsOpen(!isOpen));
  if (isPhone)
    return (
      <>
        {field}
        <OpenSheet isOpen={isOpen} onClose={close} title={label}>
          <Center>{content}</Center>
        </OpenSheet>
      </>
    );
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>{field}</Popover.Target>
      <Popover.Dropdown aria-label={label}>{content}</Popover.Dropdown>
    </Popover>
  );
}
