import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Change } from "~/contract/common";
import { Tagging } from "~/contract/customer/customer";
import { type BulkFacts, Customer, type QuickEdit } from "~/contract/customer/customer-record";
import { isoInstant, sayMinute } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { changesOf } from "~/server/lib/audit";
import type { Done } from "~/server/lib/batch";
import { found, refuseFields, type SignedCall } from "~/server/lib/call";
import { lookUp, unknownChoices } from "~/server/lib/dictionary";
import { changedBy, checkVersion } from "~/server/lib/entity";
import { dictionaryOptions } from "~/server/lib/option-values";
import { readSettings } from "~/server/lib/settings";
import { isSame, setNextDate } from "../tracking/next-step";
import { factChanges, forward, isQualified, stageErrors } from "./facts";
import { auditCustomer, type CustomerRecord, isManager, lockCustomerRow, nextVersion } from "./row";
import { detailOf } from "./view";

type Input = z.output<typeof Tagging>;

/** The most tags of one customer (domain B.2). */
const mostTags = 10;

/** The words of every tag; ends the request where there is nothing to put on or take off, or no such tag. */
export async function tagLabels(call: SignedCall, { add, remove }: Input): Promise<ReadonlyMap<string, string>> {
  const complain = (message: string) => refuseFields([{ field: "add", label: "添加标签", message }]);
  if (add.length + remove.length === 0) return complain("请选择要添加或移除的标签");
  if (add.some((one) => remove.includes(one))) return complain("同一标签不能既添加又移除");
  // A tag that is out of use may still be taken off.
  const wrong = unknownChoices(await lookUp(call, Tagging, { add, remove }), Tagging, { add });
  if (wrong.length) return refuseFields(wrong);
  const { customer_tag = [] } = await dictionaryOptions(call.db, ["customer_tag"]);
  return new Map(customer_tag.map(({ value, label }) => [String(value), label]));
}

export async function tagCustomer(
  call: SignedCall,
  id: number,
  { add, remove }: Input,
  words: ReadonlyMap<string, string>,
): Promise<Done> {
  const { db, user } = call;
  const { row } = await lockCustomerRow(call, id);
  const tags = [...new Set([...row.tags.filter((tag) => !remove.includes(tag)), ...add])];
  if (tags.length > mostTags)
    return refuseFields([{ field: "add", label: "添加标签", message: `标签最多${mostTags}个` }]);
  const inWords = (list: string[]) => ({ tags: list.map((tag) => words.get(tag) ?? tag) });
  const changes = changesOf(Customer, inWords(row.tags), inWords(tags));
  if (changes.length === 0) return { before: { tags }, version_after: row.version };
  const at = isoInstant(call.services.now());
  const [tagged] = await db
    .update(customer)
    .set({ tags, version: nextVersion, ...changedBy(call) })
    .where(eq(customer.id, id))
    .returning({ version: customer.version });
  await db.insert(customerChangeLog).values({ customer_id: id, action: "tag", changes, by: user.id, at });
  await auditCustomer(call, row, { action: "update", summary: `修改客户${row.customer_no}的标签`, changes });
  return { before: { tags: row.tags }, version_after: found(tagged).version };
}

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
  before: before && sayMinute(isoInstant(before)),
  after: after && sayMinute(isoInstant(after)),
});
