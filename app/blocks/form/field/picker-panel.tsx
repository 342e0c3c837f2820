import { Center, Popover } from "@mantine/core";
import { type ReactElement, type ReactNode, type RefObject, useState } from "react";
import { OpenSheet } from "~/app/blocks/feedback/open-sheet";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { usePressed } from "~/app/blocks/use-pressed";

interface PickerPanelProps {
  label: string;
  target: (onClick: () => void) => ReactElement;
  waiting: ReactNode;
  button: RefObject<HTMLButtonElement>;
  children: (close: () => void) => ReactNode;
}

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
