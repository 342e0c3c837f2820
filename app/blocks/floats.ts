import { ahead } from "./lazy-part";

/** Menus, lists of options, calendars and tips: a list stands before they come. */
export const floats = ahead(() => import("./floating"));
