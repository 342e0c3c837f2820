import { z } from "zod";

const Visits = z.record(z.string(), z.number()).catch({});
const keyOf = (userId: number) => `page_visits_${userId}`;

function visitsOf(userId: number): Record<string, number> {
  try {
    return Visits.parse(JSON.parse(window.localStorage.getItem(keyOf(userId)) ?? "{}"));
  } catch {
    return {};
  }
}

/** Counts the visits of a screen on this device, for each person. */
export function countVisit(userId: number, path: string): void {
  const visits = visitsOf(userId);
  try {
    window.localStorage.setItem(keyOf(userId), JSON.stringify({ ...visits, [path]: (visits[path] ?? 0) + 1 }));
  } catch {
    // Without storage nothing is counted.
  }
}

/** Those of the paths that were visited, the most visited first. */
export function mostVisited(userId: number, paths: readonly string[], most: number): string[] {
  const visits = visitsOf(userId);
  const count = (path: string) => visits[path] ?? 0;
  return paths
    .filter((path) => count(path) > 0)
    .sort((one, other) => count(other) - count(one))
    .slice(0, most);
}
