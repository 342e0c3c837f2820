/** How the page is looked at, which stays while rows open and close. */
const kept = ["from", "to", "grain", "team_id", "user_id", "country"];

/** An address with other things open, or looked at otherwise; what is empty is left out. */
export function trendAddress(now: URLSearchParams, wanted: Record<string, string | number | null | undefined>) {
  const next = new URLSearchParams([...now].filter(([name]) => kept.includes(name)));
  for (const [name, value] of Object.entries(wanted)) {
    next.delete(name);
    if (value !== undefined && value !== null && value !== "") next.set(name, String(value));
  }
  return next;
}
