const key = "estate-map";

interface Kept {
  at: [number, number];
  zoom: number;
}

/** Where the map stood when one left it: an estate's page leads back to the same place. */
export function keptPlace(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? "null");
    const numbers = Array.isArray(kept) ? kept.filter((one): one is number => Number.isFinite(one)) : [];
    const [lat, lng, zoom] = numbers;
    return lat !== undefined && lng !== undefined && zoom !== undefined ? { at: [lat, lng], zoom } : undefined;
  } catch {
    return undefined;
  }
}

export function keepPlace({ at, zoom }: Kept): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify([...at, zoom]));
  } catch {
    // The map then begins with the estates of the list.
  }
}
