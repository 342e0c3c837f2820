import type { z } from "zod";
import type { TrackingUpdate } from "~/contract/customer/tracking";
import { tracking } from "~/server/database/tables/customer/customer";
import { type AuditAction, audit } from "~/server/lib/audit";
import type { Done } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { createdBy } from "~/server/lib/entity";
import { found, refuseFields } from "~/server/lib/refusal";
import type { Settings } from "~/server/lib/settings";
import { type CustomerRecord, lockCustomerRow } from "../customer/row";
import { recount } from "./counters";
import { planNext, plansOf } from "./next-step";
import { factsOf, moveCustomer, outcomeOf, trackingErrors } from "./write";

/** Writes a follow-up of a customer and moves what follows from it: their stage, level, counts and next date. Answers its number, whether it counts, and what was before. */
export async function addTracking(
  call: SignedCall,
  customerId: number,
  body: z.output<typeof TrackingUpdate>,
  settings: Settings,
  about: Partial<Pick<typeof tracking.$inferInsert, "inquiry_id" | "clue_id" | "deal_id">> = {},
): Promise<Pick<typeof tracking.$inferSelect, "id" | "is_valid"> & { kept: Done }> {
  const { db, user } = call;
  const { row } = await lockCustomerRow(call, customerId);
  const wrong = await trackingErrors(call, body, row);
  if (wrong.length) return refuseFields(wrong);
  const outcome = outcomeOf(row, body);
  const plans = await plansOf(db, customerId);
  const [created] = await db
    .insert(tracking)
    .values({
      ...factsOf(body, settings),
      customer_id: customerId,
      ...about,
      stage_before: row.stage,
      stage_after: outcome.stage === row.stage ? null : outcome.stage,
      level_before: row.level,
      level_after: outcome.level === row.level ? null : outcome.level,
      user_id: user.id,
      ...createdBy(call),
    })
    .returning();
  const followUp = found(created);
  const changes = await moveCustomer(call, row, outcome);
  await recount(db, customerId);
  await planNext(call, row, followUp, settings);
  await auditTracking(call, "create", row, followUp.id, "新增跟进");
  const { stage, level, lost_reason, next_tracking_at } = row;
  const before = { changes, stage, level, lost_reason, next_tracking_at, plans };
  const version_after = row.version + (changes.length ? 1 : 0);
  return { id: followUp.id, is_valid: followUp.is_valid, kept: { before, version_after } };
}

export function auditTracking(
  call: SignedCall,
  action: AuditAction,
  about: Pick<CustomerRecord, "id" | "name" | "customer_no">,
  id: number,
  verb: string,
): Promise<void> {
  const target = { type: "tracking", id, name: about.name };
  return audit(call, {
    module: "customer",
    action,
    summary: `${verb}（${about.customer_no}）`,
    target,
    touches: [{ type: "customer", id: about.id }],
  });
}
