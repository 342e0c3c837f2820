import type { MantineColor } from "@mantine/core";
import type { CSSProperties, ReactNode } from "react";
import classes from "./tag.module.css";

interface TagProps {
  color?: MantineColor;
  /** The long form, for the pointer. */
  title?: string;
  children: ReactNode;
}

/** A calm label for a state or a kind; its text stays readable (contrast 4.5) in either colour scheme, which Mantine's light Badge is not. */
export function Tag({ color = "gray", title, children }: TagProps) {
  const colors = {
    "--tag-ground": `var(--mantine-color-${color}-light)`,
    "--tag-text": `var(--mantine-color-${color}-9)`,
    "--tag-text-dark": `var(--mantine-color-${color}-2)`,
  } as CSSProperties; // React's type knows no custom properties.
  return (
    <span className={classes.tag} style={colors} title={title}>
      {children}
    </span>
  );
}
