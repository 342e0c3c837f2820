import { eq } from "drizzle-orm";
import { staff as contract } from "~/contract/system/staff";
import { team, user } from "~/server/database/tables/system/system";
import { eachRow, replyOf } from "~/server/lib/batch";
import { refuseFields } from "~/server/lib/call";
import { listOf } from "~/server/lib/list";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { createStaff, resetPassword } from "./staff/account";
import { handOver, previewHandover } from "./staff/handover";
import { selectStaff, staffOrder, staffRows, toStaffRow } from "./staff/staff-list";
import { changeStaff, kickStaff, moveStaff, removeStaff, rowOf, setStatus } from "./staff/write";

export const staffHandlers = [
  serve(contract.list, async ({ db, query, user: caller }) => {
    const { "customer.cap": cap } = await readSettings(db);
    const select = selectStaff(db, cap).$dynamic();
    const parts = { select, from: user, where: staffRows(query), order: staffOrder(query.sort) };
    return listOf(db, query, parts, (row) => toStaffRow(row, caller));
  }),

  serve(contract.get, (call) => rowOf(call, call.params.id)),

  serve(contract.create, (call) => createStaff(call, call.body), { ownTransaction: true }),

  serveAct(contract.update, rowOf, changeStaff),

  serveNull(contract.remove, removeStaff),

  serve(contract.enable, (call) => setStatus(call, call.params.id, "enabled")),
  serve(contract.disable, (call) => setStatus(call, call.params.id, "disabled")),

  serve(contract.kick, (call) => kickStaff(call, call.params.id)),

  serve(contract.resetPassword, (call) => resetPassword(call, call.params.id, call.body), { ownTransaction: true }),

  serve(contract.handoverPreview, (call) => previewHandover(call, call.params.id)),

  serve(contract.handover, async (call) => ({ list: await handOver(call, call.params.id, call.body) })),

  serve(contract.moveTeam, async (call) => {
    const { ids, team_id } = call.body;
    const [to] = await call.db.select().from(team).where(eq(team.id, team_id));
    if (to?.status !== "enabled")
      return refuseFields([{ field: "team_id", label: "调整到", message: "该团队不存在或已停用" }]);
    const rows = await eachRow(call, ids, (one, id) => moveStaff(one, id, to));
    return replyOf(rows, null);
  }),
];
