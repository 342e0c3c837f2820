import { asc, eq } from "drizzle-orm";
import { EstateFields } from "~/contract/house/estate-record";
import { type estate, estateMansion } from "~/server/database/tables/house/estate";
import type { SignedCall } from "~/server/lib/call";
import { decimalText } from "~/server/resources/shared/amounts";
import { plain } from "../mansion/names";
import type { Estate } from "./lock";

async function mansionIdsOf(db: SignedCall["db"], id: number): Promise<number[]> {
  const rows = await db
    .select({ id: estateMansion.mansion_id })
    .from(estateMansion)
    .where(eq(estateMansion.estate_id, id))
    .orderBy(asc(estateMansion.mansion_id));
  return rows.map((row) => row.id);
}

export async function liveFacts(db: SignedCall["db"], row: Estate): Promise<EstateFields> {
  const filled = Object.entries(row).filter(([name]) => name in EstateFields.shape);
  // The columns take any text; what they hold has passed these fields.
  return { ...Object.fromEntries(filled), mansion_ids: await mansionIdsOf(db, row.id) } as EstateFields;
}

/** A body as the columns hold it, so that what is unchanged is seen as unchanged. */
export function written(fields: EstateFields): EstateFields {
  const { name, name_local, name_en } = fields;
  const known = new Set([name, name_local, name_en].flatMap((one) => (one ? plain(one) : [])));
  return {
    ...fields,
    ...amountsOf(fields),
    alias: fields.alias.filter((alias) => !known.has(plain(alias)) && known.add(plain(alias))),
    lat: sixDecimals(fields.lat),
    lng: sixDecimals(fields.lng),
    purchase_costs: fields.purchase_costs.map((cost) => ({ ...cost, amount: decimalText(cost.amount) })),
    mansion_ids: [...new Set(fields.mansion_ids)].sort((a, b) => a - b),
    dev_commission_value: decimalText(fields.dev_commission_value),
    agent_commission_value: decimalText(fields.agent_commission_value),
  };
}

const amounts = [
  ...(["price_min", "price_max"] as const),
  ...(["unit_price_avg", "management_fee", "repair_fund", "repair_fund_initial"] as const),
  ...(["property_tax", "expected_rent"] as const),
];
type Amounts = Record<(typeof amounts)[number], string | null>;

export const amountsOf = (fields: EstateFields): Amounts =>
  // Its keys are the names of the list.
  Object.fromEntries(amounts.map((name) => [name, decimalText(fields[name])])) as Amounts;

const sixDecimals = (degrees: number | null) => (degrees === null ? null : Number(degrees.toFixed(6)));

/** Columns out of fields: the buildings have their own table, the slug is never empty. */
export function columnsOf({ mansion_ids: _, slug: __, ...columns }: EstateFields) {
  return columns satisfies Partial<typeof estate.$inferInsert>;
}
