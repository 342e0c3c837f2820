import { statementScreenData } from "~/contract/clue/statement";
import type { Served } from "~/server/lib/serve";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Searchers } from "~/server/resources/shared/search";
import { developerCompareHandlers } from "./developer-compare";
import { statementHandlers } from "./statement";
import { commentedStatements } from "./statement/commented";
import { searchStatements } from "./statement/search";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [...statementHandlers, ...developerCompareHandlers];

/** What the header's search finds here. */
export const searchers = { statements: searchStatements } satisfies Partial<Searchers>;

/** What people comment on here. */
export const commented = { account_statement: commentedStatements } satisfies Partial<CommentOwners>;

/** What the screens of this area ask for at an address. */
export const screens = statementScreenData;
