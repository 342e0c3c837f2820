import { batchReply } from "./common";
import { endpoint } from "./endpoint";

/** The bulk acts that can be undone (C.1.6). */
export const batchActs = {
  assign: "批量分配",
  release: "批量释放",
  recycle: "批量移入回收站",
  tag: "批量打标签",
  import: "导入",
} as const;
export type BatchAct = keyof typeof batchActs;

export const batch = {
  /** Needs the permission of the original act as well; 40905 after `system.undo_hours`, 40902 the second time. */
  undo: endpoint("POST /api/system/batch/{id}/undo", {
    summary: "撤销批量操作",
    permission: "signed-in",
    reply: batchReply,
  }),
};
