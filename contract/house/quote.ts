import { z } from "zod";
import { directions, layouts } from "~/contract/shared/property";
import { ref } from "../common";
import * as field from "../field";

/** Days for which a quotation is valid, unless its consultant enters another day. */
export const quoteDays = 7;

const Cost = z.object({ label: z.string(), amount: z.string(), basis: z.string() });

/** What a client may read of a flat: nothing internal. */
export const UnitQuote = z.object({
  estate: z.object({
    ...{ id: field.id(), name: z.string(), name_local: z.string().nullable(), place: z.string() },
    is_online: z.boolean(),
  }),
  unit: z.object({
    id: field.id(),
    building: z.string(),
    unit_no: z.string(),
    floor: z.int(),
    room: z.string(),
    layout: field.choice("户型", layouts),
    area_sqm: z.number().nullable(),
    direction: field.choice("朝向", directions).nullable(),
    plan: z.string().nullable(),
  }),
  currency: z.string(),
  price: z.string().nullable(),
  /** How it reads in another currency, and at what rate of what day; absent where both are one, or there is no rate. */
  other: z.object({ currency: z.string(), rate: z.string(), at: z.string() }).nullable(),
  consultant: z.object({ name: z.string(), phone: z.string().nullable() }),
  customer: ref.nullable(),
  day: z.string(),
  valid_until: z.string(),
  /** By the one calculator (domain F.2); null without a price. */
  cost: z
    .object({
      isKnown: z.boolean(),
      once: z.array(Cost),
      onceTotal: z.string(),
      outlay: z.string(),
      loan: z.string(),
      loanPercent: z.string(),
      downPayment: z.string(),
      ownCash: z.string(),
      yearly: z.array(Cost),
      yearlyTotal: z.string(),
    })
    .nullable(),
});
export type UnitQuote = z.output<typeof UnitQuote>;
