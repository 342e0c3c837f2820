/** How every select opens. Its options can be scrolled by the keyboard too, which Mantine's scroll area alone does not allow (axe). */
export const selectLook = {
  comboboxProps: { shadow: "md" },
  scrollAreaProps: { viewportProps: { tabIndex: 0 } },
} as const;
