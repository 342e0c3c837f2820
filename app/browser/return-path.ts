import { publicScreenAt } from "~/contract/public-screens";
import { routerAccess } from "./router-access";

const key = "return_path";
/** Set where a session ended in the middle of work, not on the way in. */
const workKey = "return_work";

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

export function noteVisit(url: URL): void {
  visited = url.pathname + url.search;
  places.set(placeKey(url.pathname), visited);
}

const placeKey = (pathname: string) => pathname.toLowerCase().replace(/\/$/, "");

export const lastPlace = (path: string): string => places.get(placeKey(path)) ?? path;

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

export const returnPath = (): string | undefined => ownPath(kept(key));

export const interruptedWork = (): string | undefined => (kept(workKey) ? returnPath() : undefined);

export function consumeReturn(): string {
  const path = returnPath() ?? landing;
  forgetReturn();
  return path;
}
