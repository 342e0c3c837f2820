import { newsScreens } from "~/contract/article/article";
import { tagScreens } from "~/contract/article/tag";
import type { Served } from "~/server/lib/serve";
import type { Undoers } from "~/server/resources/shared/batch";
import type { Topics } from "~/server/resources/shared/events";

export { scenes } from "./scenes";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [];

/** How batches of this area's records are undone. */
export const undoers = {} satisfies Undoers;

/** What event streams may carry of this area. */
export const topics = {} satisfies Topics;

/** What the screens of this area ask for at an address. */
export const screens = { ...newsScreens, ...tagScreens };
