import { Button } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useAddressAct } from "../use-address-act";

interface DialogButtonProps {
  icon: Icon;
  label: string;
  /** The name in the address that opens it as well: `?import=1`. */
  at?: string;
  /** The dialog, while it is open. */
  children: (onClose: () => void) => ReactNode;
}

/** A tool of a list that opens a dialog, such as 导入. */
export function DialogButton({ icon: Icon, label, at, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  useAddressAct(at, () => setIsOpen(true));
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen ? children(() => setIsOpen(false)) : null}
    </>
  );
}
