import { specialScreenData } from "~/contract/special/special";
import type { Served } from "~/server/lib/serve";
import { undoContent } from "~/server/resources/content/undo";
import type { Undoers } from "~/server/resources/shared/batch";
import { specials } from "./kind";
import { specialPage } from "./page";
import { publicSpecialHandlers } from "./public-special";
import { specialHandlers } from "./special";

export { optionSources } from "./option-sources";

/** The kinds of content of this area. */
export const kinds = { special: specials };

/** Their pages for visitors. */
export const pages = { special: specialPage };

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...specialHandlers, ...publicSpecialHandlers];

/** How batches of this area's records are undone. */
export const undoers = { special: undoContent(specials) } satisfies Undoers;

/** What the screens of this area ask for at an address. */
export const screens = specialScreenData;
