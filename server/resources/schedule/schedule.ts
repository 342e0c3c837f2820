import { schedule as contract } from "~/contract/schedule/schedule";
import { schedule } from "~/server/database/tables/system/system";
import { listOf } from "~/server/lib/list";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { reminderOf } from "../shared/reminder";
import {
  addSchedule,
  cancelSchedule,
  changeSchedule,
  finishSchedule,
  removeSchedule,
  reopenSchedule,
  scheduleOf,
  scheduleOrder,
  scheduleRows,
  selectSchedules,
  toSchedule,
} from "./schedule/write";

export const scheduleHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, user, services } = call;
    const parts = { select: selectSchedules(call).$dynamic(), from: schedule, where: scheduleRows(query, user) };
    const order = scheduleOrder(query.sort);
    const listed = await listOf(db, query, { ...parts, order }, (row) => toSchedule(row, services.now()));
    return { ...listed, default_remind: reminderOf(await readSettings(db)) };
  }),
  serve(contract.create, async (call) => scheduleOf(call, await addSchedule(call, call.body))),

  serveAct(contract.update, scheduleOf, changeSchedule),
  serveAct(contract.done, scheduleOf, (call, id, { result }) => finishSchedule(call, id, result)),
  serveAct(contract.cancel, scheduleOf, cancelSchedule),
  serveAct(contract.undo, scheduleOf, reopenSchedule),
  serveNull(contract.remove, removeSchedule),
];
