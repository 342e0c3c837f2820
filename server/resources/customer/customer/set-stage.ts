import type { Change } from "~/contract/common";
import { Customer, stages } from "~/contract/customer/customer-record";
import { labelOf } from "~/contract/field";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { byOf } from "~/server/lib/audit";
import type { Asking } from "~/server/lib/call";
import { setRow } from "~/server/lib/row";
import { type CustomerRecord, nextVersion } from "./row";

const word = (stage: string): string => (stage in stages ? stages[stage as keyof typeof stages] : stage);

/** Moves a locked customer to the stage that a lead or a deal has reached, with the line of its history; returns what changed, for the log. */
export async function setStage(
  actor: Asking & Parameters<typeof byOf>[0],
  about: CustomerRecord,
  stage: string,
): Promise<Change[]> {
  const { db, services } = actor;
  const at = isoInstant(services.now());
  const by = byOf(actor);
  const changes = [
    { field: "stage", label: labelOf(Customer.shape.stage, "stage"), before: word(about.stage), after: word(stage) },
  ];
  const values = { stage, lost_reason: null, version: nextVersion, updated_at: at, updated_by: by };
  await setRow(db, customer, about.id, values);
  await db.insert(customerChangeLog).values({ customer_id: about.id, action: "track", changes, by, at });
  return changes;
}
