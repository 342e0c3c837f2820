import { RateLimiterMemory } from "rate-limiter-flexible";
import { type Hits, search } from "~/contract/search";
import type { SignedCall } from "~/server/lib/call";
import { refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { searchCustomers } from "./customer/customer-search";

/** Searches of one person: nobody types as many, and whoever tries hidden numbers one by one needs ten thousand. */
const tries = new RateLimiterMemory({ points: 60, duration: 60 });

/** Who finds what; each looks only in what the caller may see. */
const searchers: { [Kind in keyof Hits]: (call: SignedCall, keyword: string) => Promise<Hits[Kind]> } = {
  customers: searchCustomers,
};

export const searchHandlers = [
  serve(search.find, async (call) => {
    await tries.consume(call.user.id).catch(() => refuse(42900));
    const hits = Object.entries(searchers).map(async ([kind, find]) => [kind, await find(call, call.query.keyword)]);
    // The entries are those of `searchers`, whose type says what each kind finds.
    return Object.fromEntries(await Promise.all(hits)) as Hits;
  }),
];
