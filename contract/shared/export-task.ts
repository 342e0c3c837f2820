import { z } from "zod";
import { listQuery, page, ref } from "../common";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { DownloadLink } from "./download";

/** For how long an export is listed, and its file kept. */
export const exportDays = 7;

export const exportStatuses = { running: "生成中", done: "已完成", expired: "已过期", failed: "失败" } as const;
export type ExportStatus = keyof typeof exportStatuses;

export const ExportRow = z.object({
  id: field.id(),
  title: z.string().meta({ label: "内容" }),
  status: field.choice("状态", exportStatuses),
  row_count: z.int().meta({ label: "行数" }),
  user: ref.meta({ label: "导出人" }),
  reason: z.string().nullable().meta({ label: "导出原因" }),
  file_name: z.string(),
  size: z.int().nullable().meta({ label: "大小" }),
  message: z.string().nullable(),
  created_at: field.instant("时间"),
  expires_at: field.instant("保留至"),
  can: field.can("download", "again"),
});
export type ExportRow = z.output<typeof ExportRow>;

export const exportTask = {
  /** The caller's own of the last days; a super administrator's view has everybody's. */
  list: endpoint("GET /api/system/export", "最近的导出", "signed-in", {
    query: listQuery({}, ["created_at"], "-created_at"),
    reply: page(ExportRow),
  }),
  /** Needs the permission of the export as well. */
  file: endpoint("GET /api/system/export/{id}/file", "下载导出文件", "signed-in", { reply: file }),
  /** Asks for the same rows again: an address that makes the export anew, with the rights of the present caller. */
  again: endpoint("POST /api/system/export/{id}/again", "再次导出", "signed-in", { reply: DownloadLink }),
};
