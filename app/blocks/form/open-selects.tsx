import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { MantineThemeProvider, MultiSelect, type MultiSelectProps, Select, type SelectProps } from "@mantine/core";
import { type FocusEvent, type Ref, useState } from "react";

export type SelectOneProps = SelectProps & { inputRef?: Ref<HTMLInputElement> };
export type SelectManyProps = MultiSelectProps & {
  inputRef?: Ref<HTMLInputElement>;
  /** On one line, where the field must not grow. */
  isOneLine?: boolean;
};

/** Mantine tells only so that a select is open; a select has no prop for it. */
const expanding = {
  components: {
    ComboboxTarget: { defaultProps: { withExpandedAttribute: true } },
    ComboboxEventsTarget: { defaultProps: { withExpandedAttribute: true } },
  },
};

const options = { maxHeight: 260, overflowY: "auto" } as const;

type Watched = Pick<SelectProps, "onDropdownOpen" | "onDropdownClose" | "onFocus" | "comboboxProps">;

/**
 * What makes the input a combo box while its list box is open: closed, Mantine leaves out what the role requires. Its options are drawn once it has the focus: those of a list's filters are
 * hundreds, and would be before its rows.
 */
function useCombobox({ onDropdownOpen, onDropdownClose, onFocus, comboboxProps }: Watched) {
  const [isOpen, setIsOpen] = useState(false);
  const [isReached, setIsReached] = useState(false);
  return {
    // The options scroll by themselves: Mantine's scroll area would stand between a list box and its options (axe).
    withScrollArea: false,
    comboboxProps: { shadow: "md", keepMounted: isReached, ...comboboxProps },
    role: isOpen ? "combobox" : undefined,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      setIsReached(true);
      onFocus?.(event);
    },
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

/** A select of one value, as it is once somebody may open it. */
export function OpenSelectOne({ inputRef, ...props }: SelectOneProps) {
  const combobox = useCombobox(props);
  return (
    <MantineThemeProvider theme={expanding}>
      <Select ref={inputRef} styles={{ options }} {...props} {...combobox} />
    </MantineThemeProvider>
  );
}

/** A select of several values, as it is once somebody may open it. */
export function OpenSelectMany({ inputRef, isOneLine = false, ...props }: SelectManyProps) {
  const combobox = useCombobox(props);
  const pillsList = isOneLine ? ({ flexWrap: "nowrap", overflow: "hidden" } as const) : undefined;
  return (
    <MantineThemeProvider theme={expanding}>
      <MultiSelect ref={inputRef} styles={{ options, pillsList }} {...props} {...combobox} />
    </MantineThemeProvider>
  );
}
