import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { eq } from "drizzle-orm";
import { type CountryResponse, Reader } from "mmdb-lib";
import type { Db } from "~/server/database/database";
import { country } from "~/server/database/tables/region/geography";
import { isPublicAddress } from "~/server/lib/public-address";

/** Of the registries' own records and public routing tables (CC0): which country an address belongs to. */
const file = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

let opened: Reader<FlatCountry & CountryResponse> | undefined;

/** This file's records are flat; the library's type is that of another publisher's. */
interface FlatCountry {
  country_code?: string;
}

/** The country or region of an address, by its two letters; null where nobody knows. Read into memory (8 MB) at the first question. */
export function countryOf(ip: string | null | undefined): string | null {
  if (!ip || !isPublicAddress(ip)) return null;
  opened ??= new Reader(readFileSync(createRequire(import.meta.url).resolve(file)));
  return opened.get(ip)?.country_code ?? null;
}

export async function regionOfAddress(db: Db, ip: string | null): Promise<string | null> {
  const code = countryOf(ip);
  if (!code) return null;
  const [row] = await db.select({ name: country.name_zh }).from(country).where(eq(country.code, code));
  return row?.name ?? code;
}
