import { isoInstant } from "~/server/database/tables/columns";
import type { Settings } from "~/server/lib/settings";
import { addWorkdays } from "~/server/resources/shared/workdays";

const dayLength = 86_400_000;

export const dueAt = (created: Date, settings: Pick<Settings, "unregister.review_workdays">): string =>
  isoInstant(addWorkdays(created, settings["unregister.review_workdays"]));

/** From when on an account goes that was let go at that moment. */
export const executeAt = (approved: Date, settings: Pick<Settings, "unregister.cooling_days">): string =>
  isoInstant(approved.getTime() + settings["unregister.cooling_days"] * dayLength);
