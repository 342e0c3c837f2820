import type { PointerEvent } from "react";

const inside = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100);

/** Where in its element a pointer is, in percent of the sides. */
export function percentAt({ clientX, clientY, currentTarget }: PointerEvent): { x: number; y: number } {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: inside((clientX - left) / (width || 1)), y: inside((clientY - top) / (height || 1)) };
}
