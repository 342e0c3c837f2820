import { z } from "zod";
import { clueStatuses } from "./clue-kinds";

const ref = z.object({ id: z.int(), name: z.string() });

export const ClueBrief = z.object({
  id: z.int(),
  clue_no: z.string(),
  status: z.string().meta({ label: "状态", options: clueStatuses }),
  estate: ref,
  agent: ref,
  account: ref.nullable(),
  handler: ref.nullable(),
  created_at: z.string(),
});
export type ClueBrief = z.output<typeof ClueBrief>;
