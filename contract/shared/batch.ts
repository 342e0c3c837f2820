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
  media: "修改素材",
  move: "批量移动公海",
  track: "跟进",
} as const;
export type BatchAct = keyof typeof batchActs;

/** An undo of more rows than these is a task that goes on in the background. */
export const undoneAtOnce = 2_000;

export const BatchUndo = z.object({
  id: field.id(),
  status: z.enum(["none", "running", "done", "failed"]),
  total: z.int(),
  success: z.int(),
  failed: z.int(),
  /** Why the first of those was not put back, or where the undo broke off. */
  message: z.string().nullable(),
});
export type BatchUndo = z.output<typeof BatchUndo>;

/** How an act on all that a filter finds goes, row by row. */
export const BatchProgress = z.object({
  status: z.enum(["running", "done", "failed"]),
  total: z.int(),
  success: z.int(),
  failed: z.int(),
  /** Of the refused ones the first hundred. */
  errors: z.array(z.object({ id: z.int(), name: z.string(), message: z.string() })),
  message: z.string().nullable(),
});
export type BatchProgress = z.output<typeof BatchProgress>;

/** The answer of an act on all that a filter finds: the batch that it writes into, part by part. */
export const batchBegun = z.object({ batch_id: z.int(), total: z.int() });
export type BatchBegun = z.output<typeof batchBegun>;

const BatchRow = BatchUndo.extend({
  act: z.string().meta({ label: "操作", options: batchActs }),
  user: ref.meta({ label: "操作人" }),
  created_at: field.instant("时间"),
  undone_at: field.instant("撤销时间").nullable(),
  until: z.string(),
  can: field.can("undo"),
});
export type BatchRow = z.output<typeof BatchRow>;

export const batch = {
  /** Those young enough to be undone: the caller's own, for a super administrator everybody's. */
  list: endpoint("GET /api/system/batch", "我的批量操作", "signed-in", {
    query: listQuery({}, ["created_at"], "-created_at"),
    reply: page(BatchRow).extend({ hours: z.int() }),
  }),
  /** Needs the permission of the original act as well; 40905 after `system.undo_hours`, 40902 the second time. An interrupted one is continued. */
  undo: endpoint("POST /api/system/batch/{id}/undo", "撤销批量操作", "signed-in", {
    /** With a `task` it has only begun, and says nothing of its rows. */
    reply: batchReply.extend({ task: BatchUndo.nullable() }),
  }),
  get: endpoint("GET /api/system/batch/{id}", "批量操作进度", "signed-in", {
    /** Null of one that was done at once. */
    reply: BatchUndo.extend({ act: BatchProgress.nullable() }),
    isProgress: true,
  }),
};
