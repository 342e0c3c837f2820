/** A row of tabs in one line, which scrolls sideways where it is too long. The style is inline: Mantine's own wraps, and may come later. */
export const tabRow = {
  ref: showPresent,
  style: { position: "relative", flexWrap: "nowrap", overflowX: "auto", scrollbarWidth: "none" },
} as const;

/** Brings the chosen tab into sight when the row comes. */
function showPresent(row: HTMLElement | null): void {
  const tab = row?.querySelector<HTMLElement>("[aria-selected=true]");
  // The first one stands there; to measure it would lay out the whole page before it is drawn.
  if (row && tab && tab !== row.firstElementChild)
    row.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - row.clientWidth);
}

/** The tab that an address names, else the first. */
export function tabOf<Key extends string>(search: URLSearchParams, keys: readonly Key[]): Key {
  const wanted = search.get("tab");
  return keys.find((key) => key === wanted) ?? (keys[0] as Key);
}
