import { isoInstant } from "~/server/database/tables/columns";

/** When a row was made and by whom, and who changed it last. */
export const stamps = (at: number, by: number | null, changedAt = at, changedBy = by) => ({
  created_at: isoInstant(at),
  updated_at: isoInstant(changedAt),
  created_by: by,
  updated_by: changedBy,
});

export const instantOrNull = (moment: number | null | undefined): string | null =>
  moment === null || moment === undefined ? null : isoInstant(moment);
