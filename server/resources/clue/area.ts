import { clueScreenData } from "~/contract/clue/clue";
import type { Served } from "~/server/lib/serve";
import type { Sources } from "~/server/resources/customer/timeline/sources";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Searchers } from "~/server/resources/shared/search";
import { clueHandlers } from "./clue";
import { searchClues } from "./clue/list";
import { commentedClues } from "./clue/scope";
import { reported } from "./clue/view";
import { clueIntakeHandlers } from "./clue-intake";

export const served: readonly Served[] = [...clueHandlers, ...clueIntakeHandlers];

export const timeline = { clue: reported } satisfies Sources;

export { cluesOfCustomer as ofCustomer } from "./clue/of-customer";

export const searchers = { clues: searchClues } satisfies Partial<Searchers>;

export const commented = { clue: commentedClues } satisfies Partial<CommentOwners>;

export const screens = clueScreenData;
