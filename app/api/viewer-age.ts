import { claimsOf, token } from "./cookie";

/** After this long away from the tab, profile and menu are fetched again with the next navigation. */
const freshFor = 5 * 60_000;

/** Whose profile it is: the token's user and session, which a renewed token keeps. */
let holder = "";
let isStale = false;
let fetchedAt = 0;

/** Reloads profile and menu with the next navigation: after a sign-in or sign-out, or a refusal that contradicts them. */
export function markViewerStale(): void {
  isStale = true;
}

export function markViewerFresh(): void {
  isStale = false;
  holder = present();
  fetchedAt = Date.now();
}

export function ageViewer(): void {
  if (Date.now() - fetchedAt > freshFor) isStale = true;
}

/** Also true when somebody else has signed in meanwhile, in another tab. */
export const isViewerStale = (): boolean => isStale || holder !== present();

function present(): string {
  const { sub = "", sid = "" } = claimsOf(token());
  return `${sub}/${sid}`;
}
