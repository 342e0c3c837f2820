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
import { commentedEstates } from "./estate/commented";
import { findEstates } from "./estate/find";
import { estateAuditHandlers } from "./estate-audit";
import { houseIntakeHandlers } from "./house-intake";
import { mansionHandlers } from "./mansion";
import { mansionApplicationHandlers } from "./mansion-application";
import { matchHandlers } from "./match";
import { roomHandlers } from "./room";
import { unitHandlers } from "./unit";
import { board } from "./unit/board-topic";
import { held, quoted } from "./unit/timeline-sources";
import { undoUnits } from "./unit/undo";
import { unitImportHandlers } from "./unit-import";

export { optionSources } from "./option-sources";

/** Every endpoint of this area, one line per resource. */
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

/** What a customer's time line has of this area. */
export const timeline = { hold: held, quote: quoted } satisfies Sources;

/** What the header's search finds here. */
export const searchers = { estates: findEstates } satisfies Partial<Searchers>;

/** Which records of this area people comment on. */
export const commented = { estate: commentedEstates } satisfies Partial<CommentOwners>;

/** How batches of this area's records are undone. */
export const undoers = { unit: undoUnits } satisfies Undoers;

/** What event streams may carry of this area. */
export const topics = { board } satisfies Topics;

/** What the screens of this area ask for at an address. */
export const screens = { ...estateAuditScreens, ...mansionScreens, ...mansionApplicationScreens, ...estateScreens };
