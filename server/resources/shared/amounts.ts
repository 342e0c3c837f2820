import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import { currencyName } from "~/contract/format";
import type { Db } from "~/server/database/database";
import { currency } from "~/server/database/tables/region/geography";

/** An amount as a column of two places writes it, so that an unchanged one is seen as unchanged. */
export function decimalText(amount: string | null): string | null {
  if (amount === null) return null;
  const [whole = "0", fraction = ""] = amount.split(".");
  return `${BigInt(whole)}.${fraction.padEnd(2, "0")}`;
}

/** Complaints about amounts with cents in a currency that has none: yen, won, dong. */
export async function centErrors<N extends string>(
  db: Db,
  schema: z.ZodObject,
  amounts: Readonly<Record<N, string | null>>,
  code: string | null,
): Promise<FieldError[]> {
  const broken = Object.entries<string | null>(amounts).filter(([, amount]) => /\.\d*[1-9]/.test(amount ?? ""));
  if (!code || broken.length === 0) return [];
  const [row] = await db.select({ digits: currency.digits }).from(currency).where(eq(currency.code, code));
  if (row?.digits !== 0) return [];
  const shape: Record<string, z.ZodType> = schema.shape;
  return broken.map(([field]) => ({
    field,
    label: labelOf(shape[field], field),
    message: `${currencyName(code)}金额不能有小数`,
  }));
}
