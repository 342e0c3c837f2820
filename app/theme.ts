import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { fontFamily } from "./fonts";

/**
 * Primary theme colour #257FFF (domain S.9) is shade 6. White text on it has a contrast of 3.8, so surfaces with text
 * use shade 7; marks, rings and bars use shade 6.
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

/** The second accent, copper: what waits for somebody (docs/look.md). */
const orange: MantineColorsTuple = [
  "#fdf4ec",
  "#f9e4d2",
  "#f2c8a6",
  "#eaab79",
  "#e3924f",
  "#dc8136",
  "#d0722a",
  "#b4591b",
  "#964810",
  "#78390b",
];

/** Paper: slightly warm neutrals, so that the blue is the only colour. */
const gray: MantineColorsTuple = [
  "#f8f7f4",
  "#f2f0ec",
  "#e9e6e0",
  "#dedad2",
  "#cdc8be",
  "#aea89c",
  "#857f74",
  "#565c66",
  "#3a424d",
  "#1c2632",
];

/** Ink: the neutrals of the dark scheme. */
const dark: MantineColorsTuple = [
  "#d8dde5",
  "#b9c0cb",
  "#98a1ae",
  "#6b7583",
  "#454e5b",
  "#363e49",
  "#272e37",
  "#1c2229",
  "#161b21",
  "#101419",
];

/** No animation is longer (docs/look.md). */
const quick = { duration: 120 };

/** What lies below a dialog or drawer stays readable. */
const veil = { color: "#3a2c14", backgroundOpacity: 0.28 };

export const theme = createTheme({
  colors: { brand, orange, gray, dark },
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 7 },
  black: "#1a2430",
  fontFamily,
  headings: { fontWeight: "600" },
  defaultRadius: "md",
  radius: { lg: "12px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { styles: { root: { fontWeight: 500 } } },
    Checkbox: { defaultProps: { radius: "sm" } },
    Collapse: { defaultProps: { transitionDuration: quick.duration } },
    // Its placeholder is among the menu's items, where only items are allowed.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, transitionProps: quick, shadow: "md" } },
    Popover: { defaultProps: { transitionProps: quick, shadow: "md" } },
    SegmentedControl: { defaultProps: { transitionDuration: quick.duration } },
    Tooltip: { defaultProps: { transitionProps: quick } },
    // Closed by touch, too.
    Notification: { styles: { closeButton: { minWidth: 32, minHeight: 32 } } },
    Modal: {
      defaultProps: { radius: "lg", transitionProps: quick, overlayProps: veil },
      styles: { title: { fontSize: 18, fontWeight: 600 }, close: { minWidth: 32, minHeight: 32 } },
    },
    Drawer: {
      defaultProps: { transitionProps: quick, overlayProps: veil },
      styles: { title: { fontSize: 18, fontWeight: 600 }, close: { minWidth: 32, minHeight: 32 } },
    },
    // Mantine's coloured titles are too pale to read.
    Alert: { styles: { title: { color: "var(--mantine-color-text)" } } },
    // Help is below, so that the inputs of a row are on one line.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
      styles: { label: { marginBottom: 4 } },
    },
  },
});

/** Mantine's grey and red texts are too pale to read (WCAG 1.4.3); these are not. docs/look.md says what each is for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { "--app-brand": brand[6] },
  light: {
    "--mantine-color-dimmed": "#5a6472",
    "--mantine-color-placeholder": "#687281",
    "--mantine-color-error": "#c92a2a",
    "--mantine-color-red-light-color": "#c92a2a",
    "--mantine-color-brand-light-color": brand[8],
    "--app-canvas": "#f2f1ed",
    "--app-sunken": "#f7f6f3",
    "--app-line": "#e6e3dc",
    "--app-shadow": "0 0 0 1px rgb(60 48 24 / 4%), 0 1px 3px rgb(60 48 24 / 6%)",
    "--app-lifted": "0 0 0 1px rgb(60 48 24 / 6%), 0 8px 28px rgb(60 48 24 / 16%)",
    "--app-here": brand[7],
    "--app-here-ground": brand[0],
    "--app-due": orange[8],
    "--app-late": "#b02525",
    "--app-good": "#16694a",
    "--app-faint": "#b9b4a9",
  },
  dark: {
    "--mantine-color-dimmed": "#a8b0bc",
    "--mantine-color-placeholder": "#98a1ae",
    "--mantine-color-error": "#ff8787",
    "--mantine-color-red-light-color": "#ff8787",
    "--mantine-color-anchor": brand[3],
    "--app-canvas": "#12161b",
    "--app-sunken": "#232a32",
    "--app-line": "#313944",
    "--app-shadow": "0 0 0 1px rgb(255 255 255 / 4%)",
    "--app-lifted": "0 0 0 1px rgb(255 255 255 / 8%), 0 8px 28px rgb(0 0 0 / 50%)",
    "--app-here": brand[3],
    "--app-here-ground": "rgb(37 127 255 / 20%)",
    "--app-due": orange[3],
    "--app-late": "#ffa8a8",
    "--app-good": "#6fd3ab",
    "--app-faint": "#59626f",
  },
});
