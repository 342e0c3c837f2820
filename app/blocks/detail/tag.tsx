import type { CSSProperties, ReactNode } from "react";
import classes from "./tag.module.css";

/**
 * Colour → text on its pale ground, with a contrast of at least 4.5. Each has one meaning (docs/look.md): brand is chosen, new or under way; cyan a kind, without
 * urgency; green good or done; orange waits for somebody's act; red is late, refused or forbidden; grey is over or off. The last three are for entries of the
 * dictionary alone, whose colours an administrator chooses.
 */
const texts = {
  brand: "#05469f",
  cyan: "#0b6375",
  green: "#16694a",
  orange: "#8a420e",
  red: "#b02525",
  gray: "#4d5561",
  teal: "#06654a",
  grape: "#6b3d86",
  yellow: "#7a4d00",
} as const;
export type TagColor = keyof typeof texts;

interface TagProps {
  color?: TagColor;
  /** Full of its colour: the highest of a scale. */
  isStrong?: boolean;
  /** The long form, for the pointer. */
  title?: string;
  children: ReactNode;
}

/** A calm label for a state or a kind; its text stays readable (contrast 4.5) in either colour scheme, which Mantine's light Badge is not. */
export function Tag({ color = "gray", isStrong, title, children }: TagProps) {
  const colors = {
    "--tag-ground": `var(--mantine-color-${color}-light)`,
    "--tag-text": texts[color],
    "--tag-text-dark": `var(--mantine-color-${color}-2)`,
  } as CSSProperties; // React's type knows no custom properties.
  return (
    <span className={classes.tag} style={colors} title={title} data-strong={isStrong || undefined}>
      {children}
    </span>
  );
}
