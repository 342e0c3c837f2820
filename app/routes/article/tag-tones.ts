import type { TagColor as Tone } from "~/app/blocks/detail/tag";
import type { TagColor } from "~/contract/article/tag";

/** A news tag's colour as the calm one that can be read on its ground. */
export const tagTones: Readonly<Record<TagColor, Tone>> = {
  gray: "gray",
  blue: "brand",
  cyan: "cyan",
  teal: "teal",
  green: "green",
  yellow: "yellow",
  orange: "orange",
  red: "red",
  pink: "red",
  grape: "grape",
};
