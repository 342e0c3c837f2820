import type { Database } from "~/server/database/database";
import type { deal } from "~/server/database/tables/deal/deal";
import { makeDeal } from "./deal";
import { makeEstate } from "./estate";
import { makeCustomer } from "./factories";

let numbers = 0;

/** A deal with a customer of its owner's and an estate without units, unless it says otherwise. */
export async function makeOwnDeal(
  db: Database,
  given: Partial<typeof deal.$inferInsert> & Pick<typeof deal.$inferInsert, "owner_id">,
) {
  const customer_id = given.customer_id ?? (await makeCustomer(db, { owner_id: given.owner_id, name: "赵买方" })).id;
  const estate_id = given.estate_id ?? (await makeEstate(db)).id;
  const unit_no = String(1200 + ++numbers);
  const facts = { buyer_name: "赵买方", building: "A座", unit_no, layout: "2LDK", list_price: "62000000.00" } as const;
  return makeDeal(db, { ...facts, ...given, customer_id, estate_id });
}
