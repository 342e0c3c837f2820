import { ahead } from "./lazy-part";

/** Menus, lists of options, calendars and tips: loaded after a list is shown. */
export const floats = ahead(() => import("./floating"));
