import { eq } from "drizzle-orm";
import { match as contract } from "~/contract/house/match";
import { requirement } from "~/server/database/tables/customer/customer";
import { serve } from "~/server/lib/serve";
import { seenRequirement, selectRequirements } from "../customer/requirement/requirement-view";
import { customersFor } from "./match/find-customers";
import { estatesFor } from "./match/reasons";

export const matchHandlers = [
  serve(contract.estates, async (call) => {
    const { db, params, query, user } = call;
    const [viewed] = await selectRequirements(db, user).where(eq(requirement.id, params.id));
    return estatesFor(call, seenRequirement(viewed).requirement, query.limit);
  }),

  serve(contract.customers, (call) => customersFor(call, call.params.id, call.query.limit)),
];
