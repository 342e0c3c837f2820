import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { CountryUsage } from "~/contract/region/country";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { district } from "~/server/database/tables/region/geography";
import { broker } from "~/server/database/tables/system/admin";
import type { SignedCall } from "~/server/lib/call";

/** How many records name a country. Asked for before it is closed or deleted alone: it reads whole tables. */
export async function usageOf({ db }: Pick<SignedCall, "db">, code: string): Promise<CountryUsage> {
  const wanted = sql`${customer.intent_country_codes} @> ${JSON.stringify([code])}::jsonb`;
  return {
    districts: await db.$count(district, eq(district.country_code, code)),
    customers: await db.$count(customer, or(eq(customer.country_code, code), wanted)),
    customer_users: await db.$count(customerUser, eq(customerUser.country_code, code)),
    requirements: await db.$count(requirement, eq(requirement.country_code, code)),
    mansions: await db.$count(mansion, and(eq(mansion.country_code, code), isNull(mansion.deleted_at))),
    estates: await db.$count(estate, and(eq(estate.country_code, code), isNull(estate.deleted_at))),
    brokers: await db.$count(broker, and(eq(broker.license_country, code), isNull(broker.deleted_at))),
  };
}
