import { sql } from "drizzle-orm";
import { customerImport as contract } from "~/contract/customer/customer-import";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerContact, customerOwnerLog } from "~/server/database/tables/customer/customer";
import { batch, batchRow } from "~/server/database/tables/system/system";
import { found, setRow } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { nextNumbers } from "~/server/resources/shared/numbers";
import { withCountry, writeWishes } from "../requirement/wishes";
import type { ReadRow } from "./read-row";

/** A row that nothing speaks against, and who is to hold the customer: null is the pool. */
export interface Accepted extends Omit<ReadRow, "owner"> {
  ownerId: number | null;
}

/** A statement of so many columns takes a while to be put together: between two of them others get their turn. */
const slice = 100;

interface Writing {
  user: Caller;
  now: Date;
  /** The batch of the rows before; null at the first. */
  batchId: number | null;
}

/** Writes a chunk of new customers with all that belongs to them; answers their batch. */
export async function writeRows(db: Transaction, rows: readonly Accepted[], { user, now, batchId }: Writing) {
  if (rows.length === 0) return batchId;
  const userId = user.id;
  const at = isoInstant(now);
  const allFacts = rows.map((row) => row.facts);
  const facts = await withCountry(db, allFacts);
  const numbers = await nextNumbers(db, "KH", now, rows.length);
  const values = rows.map(({ ownerId }, index) => ({
    ...found(facts[index]),
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
  const actor = { db, user, services: { now: () => now } };
  for (let start = 0; start < values.length; start += slice) {
    const written = await db
      .insert(customer)
      .values(values.slice(start, start + slice))
      .returning();
    // The import has one line in the log for all that it writes.
    const records = written.map((after) => ({ after }));
    await writeWishes(actor, records, { isLogged: false });
    made.push(...written.map(({ id, customer_no, version }) => ({ id, customer_no, version })));
  }
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

async function countInto(db: Transaction, id: number | null, count: number, userId: number, at: string) {
  if (id !== null) {
    await setRow(db, batch, id, { count: sql`${batch.count} + ${count}` });
    return id;
  }
  const { permission } = contract.start;
  const values = { act: "import", target_type: "customer", permission, user_id: userId, count, created_at: at };
  const [row] = await db.insert(batch).values(values).returning({ id: batch.id });
  return found(row).id;
}
