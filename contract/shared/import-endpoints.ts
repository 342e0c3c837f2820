import { z } from "zod";
import { bit } from "../common";
import { type Access, endpoint, file } from "../endpoint";
import * as field from "../field";
import { chosenColumns } from "./import-columns";
import { ImportTask } from "./import-task";

/** What goes along with the bytes of any file that comes in: whether it is only looked through, what its columns are, and whether hidden rows stay out. */
export const importQuery = { dry_run: bit(), skip_hidden: bit(), ...chosenColumns };

/** The endpoints of an import: its template, the import itself, the caller's last ones, one of them, and the rows that were refused. */
export const importEndpoints = <
  const P extends `/${string}`,
  const A extends Access,
  R extends z.ZodType,
  const I extends string = "id",
>(
  path: P,
  title: string,
  /** `id`: how the import's number is called in its path, where `{id}` is taken. */
  { permission, reply, id }: { permission: A; reply: R; id: I },
) => ({
  template: endpoint(`GET ${path}/template`, `${title}导入模板`, permission, {
    query: z.object({ format: z.enum(["xlsx", "csv"]).default("xlsx") }),
    reply: file,
  }),
  /** The body is the file's bytes, xlsx or csv. The answer is the task at its end. */
  start: endpoint(`POST ${path}`, `导入${title}`, permission, {
    bytes: true,
    query: z.object({ ...importQuery, name: field.text("文件名", 200).default(title) }),
    reply,
  }),
  recent: endpoint(`GET ${path}`, `最近的${title}导入`, permission, { reply: z.object({ list: z.array(ImportTask) }) }),
  get: endpoint(`GET ${path}/{${id}}`, `${title}导入结果`, permission, { reply: ImportTask }),
  errors: endpoint(`GET ${path}/{${id}}/errors`, `${title}导入错误文件`, permission, { reply: file }),
});
