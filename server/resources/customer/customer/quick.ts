import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Change } from "~/contract/common";
import type { BulkFacts, QuickEdit } from "~/contract/customer/customer-record";
import { Customer } from "~/contract/customer/customer-record";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import type { Done } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { lookUp, unknownChoices } from "~/server/lib/dictionary";
import { changedBy, checkVersion } from "~/server/lib/entity";
import { found, refuseFields } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import { isSame, setNextDate } from "../tracking/next-step";
import { isManager } from "./customer-scope";
import { factChanges, stageErrors } from "./facts";
import { auditCustomer, type CustomerRecord, lockCustomerRow, nextVersion } from "./row";
import { forward, isQualified } from "./stage";
import { detailOf } from "./view";

type Few = z.output<typeof BulkFacts>;

/** Changes what a list's row shows: the named facts, and the next follow-up with its schedule. */
export async function quickEdit(call: SignedCall, id: number, body: z.output<typeof QuickEdit>): Promise<void> {
  const { version, next_at, invalid_reason, ...few } = body;
  const { row } = await lockCustomerRow(call, id);
  await checkVersion(row, version, () => detailOf(call, id));
  const isReplanned = next_at !== undefined && !isSame(row.next_tracking_at, next_at);
  if (isReplanned && next_at && Date.parse(next_at) <= call.services.now().getTime())
    return refuseFields([{ field: "next_at", label: "下次跟进时间", message: "下次跟进时间应晚于现在" }]);
  const planned = isReplanned ? [nextChange(row.next_tracking_at, next_at)] : [];
  const reason = few.stage === "invalid" && few.stage !== row.stage ? invalid_reason : null;
  await changeFew(call, row, few, { planned, reason });
  if (isReplanned) await setNextDate(call, row, next_at, await readSettings(call.db));
}

/** The same facts for one customer of several; the old values are stored for the undo. */
export async function bulkEdit(call: SignedCall, id: number, few: Few): Promise<Done> {
  const { row } = await lockCustomerRow(call, id);
  const { level, stage, lost_reason, source, tags } = row;
  const { changes, version } = await changeFew(call, row, few);
  return { before: { level, stage, lost_reason, source, tags, changes }, version_after: version };
}

interface Along {
  /** Changes that are written elsewhere, for the history. */
  planned?: Change[];
  reason?: string | null;
}

async function changeFew(call: SignedCall, row: CustomerRecord, few: Few, { planned = [], reason = null }: Along = {}) {
  const { db, user, services } = call;
  const after = afterOf(row, few);
  const wrong = [...unknownChoices(await lookUp(call, Customer, after, row), Customer, after, row)];
  wrong.push(...stageErrors(after, row));
  if (after.source !== row.source && !isManager(user))
    wrong.push({ field: "source", label: "客户来源", message: "客户来源只能由主管修改" });
  if (wrong.length) return refuseFields(wrong);
  const changes = [...(await factChanges(call, row, after)), ...planned];
  if (changes.length === 0) return { changes, version: row.version };
  const [changed] = await db
    .update(customer)
    .set({ ...after, version: nextVersion, ...changedBy(call) })
    .where(eq(customer.id, row.id))
    .returning({ version: customer.version });
  const at = isoInstant(services.now());
  await db
    .insert(customerChangeLog)
    .values({ customer_id: row.id, action: "update", changes, reason, by: user.id, at });
  await auditCustomer(call, row, { action: "update", summary: `编辑客户${row.customer_no}`, reason, changes });
  return { changes, version: found(changed).version };
}

/** The customer's values after the change: a level that makes the need known moves the stage forward, as in the full form. */
function afterOf(row: CustomerRecord, few: Few) {
  const level = few.level ?? row.level;
  const isKnownNow = (few.stage ?? row.stage) === row.stage && !isQualified(row) && isQualified({ ...row, level });
  const stage: string = isKnownNow ? forward(row.stage, "qualified") : (few.stage ?? row.stage);
  const lost_reason = stage === "lost" ? (few.lost_reason ?? row.lost_reason) : null;
  return { level, stage, lost_reason, source: few.source ?? row.source, tags: few.tags ?? row.tags };
}

const nextChange = (before: string | null, after: string | null): Change => ({
  field: "next_tracking_at",
  label: "下次跟进",
  before: before && isoInstant(before).slice(0, 16).replace("T", " "),
  after: after && isoInstant(after).slice(0, 16).replace("T", " "),
});
