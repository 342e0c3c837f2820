import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { EstateFields } from "~/contract/house/estate-record";
import { estate, room } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { media } from "~/server/database/tables/system/system";
import { type ActingCall, pick, refuse, refuseFields } from "~/server/lib/call";
import { lookUp, unknownChoices } from "~/server/lib/dictionary";
import { takeable, uploadHours } from "~/server/lib/media";
import { centErrors } from "~/server/resources/shared/amounts";
import { plain } from "../mansion/names";
import { placeErrors } from "../mansion/place";
import { amountsOf } from "./facts";

type Db = ActingCall["db"];
type Place = Pick<EstateFields, "country_code" | "district_id" | "name">;

/** Ends the request with what is wrong with these facts. What `before` names may stay. Buildings are locked, so that a merge waits. */
export async function checkFacts(
  call: ActingCall,
  facts: EstateFields,
  id: number,
  before?: EstateFields,
): Promise<void> {
  const { db } = call;
  const buildings = await lockMansions(db, [...facts.mansion_ids, ...(before?.mansion_ids ?? [])]);
  const wrong = unknownChoices(await lookUp(call, EstateFields, facts, before ?? {}), EstateFields, facts, before);
  const isUnknown = wrong.some(({ field }) => field === "country_code" || field === "district_id");
  if (!isUnknown) wrong.push(...(await placeErrors(db, facts, before)));
  const isElsewhere = facts.mansion_ids.some((one) => {
    const country = buildings.get(one);
    return country !== undefined && country !== facts.country_code;
  });
  if (isElsewhere) wrong.push({ field: "mansion_ids", label: "所含楼栋", message: "所含楼栋应在所选国家/地区内" });
  wrong.push(...(await amountErrors(db, facts)));
  if (before && before.currency !== facts.currency && (await db.$count(room, eq(room.estate_id, id))) > 0)
    wrong.push({ field: "currency", label: "币种", message: "已有户型，不能修改币种" });
  if (facts.brochure_id !== null && facts.brochure_id !== before?.brochure_id)
    wrong.push(...(await brochureErrors(call, facts.brochure_id)));
  if (wrong.length) return refuseFields(wrong);
}

/** The buildings of these numbers by their country, locked in the order in which a merge locks them. */
async function lockMansions(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await pick(db, mansion, ["id", "country_code"], inArray(mansion.id, [...ids]), {
    order: mansion.id,
    lock: "share",
  });
  return new Map(rows.map((row) => [row.id, row.country_code]));
}

async function amountErrors(db: Db, facts: EstateFields): Promise<FieldError[]> {
  const { currency, purchase_costs } = facts;
  const brokenCost = purchase_costs.find(({ amount }) => /\.\d*[1-9]/.test(amount ?? ""))?.amount ?? null;
  const wrong = await centErrors(db, EstateFields, { ...amountsOf(facts), purchase_costs: brokenCost }, currency);
  for (const side of ["dev", "agent"] as const)
    if (facts[`${side}_commission_mode`] === "fixed") {
      const name = `${side}_commission_value` as const;
      wrong.push(
        ...(await centErrors(db, EstateFields, { [name]: facts[name] }, facts[`${side}_commission_currency`])),
      );
    }
  return wrong;
}

/** A brochure is complete, and shown by an estate already, kept in the media library, or the caller's own and so new that no sweep is near. */
async function brochureErrors(call: ActingCall, id: number): Promise<FieldError[]> {
  const { db, user, services } = call;
  const [file] = await db.select().from(media).where(eq(media.id, id)).for("update");
  const since = services.now().getTime() - uploadHours * 3_600_000;
  const isWhole = file?.status === "ready" && file.scene === "brochure";
  const isNew = file?.uploader === user.id && Date.parse(file.created_at) > since;
  if (
    isWhole &&
    (isNew || (await takeable(call, [id])).has(id) || (await db.$count(estate, eq(estate.brochure_id, id))) > 0)
  )
    return [];
  return [{ field: "brochure_id", label: "楼书", message: "文件不存在、未上传完成、已过期或不是您上传的，请重新上传" }];
}

/** Refuses a name that another estate of the district has, live or proposed; another writer of the name waits for this commit. */
export async function refuseSameName({ db }: Pick<ActingCall, "db">, id: number, ...places: Place[]): Promise<void> {
  const keys = places.map(({ country_code, district_id, name }) => [country_code, district_id, plain(name)] as const);
  const names = [...new Set(keys.map((key) => `estate:${key.join("\n")}`))].sort();
  for (const name of names) await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  for (const [country, district, name] of keys) {
    const [other] = await db
      .select({ id: estate.id, estate_no: estate.estate_no, name: estate.name })
      .from(estate)
      .where(
        and(
          eq(estate.country_code, country),
          eq(estate.district_id, district),
          eq(estate.name_norm, name),
          isNull(estate.deleted_at),
          ne(estate.id, id),
        ),
      );
    if (other) return refuse(40900, { label: `同区域同名的房源 ${other.estate_no}` }, other);
  }
}
