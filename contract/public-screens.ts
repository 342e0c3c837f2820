import { analysisScreens } from "./analysis/screens";
import type { Screen } from "./screen";
import { signInScreens } from "./sign-in/screens";

/** The addresses that belong to a screen; letters match in either case. */
export const patternOf = ({ path }: Pick<Screen, "path">) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`, "i");

const publicScreens: readonly Screen[] = [
  ...signInScreens,
  ...analysisScreens.flatMap((screen) => [screen, ...screen.children]),
];
const patterns = publicScreens.map((screen) => ({ screen, pattern: patternOf(screen) }));

/** The screen that everybody may open, if an address belongs to one: all that the sign-in page needs of the map. */
export const publicScreenAt = (pathname: string) => patterns.find(({ pattern }) => pattern.test(pathname))?.screen;
