import { z } from "zod";
import { layouts, Station } from "~/contract/shared/property";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { MansionRow } from "../house/mansion";

/** By what a building suits a rental's inquiry; what one of both does not say speaks neither for nor against. */
export const rentalFits = { address: "地址相符", district: "区域相符", layout: "户型相符", rent: "租金相符" } as const;
export type RentalFit = keyof typeof rentalFits;

export const MatchedMansion = MansionRow.pick({
  id: true,
  mansion_no: true,
  name: true,
  district: true,
  address: true,
  built_at: true,
  currency: true,
}).extend({
  nearest: Station.nullable(),
  /** A month per square metre, in `currency`. */
  avg_rent_unit: z.string().nullable().meta({ label: "平均租金" }),
  layouts: z.array(field.choice("户型", layouts)),
  /** Of a flat such as is asked for, a month, in the inquiry's currency. */
  rent_min: z.string().nullable(),
  rent_max: z.string().nullable(),
  rent_currency: z.string().nullable(),
  fits: z.array(field.choice("匹配", rentalFits)),
});
export type MatchedMansion = z.output<typeof MatchedMansion>;

export const rentalMatch = {
  /** Buildings in use that suit a rental's inquiry, the best first, at most twenty; none for other kinds. */
  mansions: endpoint("GET /api/inquiry/{id}/mansion", "匹配楼栋", "inquiry:inquiry:view", {
    kind: "inquiry",
    reply: z.array(MatchedMansion),
  }),
};
