import { and, eq, sql } from "drizzle-orm";
import { EstateFields } from "~/contract/house/estate-record";
import { RoomFields } from "~/contract/house/room";
import type { Database } from "~/server/database/database";
import { estate, room, unit } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { district } from "~/server/database/tables/region/geography";
import { user } from "~/server/database/tables/system/system";
import { derivedOf } from "~/server/resources/house/estate/facts";
import { priceInCny } from "~/server/resources/house/estate/prices";
import { makeMedia, makeUser, put, testNow } from "./factories";
import { wardOf } from "./mansion-application";

let made = 0;

function one<T>(rows: T[]): T {
  const [row] = rows;
  if (!row) throw new Error("nothing was inserted");
  return row;
}

/** The baseline's district of a country. */
export async function districtOf(db: Database, country: string, code: string): Promise<number> {
  const where = and(eq(district.country_code, country), eq(district.code, code));
  return one(await db.select().from(district).where(where)).id;
}

/** What people fill in of an estate at least. */
export const estateFacts = (districtId: number) => ({
  name: "云汀·湾岸塔",
  name_local: "クラウドベイタワー",
  property_type: "tower" as const,
  sale_status: "on_sale" as const,
  country_code: "JP",
  district_id: districtId,
  address: "芝浦4-2-1",
  developer: "云汀不动产",
  tenure: "freehold" as const,
  total_units: 320,
  completion_at: "2027-03",
  currency: "JPY",
  price_min: "59800000.00",
  price_max: "128000000.00",
});

/** Inserts an estate: approved and online unless given otherwise; names of several differ by a number. */
export async function makeEstate(db: Database, given: Partial<typeof estate.$inferInsert> = {}) {
  const number = ++made;
  const district = given.district_id ?? (await wardOf(db));
  const fields = Object.fromEntries(Object.entries(given).filter(([key]) => key in EstateFields.shape));
  const facts = EstateFields.parse({ ...estateFacts(district), name: `云汀·湾岸塔${number}`, ...fields });
  const { mansion_ids: _, slug, ...columns } = facts;
  const estate_no = given.estate_no ?? `XF261119${String(number).padStart(4, "0")}`;
  const row = await put(db, estate, {
    ...columns,
    ...derivedOf(facts, estate_no),
    audit_status: "approved",
    publish_status: "online",
    published_at: testNow.toISOString(),
    ...given,
    estate_no,
    district_id: district,
    slug: slug ?? `yun-ting-${number}`,
  });
  await priceInCny(db, eq(estate.id, row.id));
  return one(await db.select().from(estate).where(eq(estate.id, row.id)));
}

/** A layout of an estate; its plan is a file of the first user there is. */
export async function makeRoom(db: Database, given: Partial<typeof room.$inferInsert> & { estate_id: number }) {
  const number = ++made;
  const floor_plan_id = given.floor_plan_id ?? (await makePicture(db)).id;
  const facts = RoomFields.parse({
    name: `A${number}`,
    layout: "2LDK",
    area_sqm: 62.5,
    price_min: "59800000.00",
    price_max: "72000000.00",
    floor_plan_id,
  });
  const row = await put(db, room, { ...facts, ...given });
  await db
    .update(estate)
    .set({
      layouts: sql`(select coalesce(jsonb_agg(distinct layout), '[]') from ${room} where ${room.estate_id} = ${given.estate_id})`,
      area_min: sql`(select min(area_sqm) from ${room} where ${room.estate_id} = ${given.estate_id})`,
      area_max: sql`(select max(area_sqm) from ${room} where ${room.estate_id} = ${given.estate_id})`,
    })
    .where(eq(estate.id, given.estate_id));
  return row;
}

/** A flat of a room, for sale unless it says otherwise. */
export async function makeUnit(
  db: Database,
  given: Partial<typeof unit.$inferInsert> & { estate_id: number; room_id: number },
) {
  const number = ++made;
  const values = {
    building: "A座",
    floor: 3,
    stack: "01",
    unit_no: `${number}`,
    list_price: "61800000.00",
    currency: "JPY",
  };
  const row = await put(db, unit, { ...values, ...given });
  await db.update(estate).set({ has_units: true }).where(eq(estate.id, given.estate_id));
  return row;
}

/** What an estate's album needs to be submitted: an outside and a plan, the outside as its cover. */
export async function givePictures(db: Database, estateId: number): Promise<void> {
  for (const [sort, category] of (["exterior", "floor_plan"] as const).entries()) {
    const { id } = await makePicture(db);
    await db
      .insert(album)
      .values({ owner_type: "estate", owner_id: estateId, category, media_id: id, sort, is_cover: sort === 0 });
  }
}

async function makePicture(db: Database) {
  const [somebody] = await db.select({ id: user.id }).from(user).orderBy(user.id).limit(1);
  const uploader = somebody?.id ?? (await makeUser(db)).id;
  return makeMedia(db, { uploader, scene: "album", key: `album/${++made}` });
}
