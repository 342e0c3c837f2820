import { eq } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import type { Db } from "~/server/database/database";
import { district } from "~/server/database/tables/region/geography";
import { pick } from "~/server/lib/call";

interface Place {
  country_code: string;
  district_id: number;
}

/** Complaints about a district that is not one a building can lie in. One that the record had before may stay. */
export async function placeErrors(db: Db, place: Place, before: Place | undefined): Promise<FieldError[]> {
  if (before?.district_id === place.district_id && before.country_code === place.country_code) return [];
  const [row] = await pick(db, district, ["level", "country_code"], eq(district.id, place.district_id));
  const say = (message: string) => [{ field: "district_id", label: "区域", message }];
  if (row?.country_code !== place.country_code) return say("区域不在所选国家/地区内");
  return row.level < 2 ? say("请选到二级或三级区域") : [];
}
