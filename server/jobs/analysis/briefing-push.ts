import { sql } from "drizzle-orm";
import { type BriefingType, briefingTypes } from "~/contract/system/briefing-types";
import type { Transaction } from "~/server/database/database";
import { outbox } from "~/server/database/tables/system/system";
import { emit } from "~/server/lib/emit";
import { dayOf } from "~/server/lib/list";
import { readSettings } from "~/server/lib/settings";
import { noteOf, ownBriefing } from "~/server/resources/analysis/briefing";
import { houseViewer } from "~/server/resources/analysis/house";
import { briefingDays } from "~/server/resources/analysis/period";
import { exactTelling } from "~/server/resources/analysis/telling";
import { daily, type Job } from "../scheduler";

/** Which briefings a day begins with: yesterday's, on Mondays last week's, on the first of a month the last month's. */
const isDue: Record<BriefingType, (today: string) => boolean> = {
  day: () => true,
  week: (today) => new Date(`${today}T00:00:00Z`).getUTCDay() === 1,
  month: (today) => today.endsWith("-01"),
};

/** Sends the whole house's briefings to the webhooks that take them: each once, however often the turn runs. */
export const briefingPush: Job = {
  name: "briefing_push",
  lastTurn: daily("09:00"),
  async run({ services, at, signal }) {
    const { db } = services;
    const settings = await readSettings(db);
    const today = dayOf(at);
    const sent: string[] = [];
    for (const type of settings["briefing.auto_types"].filter((one) => isDue[one](today))) {
      signal.throwIfAborted();
      const house = houseViewer(settings, at);
      const briefing = await ownBriefing(db, house, type, briefingDays(type, undefined, at), exactTelling);
      const key = `auto:${type}:${briefing.from}`;
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext('briefing_push'))`);
        if (await isTold(tx, key)) return;
        await emit(tx, services.now(), "briefing.daily", { ...noteOf(type, briefing), key });
        sent.push(briefingTypes[type]);
      });
    }
    return sent.length ? `told ${sent.join(" ")}` : "nothing to tell";
  },
};

async function isTold(tx: Transaction, key: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from ${outbox} where ${outbox.event} = 'webhook'
    and ${outbox.payload} ->> 'event' = 'briefing.daily' and ${outbox.payload} -> 'data' ->> 'key' = ${key} limit 1`);
  return rows.length > 0;
}
