import type { Screen } from "../screen";

/** The map's screens of this area, in the menu's order. */
export const personalScreens = [
  { path: "/personal-center", title: "个人中心", file: "personal/personal-center.tsx" },
] as const satisfies readonly Screen[];
