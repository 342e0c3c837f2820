import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { MansionFields, type mansionSources } from "~/contract/house/mansion";
import type { Station } from "~/contract/shared/property";
import { mansion } from "~/server/database/tables/house/property";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import { found, pick, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { changedBy, checkVersion, createdBy, isPresent } from "~/server/lib/entity";
import { leaveAlone } from "~/server/lib/texts-in";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { nextNumber } from "~/server/resources/shared/numbers";
import { coreOf, namesOf, plain, plainAddress } from "./names";
import { placeErrors } from "./place";
import { mansionOf } from "./view";

export type Mansion = typeof mansion.$inferSelect;
export type MansionFacts = Pick<Mansion, keyof MansionFields>;
type Derived = Pick<Mansion, "name_norm" | "address_norm" | "names_norm" | "search_text">;
type AuditLine = Omit<Parameters<typeof audit>[1], "module" | "target" | "action"> & { action?: AuditAction };

export async function lockMansion(call: Pick<SignedCall, "db" | "doubts">, id: number): Promise<Mansion> {
  const [row] = await call.db.select().from(mansion).where(isPresent(mansion, id)).for("update");
  leaveAlone(call, row);
  return found(row);
}

/** Adds a building, numbered and logged; refuses what its fields may not hold, and one of the same name at the same address. */
export async function addMansion(call: SignedCall, fields: MansionFields, source: keyof typeof mansionSources) {
  const { db, services } = call;
  const { facts } = await checked(call, fields);
  const mansion_no = await nextNumber(db, "LD", services.now());
  const [created] = await db
    .insert(mansion)
    .values({
      ...facts,
      ...derivedOf(facts, mansion_no),
      mansion_no,
      source,
      ...createdBy(call),
    })
    .returning();
  const row = found(created);
  await auditMansion(call, row, { action: "create", summary: `新增楼栋 ${mansion_no} ${row.name}` });
  return row;
}

/** Changes a building that was read at that version; answers whether anything was different. */
export async function changeMansion(
  call: SignedCall,
  id: number,
  { version, ...fields }: MansionFields & { version: number },
): Promise<boolean> {
  const { db } = call;
  const row = await lockMansion(call, id);
  if (row.status === "merged") return refuse(40902);
  await checkVersion(row, version, () => mansionOf(call, id));
  const { facts, words } = await checked(call, fields, row);
  const changes = changesOf(MansionFields, words(row), words(facts));
  if (changes.length === 0) return false;
  await setRow(db, mansion, id, {
    ...facts,
    ...derivedOf(facts, row.mansion_no, await inheritedNames(call, id)),
    version: version + 1,
    ...changedBy(call),
  });
  await auditMansion(
    call,
    { ...row, name: facts.name },
    { summary: `编辑楼栋 ${row.mansion_no} ${facts.name}`, changes },
  );
  return true;
}

export const auditMansion = (
  call: SignedCall,
  { id, name }: Pick<Mansion, "id" | "name">,
  { action = "update", ...line }: AuditLine,
): Promise<void> => audit(call, { module: "house", action, target: { type: "mansion", id, name }, ...line });

async function checked(call: SignedCall, fields: MansionFields, before?: Mansion) {
  const facts = written(fields);
  const { avg_unit_price, avg_rent_unit, management_fee_sqm, repair_fund_sqm } = facts;
  const amounts = { avg_unit_price, avg_rent_unit, management_fee_sqm, repair_fund_sqm };
  const dictionary = await lookUp(call, MansionFields, facts, before ?? {});
  const wrong = [
    ...unknownChoices(dictionary, MansionFields, facts, before),
    ...(await centErrors(call.db, MansionFields, amounts, facts.currency)),
  ];
  const isUnknown = wrong.some(({ field }) => field === "country_code" || field === "district_id");
  if (!isUnknown) wrong.push(...(await placeErrors(call.db, facts, before)));
  if (wrong.length) return refuseFields(wrong);
  await refuseSame(call, facts, before?.id ?? 0);
  return { facts, words: (record: MansionFacts) => choiceLabel(dictionary, record) };
}

export const choiceLabel = (dictionary: Awaited<ReturnType<typeof lookUp>>, record: MansionFacts) => ({
  ...spelledOut(dictionary, MansionFields, record),
  stations: record.stations.map(sayStation),
});

/** A body as the columns hold it, so that what is unchanged is seen as unchanged. */
function written(fields: MansionFields): MansionFacts {
  const { name, name_local, name_en } = fields;
  const known = new Set([name, name_local, name_en].flatMap((one) => (one ? plain(one) : [])));
  return {
    ...fields,
    alias: fields.alias.filter((alias) => !known.has(plain(alias)) && known.add(plain(alias))),
    lat: sixDecimals(fields.lat),
    lng: sixDecimals(fields.lng),
    avg_unit_price: decimalText(fields.avg_unit_price),
    avg_rent_unit: decimalText(fields.avg_rent_unit),
    management_fee_sqm: decimalText(fields.management_fee_sqm),
    repair_fund_sqm: decimalText(fields.repair_fund_sqm),
  };
}

const sixDecimals = (degrees: number | null) => (degrees === null ? null : Number(degrees.toFixed(6)));

export function sayStation({ line, station, walk_min, bus_min }: Station): string {
  const minutes = [walk_min === null ? "" : `步行${walk_min}分`, bus_min === null ? "" : `巴士${bus_min}分`];
  return [line, station, ...minutes].filter(Boolean).join(" ");
}

/** What a building is compared and found by; `inherited` are the names of those that were merged into it. */
export function derivedOf(facts: MansionFacts, mansionNo: string, inherited: readonly string[] = []): Derived {
  const { name, name_local, name_en, alias, address, stations } = facts;
  const names = [name, name_local, name_en, ...alias, ...inherited].flatMap((one) => one || []);
  const places = stations.flatMap(({ line, station }) => [line, station]);
  return {
    name_norm: plain(name),
    address_norm: plainAddress(address),
    names_norm: [...new Set(names.map(coreOf))].join("\n"),
    search_text: [...new Set([mansionNo, ...names, address, ...places])].join("\n").toLowerCase(),
  };
}

/** The names of the buildings that became one with it: it is found by them even without room for them among its aliases. */
export async function inheritedNames({ db }: Pick<SignedCall, "db">, id: number): Promise<string[]> {
  const rows = await db.select().from(mansion).where(eq(mansion.merged_to_id, id)).orderBy(mansion.id);
  return rows.flatMap(namesOf);
}

/** Refuses what the dictionary has already; a call that writes the same name at the same address waits for this commit. */
async function refuseSame({ db }: SignedCall, facts: MansionFacts, id: number): Promise<void> {
  const { country_code, district_id, name, address } = facts;
  const same = [country_code, plain(name), district_id, plainAddress(address)] as const;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mansion:${same.join("\n")}`}, 0))`);
  const [other] = await pick(
    db,
    mansion,
    ["id", "mansion_no", "name"],
    and(
      eq(mansion.country_code, same[0]),
      eq(mansion.name_norm, same[1]),
      eq(mansion.district_id, same[2]),
      eq(mansion.address_norm, same[3]),
      isNull(mansion.deleted_at),
      ne(mansion.status, "merged"),
      ne(mansion.id, id),
    ),
  );
  if (other) return refuse(40900, { label: `同名同址的楼栋 ${other.mansion_no}` }, other);
}
