import { z } from "zod";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { importQuery } from "../shared/import-endpoints";
import { ImportTask } from "../shared/import-task";

/** Whose the imported customers are. */
export const importTargets = { pool: "公海", me: "我的客户" } as const;

export const customerImport = {
  template: endpoint("GET /crm/customer/import/template", "客户导入模板", "customer:info:create", {
    query: z.object({ format: z.enum(["xlsx", "csv"]).default("xlsx") }),
    reply: file,
  }),
  /** The body is the file's bytes, xlsx or csv. It is read in the background: the answer is the task as it begins. */
  start: endpoint("POST /crm/customer/import", "导入客户", "customer:info:create", {
    bytes: true,
    query: z.object({
      ...importQuery,
      name: field.text("文件名", 200).default("客户"),
      to: z.enum(Object.keys(importTargets) as [keyof typeof importTargets]).default("pool"),
    }),
    reply: ImportTask,
  }),
  /** The caller's own imports, the newest first: for a screen that was closed in the meantime. */
  recent: endpoint("GET /crm/customer/import", "最近的导入", "customer:info:create", {
    reply: z.object({ list: z.array(ImportTask) }),
  }),
  get: endpoint("GET /crm/customer/import/{id}", "导入进度", "customer:info:create", {
    reply: ImportTask,
    isProgress: true,
  }),
  errors: endpoint("GET /crm/customer/import/{id}/errors", "导入错误文件", "customer:info:create", { reply: file }),
};
