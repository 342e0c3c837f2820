import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { formatNumber } from "~/contract/decimal";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { country, district } from "~/server/database/tables/region/geography";
import type { SignedCall } from "~/server/lib/call";

/** Records that name a currency, in words; empty where none does. */
export async function usesOf({ db }: Pick<SignedCall, "db">, code: string): Promise<string> {
  const uses: readonly (readonly [label: string, table: PgTable, where: SQL | undefined])[] = [
    ["国家/地区", country, eq(country.currency_code, code)],
    ["区域", district, eq(district.avg_unit_currency, code)],
    ["楼栋", mansion, and(eq(mansion.currency, code), isNull(mansion.deleted_at))],
    ["房源", estate, and(usesCurrency(code), isNull(estate.deleted_at))],
    ["客户", customer, eq(customer.budget_currency, code)],
    ["需求", requirement, eq(requirement.currency, code)],
  ];
  const words: string[] = [];
  for (const [label, table, where] of uses) {
    const count = await db.$count(table, where);
    if (count > 0) words.push(`${label} ${formatNumber(count)}`);
  }
  return words.join("、");
}

/** As its own, as a commission's, or as the one that a waiting change would give it. */
const usesCurrency = (code: string): SQL | undefined =>
  or(
    eq(estate.currency, code),
    eq(estate.dev_commission_currency, code),
    eq(estate.agent_commission_currency, code),
    ...["currency", "dev_commission_currency", "agent_commission_currency"].map(
      (name) => sql`${estate.proposed} ->> ${name}::text = ${code}`,
    ),
  );
