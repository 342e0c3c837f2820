import { expect, test } from "vitest";
import { countryOf } from "~/server/resources/region/region-of-address";

test("an address of the internet has a country, and no other has", () => {
  const known = { "114.114.114.114": "CN", "8.8.8.8": "US", "133.11.0.1": "JP", "240e::1": "CN", "1.36.0.1": "HK" };
  for (const [ip, country] of Object.entries(known)) expect([ip, countryOf(ip)]).toEqual([ip, country]);
  for (const ip of ["", null, "10.0.0.1", "::1", "203.0.113.5", "fe80::1%eth0", "nowhere"])
    expect([ip, countryOf(ip)]).toEqual([ip, null]);
});
