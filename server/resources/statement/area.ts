import { statementScreenData } from "~/contract/clue/statement";
import type { Served } from "~/server/lib/serve";
import type { CommentOwners } from "~/server/resources/shared/comment/owner";
import type { Searchers } from "~/server/resources/shared/search";
import { developerCompareHandlers } from "./developer-compare";
import { statementHandlers } from "./statement";
import { searchStatements } from "./statement/list";
import { commentedStatements } from "./statement/scope";

export const served: readonly Served[] = [...statementHandlers, ...developerCompareHandlers];

export const searchers = { statements: searchStatements } satisfies Partial<Searchers>;

export const commented = { account_statement: commentedStatements } satisfies Partial<CommentOwners>;

export const screens = statementScreenData;
