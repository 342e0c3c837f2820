import { publicScreenAt } from "~/contract/public-screens";
import { routerAccess } from "./router-access";

const key = "return_path";
/** Set where a session ended in the middle of work, not on the way in. */
const workKey = "return_work";

/** The default landing page. */
export const landing = "/dashboard";

/** The address as a path on this origin, except sign-in pages; undefined for anything else, however written. */
export function ownPath(address: string): string | undefined {
  if (!address.startsWith("/") || /^\/[/\\]/.test(address)) return undefined;
  let url: URL;
  try {
    url = new URL(address, window.location.origin);
  } catch {
    return undefined;
  }
  const { origin, pathname, search, hash } = url;
  // A path may hold dots that leave two slashes at its beginning: the address of another host.
  const isOwn = origin === window.location.origin && pathname !== "/" && !pathname.startsWith("//");
  return isOwn && !publicScreenAt(pathname) ? pathname + search + hash : undefined;
}

let visited: string | undefined;
const places = new Map<string, string>();

/** Notes the staff address that is being opened: for the return after a 401 on the way, and for links back to where one was. */
export function noteVisit(url: URL): void {
  visited = url.pathname + url.search;
  places.set(placeKey(url.pathname), visited);
}

const placeKey = (pathname: string) => pathname.toLowerCase().replace(/\/$/, "");

/** A screen's address as it was last open in this tab, with its filters and page. */
export function lastPlace(path: string): string {
  return places.get(placeKey(path)) ?? path;
}

/** Remembers for the next sign-in in this tab where the visitor was going, or was. */
export function rememberReturn(address: string | undefined = visited): void {
  const path = address && ownPath(address);
  try {
    if (!path) return;
    window.sessionStorage.setItem(key, path);
    // Once the application runs, the user is working with the screen.
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

export function returnPath(): string | undefined {
  return ownPath(kept(key));
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
