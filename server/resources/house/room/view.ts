import { and, eq } from "drizzle-orm";
import { ratio } from "~/contract/decimal";
import { mayCall } from "~/contract/endpoint";
import { propertyTaxOf } from "~/contract/house/property-tax";
import { room as contract, RoomFields, type RoomRow } from "~/contract/house/room";
import { grossYield, netYield } from "~/contract/house/yield";
import { estate, room } from "~/server/database/tables/house/estate";
import { currency } from "~/server/database/tables/region/geography";
import { found, type Looking } from "~/server/lib/call";
import { pictureUrl } from "~/server/resources/shared/upload";

type Room = typeof room.$inferSelect;
/** The layouts of an estate, in their order. What waits for a review is shown to those who edit. */
export async function roomsOf(call: Looking, estateId: number, which?: number): Promise<RoomRow[]> {
  const { db, user } = call;
  const [owner] = await db
    .select({
      ...{ country: estate.country_code, currency: estate.currency, rate: currency.rate_to_cny },
      propertyTax: estate.property_tax,
      ...{ has_units: estate.has_units, deleted_at: estate.deleted_at },
    })
    .from(estate)
    .leftJoin(currency, eq(currency.code, estate.currency))
    .where(eq(estate.id, estateId));
  const { country, currency: code, propertyTax, rate, has_units: hasUnits, deleted_at } = found(owner);
  found(deleted_at === null ? code : undefined);
  const isEditor = mayCall(user, contract.update);
  const rows = await db
    .select()
    .from(room)
    .where(
      and(
        eq(room.estate_id, estateId),
        which === undefined ? undefined : eq(room.id, which),
        isEditor ? undefined : eq(room.is_proposed, false),
      ),
    )
    .orderBy(room.sort, room.id);
  return rows.map((row) => toRow(call, row, { country, code, propertyTax, rate, isEditor, hasUnits }));
}

interface Shown {
  country: string;
  code: string;
  /** The estate's, a year. */
  propertyTax: string | null;
  rate: string | null;
  isEditor: boolean;
  hasUnits: boolean;
}

function toRow(
  { services }: Looking,
  row: Room,
  { country, code, propertyTax, rate, isEditor, hasUnits }: Shown,
): RoomRow {
  const { id, price_min, price_max, expected_rent: rent, management_fee: management, repair_fund: repair } = row;
  const tax = propertyTaxOf({ country, currency: code, price: price_min, propertyTax });
  const income = { price: price_min, rent, management, repair, propertyTax: tax };
  const inCny = (amount: string) => (rate === null ? null : ratio([amount, rate], ["1"], 2));
  return {
    // The columns take any text; what they hold has passed these fields.
    ...(Object.fromEntries(Object.entries(row).filter(([name]) => name in RoomFields.shape)) as RoomFields),
    id,
    currency: code,
    price_min_cny: inCny(price_min),
    price_max_cny: inCny(price_max),
    gross_yield: grossYield(income),
    net_yield: netYield(income),
    floor_plan: {
      url: pictureUrl(services, row.floor_plan_id),
      thumb: pictureUrl(services, row.floor_plan_id, "thumb"),
    },
    has_units: hasUnits,
    pending: isEditor ? pendingOf(row) : null,
    proposed: isEditor ? row.proposed : null,
  };
}

function pendingOf({ is_proposed, is_leaving, proposed }: Room): RoomRow["pending"] {
  if (is_proposed) return "added";
  if (is_leaving) return "removed";
  return proposed ? "changed" : null;
}
