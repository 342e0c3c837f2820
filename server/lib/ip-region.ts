import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type CountryResponse, Reader } from "mmdb-lib";
import { isPublicAddress } from "./public-address";

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
