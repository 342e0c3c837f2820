import { readQuietHours } from "~/contract/system/setting";
import { dayOf, startOfDay } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

const minute = 60_000;
const day = 24 * 60 * minute;

/** When the quiet hours end that it is now in, Asia/Shanghai; undefined outside of them. */
export async function quietEnd({ db, now }: Pick<Services, "db" | "now">): Promise<Date | undefined> {
  const quiet = readQuietHours((await readSettings(db))["notify.quiet_hours"]);
  if (!quiet) return undefined;
  const at = now();
  const today = Date.parse(startOfDay(dayOf(at)));
  const passed = (at.getTime() - today) / minute;
  const { from, to } = quiet;
  const isIn = from < to ? passed >= from && passed < to : passed >= from || passed < to;
  if (!isIn) return undefined;
  return new Date(today + to * minute + (passed < to ? 0 : day));
}
