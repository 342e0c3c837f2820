import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/**
 * Primary theme colour #257FFF (specification §9) stands at shade 6. White text on it has a contrast of 3.8, so that surfaces with text
 * take shade 7; marks, rings and bars take shade 6.
 */
const brand: MantineColorsTuple = [
  "#eaf3ff",
  "#d3e4ff",
  "#a6c8ff",
  "#76aaff",
  "#4f92ff",
  "#3686ff",
  "#257fff",
  "#1467e0",
  "#0b56c2",
  "#05469f",
];

export const theme = createTheme({
  colors: { brand },
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 7 },
  fontFamily:
    '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif',
  headings: { fontWeight: "600" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Checkbox: { defaultProps: { radius: "sm" } },
    // Its placeholder stands among the menu's items, where none but items may stand.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Closed by fingers, too.
    Notification: { styles: { closeButton: { minWidth: 32, minHeight: 32 } } },
    Modal: { styles: { close: { minWidth: 32, minHeight: 32 } } },
    Drawer: { styles: { close: { minWidth: 32, minHeight: 32 } } },
    // Mantine's coloured titles are paler than readable.
    Alert: { styles: { title: { color: "var(--mantine-color-text)" } } },
    // Help stands below, so that the inputs of a row stand on one line.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
      styles: { label: { marginBottom: 4 } },
    },
  },
});

/** Mantine's grey and red texts are paler than readable (WCAG 1.4.3); these are not. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { "--app-brand": brand[6] },
  light: {
    "--mantine-color-dimmed": "#5b6573",
    "--mantine-color-placeholder": "#687281",
    "--mantine-color-error": "#c92a2a",
    "--app-canvas": "#f4f6fa",
    "--app-line": "#e4e8ef",
  },
  dark: {
    "--mantine-color-dimmed": "#b0b5bd",
    "--mantine-color-placeholder": "#9aa0a8",
    "--mantine-color-error": "#ff8787",
    "--mantine-color-anchor": brand[3],
    "--app-canvas": "#1b1d21",
    "--app-line": "#383b40",
  },
});
