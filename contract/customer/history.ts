import { z } from "zod";
import { change } from "../common";
import * as field from "../field";
import { historyActions } from "./customer-record";

export const HistoryLine = z.object({
  id: z.string(),
  at: field.instant("时间"),
  operator: z.string(),
  action: z.string().meta({ label: "操作", options: historyActions }),
  changes: z.array(change),
  reason: z.string().nullable(),
});
export type HistoryLine = z.output<typeof HistoryLine>;
