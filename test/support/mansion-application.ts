import { and, eq } from "drizzle-orm";
import { MansionFields, type MansionStatus } from "~/contract/house/mansion";
import type { Database } from "~/server/database/database";
import { mansion } from "~/server/database/tables/house/property";
import { district } from "~/server/database/tables/region/geography";
import type { Services } from "~/server/lib/services";
import { derivedOf } from "~/server/resources/house/mansion/write";
import { fileApplication, type NewApplication } from "~/server/resources/house/mansion-application/file";

/** The number of a ward of Tokyo, by its Chinese name. */
export async function wardOf(db: Database, name = "港区"): Promise<number> {
  const [row] = await db
    .select({ id: district.id })
    .from(district)
    .where(and(eq(district.country_code, "JP"), eq(district.level, 2), eq(district.name_zh, name)))
    .orderBy(district.code)
    .limit(1);
  if (!row) throw new Error(`no ward ${name}`);
  return row.id;
}

/** What an applicant says of a building that is not there yet. */
export const towerFields = (districtId: number) => ({
  name: "云汀湾岸塔",
  name_local: "クラウドベイタワー",
  country_code: "JP",
  district_id: districtId,
  address: "芝浦4-2-1",
  lat: 35.6421,
  lng: 139.7512,
  built_at: "2019-03",
  total_units: 320,
});

/** A building in the dictionary. */
export async function putMansion(
  db: Database,
  given: Partial<MansionFields> & { mansion_no?: string; status?: MansionStatus } = {},
) {
  const { mansion_no = "LD2611200001", status, ...fields } = given;
  const facts = MansionFields.parse({ ...towerFields(await wardOf(db)), ...fields });
  const [row] = await db
    .insert(mansion)
    .values({ ...facts, ...derivedOf(facts, mansion_no), mansion_no, status })
    .returning();
  if (!row) throw new Error("nothing was inserted");
  return row;
}

/** A wish as it comes in, of a user of the site who wants a new building unless it says otherwise. */
export async function putApplication(db: Database, services: Services, given: Partial<NewApplication> = {}) {
  return fileApplication(
    { db, services },
    {
      type: "create",
      mansion_id: null,
      payload: given.type && given.type !== "create" ? {} : towerFields(await wardOf(db)),
      applicant_type: "user",
      applicant_id: null,
      applicant_name: "海边的猫",
      contact: "+81 20 0000 1234",
      evidence_ids: [],
      ...given,
    },
  );
}
