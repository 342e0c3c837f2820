import { tracker as contract } from "~/contract/inquiry/tracker";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { tablePage } from "~/server/lib/list";
import { serve, serveAct, serveNull, statusHandlers } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { spanOf, statsOf } from "./tracker/figures";
import { linkOf, qrFile } from "./tracker/link";
import { toTrackerRows, trackerOf, trackerOrder, trackerRows } from "./tracker/tracker-list";
import { addTracker, changeTracker, removeTracker, trackers } from "./tracker/write";

const kind = { act: "edit", targetType: "tracker", permission: "inquiry:tracker:manage" } as const;

export const trackerHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const span = spanOf({ from: query.stat_from, to: query.stat_to }, services.now());
    const parts = { where: trackerRows(query), order: trackerOrder(query.sort, span) };
    return tablePage(call, tracker, parts, (_, rows) => toTrackerRows(call, rows, span));
  }),

  serve(contract.get, (call) => trackerOf(call, call.params.id)),
  serve(contract.create, (call) => addTracker(call, call.body)),
  serveAct(contract.update, trackerOf, changeTracker),
  serveNull(contract.remove, removeTracker),

  ...statusHandlers(contract, trackers.turn, trackerOf),
  serve(contract.disableBatch, async (call) => {
    const rows = await eachRow(call, call.body.ids, async (one, id): Promise<Done> => {
      const { version } = await trackers.turn(one, id, "disabled");
      return { before: { status: "enabled" }, version_after: version };
    });
    return replyOf(rows, await keepBatch(call, kind, rows));
  }),

  serve(contract.stats, async (call) => {
    const { id } = await trackers.find(call, call.params.id);
    return statsOf(call.db, id, spanOf(call.query, call.services.now()));
  }),

  serve(contract.qrcode, async (call) => {
    const row = await trackers.find(call, call.params.id);
    const { "site.desk_base": base } = await readSettings(call.db);
    return qrFile(row.code, linkOf(row, base), call.query.format);
  }),
];
