import type { CSSProperties, ReactNode } from "react";
import classes from "./tag.module.css";

/** Colour → text on its pale ground, with a contrast of at least 4.5. */
const texts = {
  brand: "#05469f",
  cyan: "#0b6375",
  teal: "#06654a",
  green: "#22702f",
  grape: "#862e9c",
  orange: "#a63c06",
  red: "#b02525",
  yellow: "#7a4d00",
  gray: "#495057",
} as const;
export type TagColor = keyof typeof texts;

interface TagProps {
  color?: TagColor;
  /** The long form, for the pointer. */
  title?: string;
  children: ReactNode;
}

/** A calm label for a state or a kind; its text stays readable (contrast 4.5) in either colour scheme, which Mantine's light Badge is not. */
export function Tag({ color = "gray", title, children }: TagProps) {
  const colors = {
    "--tag-ground": `var(--mantine-color-${color}-light)`,
    "--tag-text": texts[color],
    "--tag-text-dark": `var(--mantine-color-${color}-2)`,
  } as CSSProperties; // React's type knows no custom properties.
  return (
    <span className={classes.tag} style={colors} title={title}>
      {children}
    </span>
  );
}
