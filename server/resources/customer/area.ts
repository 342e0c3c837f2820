import { blacklistScreens } from "~/contract/customer/blacklist";
import { customerRecordScreens } from "~/contract/customer/customer";
import { customerUserScreens } from "~/contract/customer/customer-user";
import { requirementScreens } from "~/contract/customer/requirement";
import { trackingScreens } from "~/contract/customer/tracking";
import { unregisterScreens } from "~/contract/customer/unregister";
import { customerPageScreens } from "~/contract/timeline/timeline";
import type { Served } from "~/server/lib/serve";
import type { Undoers } from "~/server/resources/shared/batch";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Searchers } from "~/server/resources/shared/search";
import { blacklistHandlers } from "./blacklist";
import { customerHandlers } from "./customer";
import { searchCustomers } from "./customer/list/owned-list";
import { commentedCustomers } from "./customer/row";
import { undoCustomers } from "./customer/undo";
import { customerImportHandlers } from "./customer-import";
import { customerIntakeHandlers } from "./customer-intake";
import { customerUserHandlers } from "./customer-user";
import { poolHandlers } from "./pool";
import { requirementHandlers } from "./requirement";
import { annexHandlers } from "./requirement-annex";
import { customerSources, type Sources } from "./timeline/sources";
import { trackingHandlers } from "./tracking";
import { undoTrackings } from "./tracking/next-step";
import { transferHandlers } from "./transfer";
import { unregisterHandlers } from "./unregister";

export { optionSources } from "./option-sources";

export const served: readonly Served[] = [
  ...customerHandlers,
  ...poolHandlers,
  ...customerImportHandlers,
  ...customerUserHandlers,
  ...customerIntakeHandlers,
  ...transferHandlers,
  ...trackingHandlers,
  ...requirementHandlers,
  ...annexHandlers,
  ...blacklistHandlers,
  ...unregisterHandlers,
];

export const searchers = { customers: searchCustomers } satisfies Partial<Searchers>;

export const timeline: Sources = customerSources;

export const commented = { customer: commentedCustomers } satisfies Partial<CommentOwners>;

export const undoers = { customer: undoCustomers, tracking: undoTrackings } satisfies Undoers;

export const screens = {
  ...customerRecordScreens,
  ...customerPageScreens,
  ...trackingScreens,
  ...customerUserScreens,
  ...requirementScreens,
  ...unregisterScreens,
  ...blacklistScreens,
};
