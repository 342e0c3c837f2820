import { eq } from "drizzle-orm";
import { match as contract } from "~/contract/house/match";
import { requirement } from "~/server/database/tables/customer/customer";
import { found, refuse } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { selectRequirements } from "../customer/requirement/requirement-view";
import { customersFor } from "./match/find-customers";
import { estatesFor } from "./match/find-estates";

export const matchHandlers = [
  serve(contract.estates, async (call) => {
    const { db, params, query, user } = call;
    const [viewed] = await selectRequirements(db, user).where(eq(requirement.id, params.id));
    const { requirement: row, isVisible } = found(viewed);
    if (!isVisible) return refuse(40301);
    return estatesFor(call, row, query.limit);
  }),

  serve(contract.customers, (call) => customersFor(call, call.params.id, call.query.limit)),
];
