import type { z } from "zod";
import type { Change } from "~/contract/common";
import { Customer } from "~/contract/customer/customer-record";
import { notValidBecause, TrackingUpdate } from "~/contract/customer/tracking";
import type { FieldError } from "~/contract/errors";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog, tracking } from "~/server/database/tables/customer/customer";
import { media } from "~/server/database/tables/system/system";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import type { Done } from "~/server/lib/batch";
import { type Asking, found, pick, refuseFields, type SignedCall, setRow, writtenAt } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { changedBy, createdBy } from "~/server/lib/entity";
import { isOwnUpload } from "~/server/lib/media";
import type { Settings } from "~/server/lib/settings";
import { forbiddenOf } from "../blacklist/flags";
import { forward, isQualified, mayMove, reactivated } from "../customer/facts";
import { auditCustomer, type CustomerRecord, lockCustomerRow, nextVersion } from "../customer/row";
import { recount } from "./lock";
import { planNext, plansOf } from "./next-step";

/** Ways in which one goes up to a customer. */
const outgoing = new Set(["call", "wechat", "wecom", "email", "sms"]);

interface Contact {
  type: string;
  direction: string;
}
const goesOut = ({ type, direction }: Contact) => direction === "out" && outgoing.has(type);

/** A complaint about a follow-up that says we have contacted somebody who is not to be contacted. What was written before may stay. */
async function contactErrors({ db, services }: Asking, body: Contact, { id }: { id: number }, before?: Contact) {
  if (!goesOut(body) || (before && goesOut(before))) return [];
  const forbidden = await forbiddenOf(db, id, services.now());
  if (!forbidden.includes("no_contact")) return [];
  return [{ field: "type", label: "跟进方式", message: "该客户已列为禁止联系，不能主动联系" }];
}

type Body = z.output<typeof TrackingUpdate>;
type Moves = Pick<Body, "type" | "stage_after" | "level_after" | "lost_reason">;
type Outcome = Pick<CustomerRecord, "stage" | "level" | "lost_reason">;

export const timed = <T extends { tracked_at: string | null }>(call: SignedCall, facts: T) => ({
  ...facts,
  tracked_at: facts.tracked_at ?? writtenAt(call),
});

const futureMinutes = 5;
const pastDays = 30;

/** Complaints that only the server can make: clock, dictionary, pictures, and the customer's own. `before` is what an edit starts from. */
export async function trackingErrors(
  call: SignedCall,
  body: Body,
  row: Pick<CustomerRecord, "id" | "stage">,
  before?: typeof tracking.$inferSelect,
): Promise<FieldError[]> {
  const isMoving = body.stage_after !== null && body.stage_after !== before?.stage_after;
  return [
    ...(await factErrors(call, body, before)),
    ...(await contactErrors(call, body, row, before)),
    ...(isMoving && !mayMove(row.stage, body.stage_after ?? row.stage)
      ? [{ field: "stage_after", label: "更新阶段", message: "认购、签约、交割阶段由成交记录维护" }]
      : []),
  ];
}

/** Of those the ones that are true of whichever customer. */
export async function factErrors(call: SignedCall, body: Body, before?: typeof tracking.$inferSelect) {
  const dictionary = await lookUp(call, TrackingUpdate, body);
  return [
    ...timeErrors(body, call.services.now(), before),
    ...unknownChoices(dictionary, TrackingUpdate, body, before),
    ...(await mediaErrors(call, body.media_ids, before)),
  ];
}

function timeErrors({ tracked_at, next_at }: Body, now: Date, before?: typeof tracking.$inferSelect): FieldError[] {
  const at = Date.parse(tracked_at);
  if (next_at && Date.parse(next_at) <= at)
    return [{ field: "next_at", label: "下次跟进时间", message: "下次跟进时间应晚于跟进时间" }];
  if (before && Date.parse(before.tracked_at) === at) return [];
  const wrong = (message: string) => [{ field: "tracked_at", label: "跟进时间", message }];
  if (at > now.getTime() + futureMinutes * 60_000) return wrong("跟进时间不能晚于现在");
  return at < now.getTime() - pastDays * 86_400_000 ? wrong("跟进时间不能早于30天前") : [];
}

async function mediaErrors({ db, user }: SignedCall, ids: number[], before?: typeof tracking.$inferSelect) {
  const added = [...new Set(ids)].filter((id) => !before?.media_ids.includes(id));
  if (added.length === 0) return [];
  const rows = await pick(db, media, ["id"], isOwnUpload(user.id, "tracking", added));
  return rows.length === added.length
    ? []
    : [{ field: "media_ids", label: "图片", message: "图片不存在或未上传完成，请重新上传" }];
}

/** The columns that an author writes, and whether the follow-up counts: long enough, and of a named kind. */
export function factsOf(body: Body, settings: Settings) {
  const { type, direction, content, result, tracked_at, duration_min, next_at, media_ids } = body;
  const estate_ids = [...new Set(body.estate_ids)];
  const is_valid = !notValidBecause(type, content, settings["tracking.min_chars"]);
  return { type, direction, content, result, tracked_at, duration_min, next_at, media_ids, estate_ids, is_valid };
}

/** Where a follow-up leaves the customer: where its author says, else where the event takes them (domain C.1.3). */
function outcomeOf(row: CustomerRecord, body: Moves): Outcome {
  const level = body.level_after ?? row.level;
  if (body.stage_after && body.stage_after !== row.stage)
    return { stage: body.stage_after, level, lost_reason: body.stage_after === "lost" ? body.lost_reason : null };
  let stage = forward(reactivated(row.stage), "contacted");
  if (isQualified({ ...row, level }) && !isQualified(row)) stage = forward(stage, "qualified");
  if (body.type === "visit") stage = forward(stage, "visited");
  return { stage, level, lost_reason: null };
}

/** Writes the outcome on the customer, and in their history when it is another; answers what has changed. */
export async function moveCustomer(call: SignedCall, row: CustomerRecord, outcome: Outcome): Promise<Change[]> {
  const { db, user, services } = call;
  const dictionary = await lookUp(call, Customer, row, outcome);
  const words = (record: Readonly<Record<string, unknown>>) => spelledOut(dictionary, Customer, record);
  const { stage, level, lost_reason } = row;
  const changes = changesOf(Customer, words({ stage, level, lost_reason }), words({ ...outcome }));
  if (changes.length === 0) return changes;
  const at = isoInstant(services.now());
  await setRow(db, customer, row.id, { ...outcome, version: nextVersion, ...changedBy(call) });
  await db.insert(customerChangeLog).values({ customer_id: row.id, action: "track", changes, by: user.id, at });
  await auditCustomer(call, row, { action: "update", summary: `跟进更新客户${row.customer_no}`, changes });
  return changes;
}

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
