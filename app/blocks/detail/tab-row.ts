/** A row of tabs in one line; scrolls sideways if too long. The style is inline: Mantine's own wraps, and may load later. */
export const tabRow = {
  ref: showPresent,
  style: { position: "relative", flexWrap: "nowrap", overflowX: "auto", scrollbarWidth: "none" },
} as const;

function showPresent(row: HTMLElement | null): void {
  const tab = row?.querySelector<HTMLElement>("[aria-selected=true]");
  // The first one is in view; measuring would lay out the whole page before it is drawn.
  if (row && tab && tab !== row.firstElementChild)
    row.scrollLeft = Math.max(0, tab.offsetLeft + tab.offsetWidth - row.clientWidth);
}

export function tabOf<Key extends string>(search: URLSearchParams, keys: readonly Key[]): Key {
  const wanted = search.get("tab");
  return keys.find((key) => key === wanted) ?? (keys[0] as Key);
}
