import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { MantineThemeProvider, MultiSelect, type MultiSelectProps, Select, type SelectProps } from "@mantine/core";
import { useState } from "react";

/** Mantine tells only so that a select is open; a select has no prop for it. */
const expanding = {
  components: {
    ComboboxTarget: { defaultProps: { withExpandedAttribute: true } },
    ComboboxEventsTarget: { defaultProps: { withExpandedAttribute: true } },
  },
};

// The options scroll by themselves: Mantine's scroll area would stand between a list box and its options (axe).
const shared = { comboboxProps: { shadow: "md" }, withScrollArea: false } as const;
const options = { maxHeight: 260, overflowY: "auto" } as const;

/** What makes the input a combo box while its list box is open: closed, Mantine leaves out what the role requires. */
function useCombobox({ onDropdownOpen, onDropdownClose }: Pick<SelectProps, "onDropdownOpen" | "onDropdownClose">) {
  const [isOpen, setIsOpen] = useState(false);
  return {
    role: isOpen ? "combobox" : undefined,
    onDropdownOpen: () => {
      setIsOpen(true);
      onDropdownOpen?.();
    },
    onDropdownClose: () => {
      setIsOpen(false);
      onDropdownClose?.();
    },
  };
}

/** A select of one value. */
export function SelectOne(props: SelectProps) {
  const combobox = useCombobox(props);
  return (
    <MantineThemeProvider theme={expanding}>
      <Select {...shared} styles={{ options }} {...props} {...combobox} />
    </MantineThemeProvider>
  );
}

/** A select of several values. On one line, where the field must not grow. */
export function SelectMany({ isOneLine = false, ...props }: MultiSelectProps & { isOneLine?: boolean }) {
  const combobox = useCombobox(props);
  const pillsList = isOneLine ? ({ flexWrap: "nowrap", overflow: "hidden" } as const) : undefined;
  return (
    <MantineThemeProvider theme={expanding}>
      <MultiSelect {...shared} styles={{ options, pillsList }} {...props} {...combobox} />
    </MantineThemeProvider>
  );
}
