import { and, eq, inArray } from "drizzle-orm";
import type { UnitLogAct } from "~/contract/house/unit";
import { holdActs, quoteActs } from "~/contract/house/unit-brief";
import { estate, unit, unitLog } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";

const actsOf = (kind: "hold" | "quote", acts: readonly UnitLogAct[]): Source => ({
  kind,
  from: unitLog.getSQL(),
  id: unitLog.id,
  at: unitLog.at,
  where: (_, customerId) => and(eq(unitLog.customer_id, customerId), inArray(unitLog.act, [...acts])),
  show: async ({ db }, ids) => {
    const rows = await db
      .select({
        ...{ id: unitLog.id, act: unitLog.act, at: unitLog.at, price: unitLog.price_after },
        by: { id: user.id, name: user.name },
        estate: { id: estate.id, name: estate.name },
        ...{ building: unit.building, unit_no: unit.unit_no, currency: unit.currency },
      })
      .from(unitLog)
      .innerJoin(unit, eq(unit.id, unitLog.unit_id))
      .innerJoin(estate, eq(estate.id, unit.estate_id))
      .leftJoin(user, eq(user.id, unitLog.by))
      .where(inArray(unitLog.id, ids));
    return byId(rows, (row) => ({ kind, unit: row }));
  },
});

/** Units that were held for a customer, and how each hold ended; a hold that became a deal is the deal's entry. */
export const held = actsOf("hold", Object.keys(holdActs) as (keyof typeof holdActs)[]);

export const quoted = actsOf("quote", Object.keys(quoteActs) as (keyof typeof quoteActs)[]);
