import { trackerScreens } from "~/contract/inquiry/tracker";
import type { Served } from "~/server/lib/serve";
import type { Undoers } from "~/server/resources/shared/batch";
import { trackHandlers } from "./track";
import { trackerHandlers } from "./tracker";
import { undoTrackers } from "./tracker/undo";
import { trackerIntakeHandlers } from "./tracker-intake";

export { scenes } from "./scenes";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...trackerHandlers, ...trackHandlers, ...trackerIntakeHandlers];

/** How batches of this area's records are undone. */
export const undoers = { tracker: undoTrackers } satisfies Undoers;

/** What the screens of this area ask for at an address. */
export const screens = { ...trackerScreens };
