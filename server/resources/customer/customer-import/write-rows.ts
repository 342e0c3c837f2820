import { eq, sql } from "drizzle-orm";
import { customerImport as contract } from "~/contract/customer/customer-import";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerContact, customerOwnerLog } from "~/server/database/tables/customer/customer";
import { batch, batchRow } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/refusal";
import { nextNumbers } from "~/server/resources/shared/numbers";
import type { ReadRow } from "./read-row";

/** A row that nothing speaks against, and who is to hold the customer: null is the pool. */
export interface Accepted extends Omit<ReadRow, "owner"> {
  ownerId: number | null;
}

/** A statement of so many columns takes a while to be put together: between two of them others get their turn. */
const slice = 100;

interface Writing {
  userId: number;
  now: Date;
  /** The batch of the rows before; null at the first. */
  batchId: number | null;
}

/** Writes a chunk of new customers with all that belongs to them; answers their batch. */
export async function writeRows(
  db: Transaction,
  rows: readonly Accepted[],
  { userId, now, batchId }: Writing,
): Promise<number | null> {
  if (rows.length === 0) return batchId;
  const at = isoInstant(now);
  const numbers = await nextNumbers(db, "KH", now, rows.length);
  const values = rows.map(({ facts, ownerId }, index) => ({
    ...facts,
    customer_no: numbers[index] ?? "",
    owner_id: ownerId,
    first_owner_id: ownerId,
    is_imported: true,
    ...(ownerId === null ? { pool_at: at, pool_reason: "new_unassigned" } : { assigned_at: at, assigned_by: userId }),
    created_at: at,
    updated_at: at,
    created_by: userId,
    updated_by: userId,
  }));
  const made: { id: number; customer_no: string; version: number }[] = [];
  for (let start = 0; start < values.length; start += slice)
    made.push(
      ...(await db
        .insert(customer)
        .values(values.slice(start, start + slice))
        .returning({ id: customer.id, customer_no: customer.customer_no, version: customer.version })),
    );
  const byNumber = new Map(made.map((row) => [row.customer_no, row]));
  const idOf = (index: number) => found(byNumber.get(numbers[index] ?? "")).id;
  const contacts = rows.flatMap((row, index) =>
    row.contacts.map(({ type, value }) => ({ customer_id: idOf(index), type, value_norm: value })),
  );
  if (contacts.length) await db.insert(customerContact).values(contacts);
  await db.insert(customerOwnerLog).values(
    rows.map(({ ownerId }, index) => ({
      customer_id: idOf(index),
      action: "create",
      to_user: ownerId,
      by: userId,
      at,
    })),
  );
  const id = await countInto(db, batchId, rows.length, userId, at);
  await db
    .insert(batchRow)
    .values(made.map((row) => ({ batch_id: id, row_id: row.id, before: {}, version_after: row.version })));
  return id;
}

async function countInto(
  db: Transaction,
  id: number | null,
  count: number,
  userId: number,
  at: string,
): Promise<number> {
  if (id !== null) {
    await db
      .update(batch)
      .set({ count: sql`${batch.count} + ${count}` })
      .where(eq(batch.id, id));
    return id;
  }
  const { permission } = contract.start;
  const values = { act: "import", target_type: "customer", permission, user_id: userId, count, created_at: at };
  const [row] = await db.insert(batch).values(values).returning({ id: batch.id });
  return found(row).id;
}
