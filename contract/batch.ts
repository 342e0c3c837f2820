import { batchReply } from "./common";
import { endpoint } from "./endpoint";

export const batch = {
  /** Needs the permission of the original act as well; 40905 after `system.undo_hours`, 40902 the second time. */
  undo: endpoint("POST /api/system/batch/{id}/undo", {
    summary: "撤销批量操作",
    permission: "signed-in",
    reply: batchReply,
  }),
};
