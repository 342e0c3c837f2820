import type { Permission } from "./permissions";

export interface Screen {
  path: string;
  title: string;
  /** The route module below app/routes, once it is built. */
  file?: string;
  icon?: string;
  menu?: boolean;
  public?: boolean;
  permission?: Permission | readonly Permission[];
  children?: readonly Screen[];
}

/** The ways in. They stand apart from the map of screens, which the sign-in page does not load. */
export const publicScreens: readonly Screen[] = [
  { path: "/login", title: "登录", file: "sign-in/login.tsx", public: true },
  { path: "/auth", title: "单点登录", file: "sign-in/auth.tsx", public: true },
  { path: "/weAuth", title: "企业微信登录", file: "sign-in/we-auth.tsx", public: true },
];

/** The addresses that belong to a screen; letters match in either case. */
export const patternOf = ({ path }: Pick<Screen, "path">): RegExp =>
  new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`, "i");

const patterns = publicScreens.map((screen) => ({ screen, pattern: patternOf(screen) }));

/** The way in that an address belongs to. */
export const publicScreenAt = (pathname: string): Screen | undefined =>
  patterns.find(({ pattern }) => pattern.test(pathname))?.screen;
