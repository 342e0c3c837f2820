import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import {
  MantineThemeProvider,
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
  Text,
} from "@mantine/core";
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from "react";

export type SelectOneProps = SelectProps;
export type SelectManyProps = MultiSelectProps & {
  /** On one line, if the field must not grow. */
  isOneLine?: boolean;
};

export type Reached = "focus" | "press";

interface Late {
  closed: ReactNode;
  reached: Reached | undefined;
}

function useReached(reached: Reached | undefined) {
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on mount.
  useEffect(() => {
    if (reached) input.current?.focus();
    if (reached === "press") input.current?.click();
  }, []);
  return input;
}

/** Mantine reports that a select is open only here; a select has no prop for it. */
const expanding = {
  components: {
    ComboboxTarget: { defaultProps: { withExpandedAttribute: true } },
    ComboboxEventsTarget: { defaultProps: { withExpandedAttribute: true } },
  },
};

const options = { maxHeight: 260, overflowY: "auto" } as const;

const drawnWithNotes = (data: SelectProps["data"]): SelectProps["renderOption"] =>
  data?.some((option) => typeof option === "object" && "note" in option && option.note) ? withNote : undefined;

const withNote: SelectProps["renderOption"] = ({ option, checked }) => (
  <span style={{ fontWeight: checked ? 600 : undefined }}>
    {option.label}
    {"note" in option && option.note ? (
      <Text span size="xs" c="dimmed">
        {` ${String(option.note)}`}
      </Text>
    ) : null}
  </span>
);

type Watched = Pick<SelectProps, "onDropdownOpen" | "onDropdownClose" | "onFocus" | "comboboxProps">;

/**
 * Makes the input a combo box while its list box is open: when closed, Mantine leaves out what the role requires. Options are
 * rendered on focus: lists have hundreds.
 */
function useCombobox({ onDropdownOpen, onDropdownClose, onFocus, comboboxProps }: Watched) {
  const [isOpen, setIsOpen] = useState(false);
  const [isReached, setIsReached] = useState(false);
  return {
    // The options scroll by themselves: Mantine's scroll area would be between a list box and its options (axe).
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

export function OpenSelectOne({ closed: _, reached, ...props }: SelectOneProps & Late) {
  const input = useReached(reached);
  const combobox = useCombobox(props);
  return (
    <MantineThemeProvider theme={expanding}>
      <Select ref={input} styles={{ options }} renderOption={drawnWithNotes(props.data)} {...props} {...combobox} />
    </MantineThemeProvider>
  );
}

export function OpenSelectMany({ closed: _, reached, isOneLine = false, ...props }: SelectManyProps & Late) {
  const input = useReached(reached);
  const combobox = useCombobox(props);
  const pillsList = isOneLine ? ({ flexWrap: "nowrap", overflow: "hidden" } as const) : undefined;
  return (
    <MantineThemeProvider theme={expanding}>
      <MultiSelect
        ref={input}
        styles={{ options, pillsList }}
        renderOption={drawnWithNotes(props.data)}
        {...props}
        {...combobox}
      />
    </MantineThemeProvider>
  );
}
