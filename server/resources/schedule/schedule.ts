import { schedule as contract } from "~/contract/schedule/schedule";
import { schedule } from "~/server/database/tables/system/system";
import { listOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { reminderOf } from "../shared/reminder";
import { scheduleOf, scheduleOrder, scheduleRows, selectSchedules, toSchedule } from "./schedule/schedule-list";
import {
  addSchedule,
  cancelSchedule,
  changeSchedule,
  finishSchedule,
  removeSchedule,
  reopenSchedule,
} from "./schedule/write";

export const scheduleHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, user, services } = call;
    const parts = { select: selectSchedules(call).$dynamic(), from: schedule, where: scheduleRows(query, user) };
    const order = scheduleOrder(query.sort);
    const page = await listOf(db, query, { ...parts, order }, (row) => toSchedule(row, services.now()));
    return { ...page, default_remind: reminderOf(await readSettings(db)) };
  }),
  serve(contract.create, async (call) => scheduleOf(call, await addSchedule(call, call.body))),

  serve(contract.update, async (call) => {
    await changeSchedule(call, call.params.id, call.body);
    return scheduleOf(call, call.params.id);
  }),
  serve(contract.done, async (call) => {
    await finishSchedule(call, call.params.id, call.body.result);
    return scheduleOf(call, call.params.id);
  }),
  serve(contract.cancel, async (call) => {
    await cancelSchedule(call, call.params.id);
    return scheduleOf(call, call.params.id);
  }),
  serve(contract.undo, async (call) => {
    await reopenSchedule(call, call.params.id);
    return scheduleOf(call, call.params.id);
  }),
  serve(contract.remove, async (call) => {
    await removeSchedule(call, call.params.id);
    return null;
  }),
];
