import { dealScreenData } from "~/contract/deal/deal";
import type { Served } from "~/server/lib/serve";
import type { Sources } from "~/server/resources/customer/timeline/sources";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Searchers } from "~/server/resources/shared/search";
import { billingHandlers } from "./billing";
import { clueHandlersOfDeals } from "./clue";
import { dealHandlers } from "./deal";
import { commentedDeals } from "./deal/commented";
import { searchDeals } from "./deal/search";
import { bought } from "./deal/timeline-source";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...billingHandlers, ...dealHandlers, ...clueHandlersOfDeals];

/** What a customer's time line has of this area. */
export const timeline = { deal: bought } satisfies Sources;

/** What deals do when something happens to their customer. */
export { dealsOfCustomer as ofCustomer } from "./deal/of-customer";

/** What the header's search finds here. */
export const searchers = { deals: searchDeals } satisfies Partial<Searchers>;

/** What people comment on here. */
export const commented = { deal: commentedDeals } satisfies Partial<CommentOwners>;

/** What the screens of this area ask for at an address. */
export const screens = dealScreenData;
