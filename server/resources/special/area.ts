import { specialScreenData } from "~/contract/special/special";
import type { Served } from "~/server/lib/serve";
import { undoContent } from "~/server/resources/content/life";
import type { Undoers } from "~/server/resources/shared/batch";
import { specials } from "./kind";
import { specialPage } from "./page";
import { publicSpecialHandlers } from "./public-special";
import { specialHandlers } from "./special";

export { optionSources } from "./special";

export const kinds = { special: specials };

export const pages = { special: specialPage };

export const served: readonly Served[] = [...specialHandlers, ...publicSpecialHandlers];

export const undoers = { special: undoContent(specials) } satisfies Undoers;

export const screens = specialScreenData;
