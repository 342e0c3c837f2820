const key = "estate-map";

interface Kept {
  at: [number, number];
  zoom: number;
}

/** Where most of the business is. */
const wide: Kept = { at: [28, 115], zoom: 4 };

/** Where the map stood when one left it: an estate's page leads back to the same place. */
export function keptPlace(): Kept {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? "null");
    const numbers = Array.isArray(kept) ? kept.filter((one): one is number => Number.isFinite(one)) : [];
    const [lat, lng, zoom] = numbers;
    return lat !== undefined && lng !== undefined && zoom !== undefined ? { at: [lat, lng], zoom } : wide;
  } catch {
    return wide;
  }
}

export function keepPlace({ at, zoom }: Kept): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify([...at, zoom]));
  } catch {
    // The map then begins where it always does.
  }
}
