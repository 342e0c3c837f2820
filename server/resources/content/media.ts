import { media as contract } from "~/contract/content/media";
import { media } from "~/server/database/tables/system/system";
import { eachRow, replyOf } from "~/server/lib/batch";
import { orderOf, tablePage } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import {
  destroyFile,
  editFile,
  keepActs,
  keepFiles,
  replaceFile,
  restoreFile,
  trashFile,
  undoFiles,
} from "./media/acts";
import { cropFile } from "./media/crop";
import { fetchPicture } from "./media/fetch";
import type { Kinds } from "./media/uses";
import { mediaDetail, mediaRows, toMediaRows } from "./media/view";

export const mediaUndoers = (kinds: Kinds) => ({ media: undoFiles(kinds) });

/** The media library (domain B.1, C.7). */
export const mediaHandlers = (kinds: Kinds) => [
  serve(contract.list, (call) =>
    tablePage(
      call,
      media,
      { where: mediaRows(call.query), order: orderOf(media, call.query.sort, media.id) },
      toMediaRows,
    ),
  ),
  serve(contract.get, (call) => mediaDetail(call, kinds, call.params.id)),
  serve(contract.keep, async (call) => {
    await keepFiles(call, call.body.ids);
    return null;
  }),
  serve(contract.update, (call) => editFile(call, call.params.id, call.body)),
  serve(contract.replace, (call) => replaceFile(call, kinds, call.params.id, call.body)),
  serve(contract.crop, (call) => cropFile(call, kinds, call.params.id, call.body), { ownTransaction: true }),
  serve(contract.trash, async (call) => {
    const rows = await eachRow(call, call.body.ids, (one, id) => trashFile(one, kinds, id));
    return replyOf(rows, await keepActs(call, rows));
  }),
  serve(contract.restore, async (call) => {
    const rows = await eachRow(call, call.body.ids, restoreFile);
    return replyOf(rows, await keepActs(call, rows));
  }),
  serve(contract.destroy, async (call) => {
    await destroyFile(call, call.params.id);
    return null;
  }),
  serve(contract.fetch, fetchPicture, { ownTransaction: true }),
];
