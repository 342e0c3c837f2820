import { dealScreenData } from "~/contract/deal/deal";
import type { Served } from "~/server/lib/serve";
import type { Sources } from "~/server/resources/customer/timeline/sources";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Searchers } from "~/server/resources/shared/search";
import { billingHandlers } from "./billing";
import { clueHandlersOfDeals } from "./clue";
import { dealHandlers } from "./deal";
import { searchDeals } from "./deal/list";
import { commentedDeals } from "./deal/record";
import { bought } from "./deal/view";

export const served: readonly Served[] = [...billingHandlers, ...dealHandlers, ...clueHandlersOfDeals];

export const timeline = { deal: bought } satisfies Sources;

export { dealsOfCustomer as ofCustomer } from "./deal/of-customer";

export const searchers = { deals: searchDeals } satisfies Partial<Searchers>;

export const commented = { deal: commentedDeals } satisfies Partial<CommentOwners>;

export const screens = dealScreenData;
