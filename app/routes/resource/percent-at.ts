import type { PointerEvent } from "react";

/** Of an element without a size nothing. */
const inside = (share: number) => Math.round(Math.min(1, Math.max(0, share || 0)) * 100);

/** Where in its element a pointer is, in percent of the sides. */
export function percentAt({ clientX, clientY, currentTarget }: PointerEvent): { x: number; y: number } {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: inside((clientX - left) / width), y: inside((clientY - top) / height) };
}
