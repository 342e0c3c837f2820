import type { WriteAction } from "~/app/api/writes";
import { schedule } from "~/contract/schedule/schedule";

const { create, update, done, cancel, undo, remove } = schedule;

/** What is done with schedules, wherever they are shown: the clientAction of their own screen does it for all. */
export const scheduleActs = { create, update, done, cancel, undo, remove };
export type ScheduleAction = WriteAction<typeof scheduleActs>;
