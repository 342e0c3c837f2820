import type { ContentKind } from "~/contract/content/content-kinds";
import type { ScreenData } from "~/contract/screen-data";
import type { StaffPath } from "~/contract/screens";
import { downloadHandlers } from "~/server/http/download-link";
import type { Served } from "~/server/lib/serve";
import type { OfCustomer } from "~/server/lib/services";
import type { OptionSources } from "~/server/lib/table-options";
import * as agent from "./agent/area";
import * as analysis from "./analysis/area";
import * as article from "./article/area";
import * as clue from "./clue/area";
import { calendarHandlers } from "./content/calendar";
import { commentedContents } from "./content/comments";
import { editingHandlers, editingTopics } from "./content/editing";
import type { Kind } from "./content/kind";
import { mediaHandlers, mediaUndoers } from "./content/media";
import type { PageOf } from "./content/page";
import { searchContents } from "./content/search";
import * as customer from "./customer/area";
import { timelineHandlers } from "./customer/timeline";
import * as dashboard from "./dashboard/area";
import * as deal from "./deal/area";
import * as house from "./house/area";
import * as inquiry from "./inquiry/area";
import * as notification from "./notification/area";
import * as personal from "./personal/area";
import * as region from "./region/area";
import * as resource from "./resource/area";
import * as schedule from "./schedule/area";
import * as seo from "./seo/area";
import { ledOn } from "./seo/led-on";
import * as share from "./share/area";
import * as shared from "./shared/area";
import { batchHandlers } from "./shared/batch";
import { commentHandlers } from "./shared/comment";
import { eventHandlers, recordTopics } from "./shared/events";
import { listCountHandlers } from "./shared/list-count";
import { searchHandlers } from "./shared/search";
import * as signIn from "./sign-in/area";
import * as site from "./site/area";
import * as special from "./special/area";
import * as statement from "./statement/area";
import * as system from "./system/area";

/** Where the values of each table scene come from, of every area: what `Services.optionSources` is. */
export const tableSources: OptionSources = {
  ...agent.optionSources,
  ...article.optionSources,
  ...customer.optionSources,
  ...house.optionSources,
  ...inquiry.optionSources,
  ...region.optionSources,
  ...resource.optionSources,
  ...seo.optionSources,
  ...special.optionSources,
  ...system.optionSources,
};

/** What areas do with their records of a customer: what `Services.ofCustomer` is. */
export const ofCustomer: OfCustomer = {
  inquiry: inquiry.ofCustomer,
  clue: clue.ofCustomer,
  deal: deal.ofCustomer,
  share: share.ofCustomer,
};

const ofAreas: readonly Served[] = [
  ...signIn.served,
  ...personal.served,
  ...system.served,
  ...shared.served,
  ...customer.served,
  ...inquiry.served,
  ...agent.served,
  ...clue.served,
  ...deal.served,
  ...statement.served,
  ...schedule.served,
  ...house.served,
  ...dashboard.served,
  ...analysis.served,
  ...region.served,
  ...article.served,
  ...resource.served,
  ...seo.served,
  ...special.served,
  ...share.served,
  ...site.served,
  ...notification.served,
];

/** The kinds of content, with their life. */
export const contents: Readonly<Record<ContentKind, Kind>> = {
  ...{ ...article.kinds, ...resource.kinds },
  ...{ ...seo.kinds, ...special.kinds },
};

/** The media library, which knows all kinds. */
const library = mediaHandlers(contents);

/** What event streams may carry: what areas have of their own, and that a record has changed. */
const topics = {
  ...recordTopics([...ofAreas, ...library].map(({ endpoint }) => endpoint)),
  ...shared.topics,
  ...house.topics,
  ...inquiry.topics,
  ...notification.topics,
  ...editingTopics(),
};

/** Their pages for visitors. */
export const contentPages: Readonly<Record<ContentKind, PageOf>> = {
  ...{ ...article.pages, ...resource.pages },
  ...{ ...seo.pages, ...special.pages },
};

/** Every endpoint that this server answers: what the areas have, and what is made of what they have. */
export const served: readonly Served[] = [
  ...ofAreas.map(ledOn),
  ...batchHandlers({
    ...customer.undoers,
    ...house.undoers,
    ...inquiry.undoers,
    ...agent.undoers,
    ...article.undoers,
    ...resource.undoers,
    ...seo.undoers,
    ...special.undoers,
    ...mediaUndoers(contents),
  }),
  ...commentHandlers({
    ...customer.commented,
    ...house.commented,
    ...inquiry.commented,
    ...agent.commented,
    ...clue.commented,
    ...deal.commented,
    ...statement.commented,
    ...commentedContents(contents),
  }),
  ...timelineHandlers({
    ...customer.timeline,
    ...inquiry.timeline,
    ...schedule.timeline,
    ...house.timeline,
    ...clue.timeline,
    ...deal.timeline,
    ...share.timeline,
  }),
  ...searchHandlers({
    ...customer.searchers,
    ...inquiry.searchers,
    ...house.searchers,
    ...agent.searchers,
    ...clue.searchers,
    ...deal.searchers,
    ...statement.searchers,
    contents: searchContents(contents),
  }),
  ...editingHandlers(contents),
  ...calendarHandlers(contents),
  ...library,
  ...eventHandlers(topics),
  ...downloadHandlers(() => served),
  ...listCountHandlers(() => served),
];

/** What the screens ask for at an address, by path: a screen without a declaration does not compile. */
export const screens = {
  ...signIn.screens,
  ...personal.screens,
  ...system.screens,
  ...customer.screens,
  ...inquiry.screens,
  ...agent.screens,
  ...clue.screens,
  ...deal.screens,
  ...statement.screens,
  ...schedule.screens,
  ...house.screens,
  ...inquiry.screens,
  ...dashboard.screens,
  ...region.screens,
  ...article.screens,
  ...resource.screens,
  ...seo.screens,
  ...special.screens,
  ...notification.screens,
} satisfies Record<StaffPath, ScreenData>;
