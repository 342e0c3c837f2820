import { desc, eq, sql } from "drizzle-orm";
import type { UnitLogRow } from "~/contract/house/unit";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { unit, unitLog } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import type { Asking, SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { visibleTo } from "~/server/resources/customer/customer/customer-scope";

type Entry = typeof unitLog.$inferInsert;

type By = Asking & { user: { id: number } | "system" };

export async function keepUnitLog(
  { db, user: by, services }: By,
  entries: readonly Omit<Entry, "by" | "at">[],
): Promise<void> {
  const stamp = { by: by === "system" ? null : by.id, at: isoInstant(services.now()) };
  await insertRows(
    db,
    unitLog,
    entries.map((entry) => ({ ...entry, ...stamp })),
  );
}

const mostLines = 200;

export async function unitHistory({ db, user: caller }: SignedCall, id: number): Promise<UnitLogRow[]> {
  const [row] = await db.select({ id: unit.id }).from(unit).where(eq(unit.id, id));
  found(row);
  const rows = await db
    .select({
      row: unitLog,
      by: { id: user.id, name: user.name },
      customer: { id: customer.id, name: customer.name },
      isSeen: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
    })
    .from(unitLog)
    .leftJoin(user, eq(user.id, unitLog.by))
    .leftJoin(customer, eq(customer.id, unitLog.customer_id))
    .where(eq(unitLog.unit_id, id))
    .orderBy(desc(unitLog.id))
    .limit(mostLines);
  return rows.map(({ row: { from_status, to_status, ...line }, by, customer: whom, isSeen }) => ({
    ...{ id: line.id, act: line.act, from: from_status, to: to_status, at: line.at, by },
    ...{ price_before: line.price_before, price_after: line.price_after },
    customer: isSeen ? whom : null,
  }));
}
