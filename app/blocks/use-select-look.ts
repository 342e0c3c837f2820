import { useState } from "react";

/**
 * How every select opens. Mantine calls its input a text box; as a combo box it says what it is and whether it is open, and its options may
 * scroll without being reached by Tab (axe). They scroll by themselves: Mantine's scroll area stands between a list box and its options.
 */
export function useSelectLook(onOpen?: () => void) {
  const [isOpen, setIsOpen] = useState(false);
  return {
    role: "combobox",
    "aria-expanded": isOpen,
    onDropdownOpen: () => {
      setIsOpen(true);
      onOpen?.();
    },
    onDropdownClose: () => setIsOpen(false),
    comboboxProps: { shadow: "md" },
    withScrollArea: false,
    styles: { options: { maxHeight: 260, overflowY: "auto" } },
  } as const;
}
