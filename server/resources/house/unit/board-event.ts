import type { z } from "zod";
import type { BoardEvent } from "~/contract/house/unit";
import type { Caller } from "~/server/lib/caller";
import type { Services } from "~/server/lib/services";
import { findUnitRow } from "./view";

/** What a reader of a board is told of a change: the unit's state for them by now. */
export async function boardEvent(
  { db, now }: Services,
  reader: Caller,
  unitId: unknown,
): Promise<z.input<typeof BoardEvent>> {
  const row = typeof unitId === "number" ? await findUnitRow({ db, user: reader, now: now() }, unitId) : undefined;
  if (!row) return { unit_id: null };
  const { id: unit_id, status, held_by, held_until, held_for, queue, version, can } = row;
  return { unit_id, status, held_by, held_until, held_for, queue, version, can };
}
