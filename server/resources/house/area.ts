import { estateScreens } from "~/contract/house/estate";
import { estateAuditScreens } from "~/contract/house/estate-audit";
import { mansionScreens } from "~/contract/house/mansion";
import { mansionApplicationScreens } from "~/contract/house/mansion-application";
import type { Served } from "~/server/lib/serve";
import type { Sources } from "~/server/resources/customer/timeline/sources";
import type { Undoers } from "~/server/resources/shared/batch";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Topics } from "~/server/resources/shared/events";
import type { Searchers } from "~/server/resources/shared/search";
import { albumHandlers } from "./album";
import { estateHandlers } from "./estate";
import { commentedEstates, findEstates } from "./estate/list";
import { estateAuditHandlers } from "./estate-audit";
import { houseIntakeHandlers } from "./house-intake";
import { mansionHandlers } from "./mansion";
import { mansionApplicationHandlers } from "./mansion-application";
import { matchHandlers } from "./match";
import { roomHandlers } from "./room";
import { unitHandlers } from "./unit";
import { board } from "./unit/board-topic";
import { unitImportHandlers } from "./unit/import-run";
import { held, quoted } from "./unit/state";
import { undoUnits } from "./unit/undo";

export { optionSources } from "./option-sources";

export const served: readonly Served[] = [
  ...matchHandlers,
  ...estateHandlers,
  ...estateAuditHandlers,
  ...unitHandlers,
  ...unitImportHandlers,
  ...mansionHandlers,
  ...roomHandlers,
  ...albumHandlers,
  ...mansionApplicationHandlers,
  ...houseIntakeHandlers,
];

export const timeline = { hold: held, quote: quoted } satisfies Sources;

export const searchers = { estates: findEstates } satisfies Partial<Searchers>;

export const commented = { estate: commentedEstates } satisfies Partial<CommentOwners>;

export const undoers = { unit: undoUnits } satisfies Undoers;

export const topics = { board } satisfies Topics;

export const screens = { ...estateAuditScreens, ...mansionScreens, ...mansionApplicationScreens, ...estateScreens };
