import type { MouseEvent } from "react";

/** What in a row acts by itself, and what such has opened; beside the box and the acts one misses them easily. */
const controls =
  "a, button, input, select, textarea, label, summary, [data-edit-cell], [role=button], [role=dialog], [role=listbox], [role=menu], td[data-still]";

/** Without a modifier and by the main button: with one the browser opens the page itself. */
export const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** Whether a click is one on the row: not on a control in it, nor in what floats above it, nor the end of selecting text. */
export function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  if (!isPlain(event) || !(target instanceof Element) || !currentTarget.contains(target)) return false;
  return !target.closest(controls) && (window.getSelection()?.isCollapsed ?? true);
}

/** The link or button in which a row says its name; absent where the name opens nothing. */
export const nameOfRow = (row: HTMLElement | null | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>("[data-opener]") ?? null;
