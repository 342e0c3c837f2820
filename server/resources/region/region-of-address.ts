import { eq } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { country } from "~/server/database/tables/region/geography";
import { countryOf } from "~/server/lib/ip-region";

export async function regionOfAddress(db: Db, ip: string | null): Promise<string | null> {
  const code = countryOf(ip);
  if (!code) return null;
  const [row] = await db.select({ name: country.name_zh }).from(country).where(eq(country.code, code));
  return row?.name ?? code;
}
