import { clueScreenData } from "~/contract/clue/clue";
import type { Served } from "~/server/lib/serve";
import type { Sources } from "~/server/resources/customer/timeline/sources";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Searchers } from "~/server/resources/shared/search";
import { clueHandlers } from "./clue";
import { commentedClues } from "./clue/commented";
import { searchClues } from "./clue/search";
import { reported } from "./clue/timeline-source";
import { clueIntakeHandlers } from "./clue-intake";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...clueHandlers, ...clueIntakeHandlers];

/** What a customer's time line has of this area. */
export const timeline = { clue: reported } satisfies Sources;

/** What leads do when something happens to their customer. */
export { cluesOfCustomer as ofCustomer } from "./clue/of-customer";

/** What the header's search finds here. */
export const searchers = { clues: searchClues } satisfies Partial<Searchers>;

/** What people comment on here. */
export const commented = { clue: commentedClues } satisfies Partial<CommentOwners>;

/** What the screens of this area ask for at an address. */
export const screens = clueScreenData;
