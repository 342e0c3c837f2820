import { z } from "zod";
import * as field from "../field";
import { ImportColumns } from "./import-columns";

const RowError = z.object({
  row: z.int(),
  /** The column's heading; empty where the row as a whole is meant. */
  field: z.string(),
  message: z.string(),
});

/** How far an import is, and how it ended: the answer of its start, and of every look at it. */
export const ImportTask = z.object({
  id: field.id(),
  name: z.string(),
  status: z.enum(["running", "done", "failed"]),
  dry_run: z.boolean(),
  /** Rows of the file; an estimate while it is being read. */
  total: z.int(),
  success: z.int(),
  failed: z.int(),
  errors: z.array(RowError),
  /** Address of the file of all refused rows, each with its reason; null without any. */
  error_file: z.string().nullable(),
  batch_id: z.int().nullable(),
  /** Why the file as a whole was refused, or where it broke off. */
  message: z.string().nullable(),
  /** Of a dry run, and of a file that waits for it: which of its columns are what. */
  columns: ImportColumns.nullable(),
  /** Rows that the file hides, by a filter or by hand. */
  hidden: z.int(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type ImportTask = z.output<typeof ImportTask>;
