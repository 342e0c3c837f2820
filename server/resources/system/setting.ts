import { setting as contract } from "~/contract/system/setting";
import { serve } from "~/server/lib/serve";
import { settingRows } from "./setting/view";
import { changeSettings } from "./setting/write";

export const settingHandlers = [
  serve(contract.list, ({ db, query }) => settingRows(db, query.group)),

  serve(contract.update, async (call) => {
    await changeSettings(call, call.body.items);
    return settingRows(call.db);
  }),
];
