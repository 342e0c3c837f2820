import type { z } from "zod";
import { type BoardEvent, unit } from "~/contract/house/unit";
import type { Caller } from "~/server/lib/caller";
import type { Services } from "~/server/lib/services";
import type { Topic } from "~/server/resources/shared/events/event-stream";
import { findUnitRow } from "./view";

export const board: Topic = {
  permission: unit.board.permission,
  isNumbered: true,
  concerns: (heard, _, estateId) => heard.topic === "board" && heard.estate === estateId,
  // A reader who opens a board asks for it; the stream tells of changes alone.
  read: async (services, reader, heard) => heard && boardEvent(services, reader, heard.unit),
  isState: false,
};

/** What a reader of a board is told of a change: the unit's state for them by now. */
async function boardEvent({ db, now }: Services, reader: Caller, unitId: unknown): Promise<z.input<typeof BoardEvent>> {
  const row = typeof unitId === "number" ? await findUnitRow({ db, user: reader, now: now() }, unitId) : undefined;
  if (!row) return { unit_id: null };
  const { id: unit_id, status, held_by, held_until, held_for, queue, version, can } = row;
  return { unit_id, status, held_by, held_until, held_for, queue, version, can };
}
