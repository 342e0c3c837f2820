import { z } from "zod";
import { batchReply, listQuery, page, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";

/** The bulk acts that can be undone (domain C.1.6). */
export const batchActs = {
  assign: "批量分配",
  release: "批量释放",
  recycle: "批量移入回收站",
  tag: "批量打标签",
  edit: "批量修改",
  unit: "批量改房号",
  invalid: "批量标记无效",
  import: "导入",
  content: "批量改内容",
  track: "跟进",
} as const;
export type BatchAct = keyof typeof batchActs;

/** An undo of more rows than these is a task that goes on in the background. */
export const undoneAtOnce = 2_000;

/** Whether a batch has been undone, and how far its undo is. */
export const BatchUndo = z.object({
  id: field.id(),
  status: z.enum(["none", "running", "done", "failed"]),
  /** Rows of the batch. */
  total: z.int(),
  /** Rows that were put back. */
  success: z.int(),
  failed: z.int(),
  /** Why the first of those was not put back, or where the undo broke off. */
  message: z.string().nullable(),
});
export type BatchUndo = z.output<typeof BatchUndo>;

const BatchRow = BatchUndo.extend({
  act: z.string().meta({ label: "操作", options: batchActs }),
  user: ref.meta({ label: "操作人" }),
  created_at: field.instant("时间"),
  undone_at: field.instant("撤销时间").nullable(),
  /** Until when it can be undone. */
  until: z.string(),
  can: field.can("undo"),
});
export type BatchRow = z.output<typeof BatchRow>;

export const batch = {
  /** Those that are young enough to be undone: one's own, a super administrator's view has everybody's. */
  list: endpoint("GET /api/system/batch", {
    summary: "我的批量操作",
    permission: "signed-in",
    query: listQuery({}, ["created_at"], "-created_at"),
    reply: page(BatchRow).extend({ hours: z.int() }),
  }),
  /** Needs the permission of the original act as well; 40905 after `system.undo_hours`, 40902 the second time. One that broke off is gone on with. */
  undo: endpoint("POST /api/system/batch/{id}/undo", {
    summary: "撤销批量操作",
    permission: "signed-in",
    /** With a `task` it has only begun, and says nothing of its rows. */
    reply: batchReply.extend({ task: BatchUndo.nullable() }),
  }),
  get: endpoint("GET /api/system/batch/{id}", {
    summary: "撤销进度",
    permission: "signed-in",
    reply: BatchUndo,
  }),
};
