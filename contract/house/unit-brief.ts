import { z } from "zod";
import { ref } from "../common";

/** How a hold for a customer begins and ends. */
export const holdActs = { hold: "锁定", promote: "排队转锁定", release: "释放", expire: "锁定到期" } as const;
/** What a customer receives in writing about a unit. */
export const quoteActs = { quote: "报价" } as const;

/** What was done about a unit for a customer, among other things that happened to them. */
export const UnitBrief = z.object({
  id: z.int(),
  act: z.string().meta({ label: "操作", options: { ...holdActs, ...quoteActs } }),
  at: z.string(),
  by: ref.nullable(),
  estate: ref,
  building: z.string(),
  unit_no: z.string(),
  price: z.string().nullable(),
  currency: z.string(),
});
export type UnitBrief = z.output<typeof UnitBrief>;
