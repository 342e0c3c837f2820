export type Wanted = Record<string, string | number | null | undefined>;

/** An address with other things open, or looked at otherwise: `kept` stays, what is empty is left out. */
export function figureAddress(now: URLSearchParams, kept: readonly string[], wanted: Wanted): URLSearchParams {
  const next = new URLSearchParams([...now].filter(([name]) => kept.includes(name)));
  for (const [name, value] of Object.entries(wanted)) {
    next.delete(name);
    if (value !== undefined && value !== null && value !== "") next.set(name, String(value));
  }
  return next;
}
