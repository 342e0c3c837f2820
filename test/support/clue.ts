import type { Database } from "~/server/database/database";
import { clue } from "~/server/database/tables/clue/clue";
import { found } from "~/server/lib/call";
import { cluePhone } from "~/server/resources/clue/clue/scope";
import { days, put } from "./factories";

let numbers = 0;

/** Inserts a lead: valid, protected for fifteen days, unless given otherwise. */
export async function makeClue(
  db: Database,
  given: Partial<typeof clue.$inferInsert> & Pick<typeof clue.$inferInsert, "agent_id" | "estate_id">,
) {
  const phone = found(cluePhone(given.phone ?? `1990000${String(1000 + ++numbers)}`, given.phone_cc ?? "86"));
  return put(db, clue, {
    clue_no: `BB26111900${String(++numbers).padStart(4, "0")}`,
    source: "manual",
    customer_name: `报备客户${numbers}`,
    status: "valid",
    protect_mode: "report_visit_deal",
    protect_report_days: 15,
    protect_visit_days: 60,
    protect_until: given.status === "pending" ? null : days(15),
    created_at: days(-1),
    ...given,
    ...phone,
  });
}
