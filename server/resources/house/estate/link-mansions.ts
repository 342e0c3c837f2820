import { and, eq, notInArray } from "drizzle-orm";
import { estateMansion } from "~/server/database/tables/house/estate";
import type { SignedCall } from "~/server/lib/call";

/** Puts these buildings in the place of those that an estate held. */
export async function linkMansions(db: SignedCall["db"], id: number, mansionIds: readonly number[]): Promise<void> {
  const { estate_id, mansion_id } = estateMansion;
  await db.delete(estateMansion).where(and(eq(estate_id, id), notInArray(mansion_id, [...mansionIds])));
  if (mansionIds.length > 0)
    await db
      .insert(estateMansion)
      .values(mansionIds.map((one) => ({ estate_id: id, mansion_id: one })))
      .onConflictDoNothing();
}
