import { type Hits, search } from "~/contract/search/search";
import type { SignedCall } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { tryLimit } from "~/server/lib/try-limit";

/** Searches of one person: nobody types as many, and an attacker who tries hidden numbers one by one needs ten thousand. */
const countSearch = tryLimit("search", 60);

/** The search of each kind; each looks only in what the caller may see. */
export type Searchers = { [Kind in keyof Hits]: (call: SignedCall, keyword: string) => Promise<Hits[Kind]> };

export const searchHandlers = (searchers: Searchers) => [
  serve(search.find, async (call) => {
    await countSearch(call.services, call.user.id);
    const hits = Object.entries(searchers).map(async ([kind, find]) => [kind, await find(call, call.query.keyword)]);
    // The entries are those of `searchers`, whose type says what each kind finds.
    return Object.fromEntries(await Promise.all(hits)) as Hits;
  }),
];
