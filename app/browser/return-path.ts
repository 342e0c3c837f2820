import { screenAt } from "~/contract/screens";
import { routerAccess } from "./router-access";

const key = "return_path";
/** Set where a session ended in the middle of work, not on the way in. */
const workKey = "return_work";

/** Where everybody lands who was going nowhere else. */
export const landing = "/dashboard";

/** The address as a path of a known staff screen on this origin; undefined for anything else, however it is written. */
export function staffPath(address: string): string | undefined {
  if (!address.startsWith("/") || /^\/[/\\]/.test(address)) return undefined;
  let url: URL;
  try {
    url = new URL(address, window.location.origin);
  } catch {
    return undefined;
  }
  const screen = url.origin === window.location.origin ? screenAt(url.pathname) : undefined;
  return screen && !screen.public ? url.pathname + url.search + url.hash : undefined;
}

let visited: string | undefined;
const places = new Map<string, string>();

/** Notes the staff address that is being opened, so that a 401 on the way knows what it interrupted, and the way back where one was. */
export function noteVisit(url: URL): void {
  visited = url.pathname + url.search;
  const screen = screenAt(url.pathname);
  if (screen) places.set(screen.path, visited);
}

/** A screen's address as it was last open in this tab, with its filters and page. */
export function lastPlace(path: string): string {
  return places.get(path) ?? path;
}

/** Remembers for the next sign-in in this tab where the visitor was going, or was. */
export function rememberReturn(address: string | undefined = visited): void {
  const path = address && staffPath(address);
  try {
    if (!path) return;
    window.sessionStorage.setItem(key, path);
    // Once the application stands, what it shows is being worked with.
    window.sessionStorage.setItem(workKey, routerAccess() ? "1" : "");
  } catch {
    // Without session storage the next sign-in lands on the dashboard.
  }
}

export function forgetReturn(): void {
  visited = undefined;
  places.clear();
  try {
    window.sessionStorage.removeItem(key);
    window.sessionStorage.removeItem(workKey);
  } catch {
    // Nothing could be stored either.
  }
}

function kept(name: string): string {
  try {
    return window.sessionStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** What a missing session kept this tab from. */
export function returnPath(): string | undefined {
  return staffPath(kept(key));
}

/** The same, only where it was in the middle of work. */
export function interruptedWork(): string | undefined {
  return kept(workKey) ? returnPath() : undefined;
}

/** Where to go after a password sign-in, once: the interrupted screen, else the dashboard. */
export function consumeReturn(): string {
  const path = returnPath() ?? landing;
  forgetReturn();
  return path;
}
