import { dealScreenData } from "~/contract/deal/deal";
import type { Served } from "~/server/lib/serve";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import { billingHandlers } from "./billing";
import { dealHandlers } from "./deal";
import { commentedDeals } from "./deal/commented";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...billingHandlers, ...dealHandlers];

/** What people comment on here. */
export const commented = { deal: commentedDeals } satisfies Partial<CommentOwners>;

/** What the screens of this area ask for at an address. */
export const screens = dealScreenData;
