import { and, desc, eq, like, lt, sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { jobRun, schedule } from "~/server/database/tables/system/system";
import { notify } from "~/server/lib/notify";
import type { Services } from "~/server/lib/services";
import { type Schedule, scheduleLink } from "~/server/resources/schedule/schedule/write";
import { beginsAt } from "~/server/resources/shared/reminder";
import { every, type Job } from "../scheduler";

const name = "schedule_remind";
const chunkSize = 200;
/** How far the first turn of an installation looks back. */
const firstLook = 3_600_000;

/** Reminds of what begins soon, once for each person and beginning: of all that became due since the last turn that came to its end. */
export const scheduleRemind: Job = {
  name,
  lastTurn: every(1),
  async run({ services, at, signal }) {
    const { db } = services;
    const since = await lastTurnBefore(services, at);
    const remindAt = sql`(${beginsAt} - make_interval(mins => ${schedule.remind_minutes}))`;
    // A row that is being written while a turn runs is seen by the next.
    const isDue = sql`(${remindAt} > ${since} or ${schedule.updated_at} > ${since}::timestamptz - interval '1 minute')
      and greatest(${remindAt}, ${schedule.updated_at}) <= ${isoInstant(at)}`;
    let reminded = 0;
    for (let lastId = 0; ; ) {
      signal.throwIfAborted();
      const rows = await db
        .select({ row: schedule, begins: sql<string>`extract(epoch from ${beginsAt})::bigint::text` })
        .from(schedule)
        .where(
          sql`${schedule.status} = 'pending' and ${schedule.remind_minutes} is not null and ${schedule.id} > ${lastId}
            and ${schedule.updated_at} < ${beginsAt} and ${isDue}`,
        )
        .orderBy(schedule.id)
        .limit(chunkSize);
      const now = services.now();
      reminded += await notify(
        db,
        now,
        null,
        rows.map(({ row, begins }) => ({
          user_id: row.user_id,
          category: "schedule",
          title: "日程提醒",
          content: sentenceOf(row, Number(begins) * 1000, now),
          dedupe_key: `${name}:${row.id}:${row.user_id}:${begins}`,
          ...scheduleLink(row),
        })),
      );
      const last = rows.at(-1);
      if (!last) return `${reminded} reminded`;
      lastId = last.row.id;
    }
  },
};

/** Up to when reminders have been sent. */
async function lastTurnBefore({ db }: Services, at: Date): Promise<string> {
  const turn = isoInstant(at);
  const [last] = await db
    .select({ turn: jobRun.turn })
    .from(jobRun)
    .where(and(eq(jobRun.job, name), lt(jobRun.turn, turn), like(jobRun.result, "done%")))
    .orderBy(desc(jobRun.turn))
    .limit(1);
  return last?.turn ?? isoInstant(at.getTime() - firstLook);
}

function sentenceOf({ title, start_at, all_day, location }: Schedule, begins: number, now: Date): string {
  const place = location ? `，地点：${location}` : "";
  const day = start_at.slice(0, 10);
  if (all_day) return `${title}（${day} 全天${place}）。`;
  const when = `${day} ${start_at.slice(11, 16)}${place}`;
  const minutes = Math.round((begins - now.getTime()) / 60_000);
  if (minutes < 0) return `${title}已到开始时间（${when}）。`;
  return `${title}将${minutes === 0 ? "现在" : `在${spanOf(minutes)}后`}开始（${when}）。`;
}

function spanOf(minutes: number): string {
  if (minutes % 1440 === 0) return `${minutes / 1440}天`;
  return minutes % 60 === 0 ? `${minutes / 60}小时` : `${minutes}分钟`;
}
