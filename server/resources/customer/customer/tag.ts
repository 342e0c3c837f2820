import { eq } from "drizzle-orm";
import type { z } from "zod";
import { Tagging } from "~/contract/customer/customer";
import { Customer } from "~/contract/customer/customer-record";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { changesOf } from "~/server/lib/audit";
import type { Done } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { lookUp, unknownChoices } from "~/server/lib/dictionary";
import { changedBy } from "~/server/lib/entity";
import { dictionaryOptions } from "~/server/lib/option-values";
import { found, refuseFields } from "~/server/lib/refusal";
import { auditCustomer, lockCustomerRow, nextVersion } from "./row";

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
