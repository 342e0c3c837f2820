import { z } from "zod";
import { dealStatuses } from "./deal-kinds";

const ref = z.object({ id: z.int(), name: z.string() });

export const DealBrief = z.object({
  id: z.int(),
  deal_no: z.string(),
  status: z.string().meta({ label: "状态", options: dealStatuses }),
  estate: ref,
  building: z.string().nullable(),
  unit_no: z.string().nullable(),
  deal_price: z.string().nullable(),
  currency: z.string().nullable(),
  agent: ref.nullable(),
  owner: ref,
  created_at: z.string(),
});
export type DealBrief = z.output<typeof DealBrief>;
