import type { Screen } from "./screen";
import { signInScreens } from "./sign-in/screens";

/** The addresses that belong to a screen; letters match in either case. */
export const patternOf = ({ path }: Pick<Screen, "path">): RegExp =>
  new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`, "i");

const patterns = signInScreens.map((screen) => ({ screen, pattern: patternOf(screen) }));

/** The way in that an address belongs to: all that the sign-in page needs of the map. */
export const publicScreenAt = (pathname: string): Screen | undefined =>
  patterns.find(({ pattern }) => pattern.test(pathname))?.screen;
