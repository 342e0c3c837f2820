import { type SQL, sql } from "drizzle-orm";
import { reminderMinutes } from "~/contract/schedule/schedule";
import { schedule } from "~/server/database/tables/system/system";
import type { Settings } from "~/server/lib/settings";

/** The default reminder: of the ones that a schedule may have, the longest within the setting's minutes. */
export const reminderOf = (settings: Settings): number =>
  Math.max(...reminderMinutes.filter((minutes) => minutes <= settings["schedule.default_remind"]));

/** An all-day schedule begins at nine: a reminder half an hour before midnight would help nobody. */
export const beginsAt: SQL = sql`(${schedule.start_at} + case when ${schedule.all_day} then interval '9 hours' else interval '0' end)`;
