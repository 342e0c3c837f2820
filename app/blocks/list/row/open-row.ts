import type { MouseEvent } from "react";

/** Controls in a row, and what they have opened; a click near a box or act counts as a miss, not as one on the row. */
const controls =
  "a, button, input, select, textarea, label, summary, [data-edit-cell], [role=button], [role=dialog], [role=listbox], [role=menu], td[data-still]";

export const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

export function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  if (!isPlain(event) || !(target instanceof Element) || !currentTarget.contains(target)) return false;
  return !target.closest(controls) && (window.getSelection()?.isCollapsed ?? true);
}

export const nameOfRow = (row: HTMLElement | null | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>("[data-opener]") ?? null;
