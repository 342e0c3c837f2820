import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import classes from "./tag.module.css";

/**
 * Colour → text on its pale ground (contrast 4.5 or more); one meaning each (docs/look.md): brand chosen, new or under way; cyan a kind, no
 * urgency; green good or done; orange waits for somebody; red late, refused or forbidden; grey over or off. The last three are only for
 * dictionary entries, whose colours an administrator chooses.
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
  isStrong?: boolean;
  title?: string;
  children: ReactNode;
}

/** A calm label for a state or a kind; its text is readable (contrast 4.5) in both colour schemes, unlike Mantine's light Badge. */
export function Tag({ color = "gray", isStrong, title, children }: TagProps) {
  const colors = {
    "--tag-ground": `var(--mantine-color-${color}-light)`,
    "--tag-text": texts[color],
    "--tag-text-dark": `var(--mantine-color-${color}-2)`,
  };
  return (
    <span
      className={`${classes.tag} ${basic.oneLine} ${basic.size12} ${basic.medium}`}
      style={colors}
      title={title}
      data-strong={isStrong || undefined}
    >
      {children}
    </span>
  );
}
