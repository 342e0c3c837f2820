/** The values of one sign-in are valid this long, then dropped. */
const lifetime = 10 * 60_000;

type Place = "localStorage" | "sessionStorage";

/** Keeps what a sign-in through another site needs on its return. */
export function keepOnce(place: Place, key: string, value: Record<string, string>): void {
  try {
    window[place].setItem(key, JSON.stringify({ ...value, at: Date.now() }));
  } catch {
    // Without storage the return cannot be verified and ends at /login.
  }
}

export function forgetOnce(place: Place, key: string): void {
  try {
    window[place].removeItem(key);
  } catch {
    // Nothing could be stored either.
  }
}

function parsed(text: string | null): Record<string, unknown> {
  const value: unknown = JSON.parse(text ?? "{}");
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The value kept under this key in the last ten minutes, or in `within` milliseconds; anything older is removed. */
export function readOnce(place: Place, key: string, within = lifetime): Record<string, unknown> | undefined {
  try {
    const value = parsed(window[place].getItem(key));
    const age = Date.now() - Number(value.at);
    if (age >= 0 && age < within) return value;
  } catch {
    // No storage, or a foreign value.
  }
  forgetOnce(place, key);
  return undefined;
}
