import type { EstateFields } from "~/contract/house/estate-record";
import type { estate } from "~/server/database/tables/house/estate";
import { plain } from "../mansion/names";

type Derived = Pick<typeof estate.$inferSelect, "name_norm" | "search_text" | "walk_min">;
type Named = Pick<EstateFields, "name" | "name_local" | "name_en" | "alias" | "address" | "address_local" | "stations">;

/** What an estate is compared and found by. */
export function derivedOf(facts: Named, estateNo: string): Derived {
  const { name, name_local, name_en, alias, address, address_local, stations } = facts;
  const names = [name, name_local, name_en, ...alias, address, address_local].flatMap((one) => one || []);
  const places = stations.flatMap(({ line, station }) => [line, station]);
  return {
    name_norm: plain(name),
    search_text: [...new Set([estateNo, ...names, ...places])].join("\n").toLowerCase(),
    walk_min: stations[0]?.walk_min ?? null,
  };
}
