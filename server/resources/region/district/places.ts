import { eq, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { country } from "~/server/database/tables/region/geography";
import type { Looking } from "~/server/lib/call";

/** The tree of one country is changed by one request at a time: others wait for the commit. */
export async function lockCountry(db: Db, code: string): Promise<void> {
  await db.select({ id: country.id }).from(country).where(eq(country.code, code)).for("no key update");
}

export const pathOf = (country_code: string, parent: { path: string } | undefined, code: string): string =>
  `${parent?.path ?? `/${country_code.toLowerCase()}`}/${code}`;

/** Writes the paths anew of all that lie elsewhere since a code has changed or a district has moved. */
export async function renewPaths(db: Db, code: string): Promise<void> {
  await db.execute(sql`
    with recursive placed as (
      select id, ${pathOf(code, undefined, "")} || code as path from district
      where country_code = ${code} and parent_id is null
      union all
      select lower.id, placed.path || '/' || lower.code from district lower join placed on lower.parent_id = placed.id
      where lower.country_code = ${code})
    update district set path = placed.path from placed where district.id = placed.id and district.path <> placed.path`);
}

/** Takes out of use everything below a district that is out of use; answers how many. */
export async function disableBelow(call: Looking, code: string): Promise<number> {
  const { db, user, services } = call;
  const { rowCount } = await db.execute(sql`
    with recursive closed as (
      select id from district where country_code = ${code} and status = 'disabled'
      union
      select lower.id from district lower join closed on lower.parent_id = closed.id)
    update district set status = 'disabled', version = version + 1, updated_by = ${user.id},
      updated_at = ${isoInstant(services.now())}
    from closed where district.id = closed.id and district.status <> 'disabled'`);
  return rowCount ?? 0;
}

/** Puts all below a district into use; answers how many. */
export async function enableBelow(
  { db, user, services }: Looking,
  { country_code, path }: { country_code: string; path: string },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update district set status = 'enabled', version = version + 1, updated_by = ${user.id},
      updated_at = ${isoInstant(services.now())}
    where country_code = ${country_code} and status <> 'enabled' and starts_with(path, ${`${path}/`})`);
  return rowCount ?? 0;
}

/** A code that nobody in the country has: of a highest district a number, of others the one of their parent with a number. */
export function freeCode(parent: { code: string } | undefined, isTaken: (code: string) => boolean): string {
  const stem = parent && parent.code.length < longestStem ? `${parent.code}-` : "";
  for (let number = 1; ; number++) {
    const code = stem + String(number).padStart(2, "0");
    if (!isTaken(code)) return code;
  }
}

/** With a number behind it a code is no longer than the contract allows. */
const longestStem = 35;
