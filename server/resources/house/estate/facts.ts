import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import { EstateFields, settleConditions } from "~/contract/house/estate-record";
import { estateIncome, grossYield, netYield } from "~/contract/house/yield";
import { estate, estateMansion } from "~/server/database/tables/house/estate";
import { media } from "~/server/database/tables/system/system";
import { type AuditAction, audit } from "~/server/lib/audit";
import { type ActingCall, found, pick, type SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut } from "~/server/lib/dictionary";
import { isPresent } from "~/server/lib/entity";
import { leaveAlone } from "~/server/lib/texts-in";
import { decimalText } from "~/server/resources/shared/amounts";
import { type SiteEvent, tellSites } from "~/server/resources/shared/tell-sites";
import { plain } from "../mansion/names";
import { sayStation } from "../mansion/write";
import { keepRatesStill } from "./prices";

export type Estate = typeof estate.$inferSelect;
type AuditLine = Omit<Parameters<typeof audit>[1], "module" | "target" | "action"> & { action?: AuditAction };

/** An estate, its row locked until the commit. Every change of it, its rooms, units or review locks it first, to avoid deadlocks. */
export async function lockEstate(call: Pick<ActingCall, "db" | "doubts">, id: number): Promise<Estate> {
  const { db } = call;
  await keepRatesStill(db);
  const [row] = await db.select().from(estate).where(isPresent(estate, id)).for("update");
  leaveAlone(call, row);
  return found(row);
}

/** Logs what was done with an estate. One that visitors see may look another way by it: the sites that show it are told, with `event` of its coming or going. */
export async function auditEstate(
  call: ActingCall,
  { id, name }: Pick<Estate, "id" | "name">,
  { action = "update", event, ...line }: AuditLine & { event?: SiteEvent },
): Promise<void> {
  await audit(call, { module: "house", action, target: { type: "estate", id, name }, ...line });
  const [row] = await pick(call.db, estate, ["slug", "publish_status"], eq(estate.id, id));
  const told = event ?? (row?.publish_status === "online" ? "content.changed" : undefined);
  if (told) await tellSites(call, told, [{ kind: "estate", id, title: name, slug: row?.slug }]);
}

type Asking = Pick<ActingCall, "db" | "user" | "services">;

/** How these records are told to people: a function that puts one of them into words, field by field, for `changesOf`. */
export async function estateDescriber(asking: Asking, ...records: Partial<EstateFields>[]) {
  const dictionary = await lookUp(asking, EstateFields, ...records);
  const files = await brochures(asking, records);
  return (record: Partial<EstateFields>): Record<string, unknown> => {
    const { brochure_id } = record;
    return {
      ...spelledOut(dictionary, EstateFields, record),
      ...("stations" in record && { stations: record.stations?.map(sayStation) }),
      ...("payment_plan" in record && { payment_plan: record.payment_plan?.map(sayStage) }),
      ...("purchase_costs" in record && { purchase_costs: record.purchase_costs?.map(sayCost) }),
      ...("settle_stages" in record && { settle_stages: record.settle_stages?.map(saySettling) }),
      ...("brochure_id" in record && {
        brochure_id: brochure_id && `${files.get(brochure_id) ?? "文件"}#${brochure_id}`,
      }),
    };
  };
}

async function brochures({ db }: Pick<ActingCall, "db">, records: readonly Partial<EstateFields>[]) {
  const ids = records.flatMap(({ brochure_id }) => brochure_id ?? []);
  const rows = ids.length
    ? await db.select({ id: media.id, name: media.name }).from(media).where(inArray(media.id, ids))
    : [];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const said = (...parts: (string | null)[]) => parts.filter(Boolean).join(" ");

const sayStage = ({ stage, percent, note }: EstateFields["payment_plan"][number]) => said(stage, `${percent}%`, note);

const sayCost = ({ name, rate, amount, note }: EstateFields["purchase_costs"][number]) =>
  said(name, rate === null ? amount : `${rate}%`, note);

const saySettling = ({ part, percent, condition }: EstateFields["settle_stages"][number]) =>
  said(part, `${percent}%`, settleConditions[condition]);

type Facts = Pick<EstateFields, "gross_yield" | "net_yield"> & Parameters<typeof estateIncome>[0];
type Yields = Pick<EstateFields, "gross_yield" | "net_yield">;

/** What the fields take, percent. */
const most = 30;

/** The yields of an estate: those that people gave, else out of rent and costs. One that was reckoned before follows its facts. */
export function yieldsOf(facts: Facts, before?: Facts): Yields {
  const [now, then] = [reckoned(facts), before && reckoned(before)];
  const pick = (name: keyof Yields) => {
    const isOwn = facts[name] !== null && !(before && facts[name] === before[name] && then?.[name] === before[name]);
    return isOwn ? facts[name] : now[name];
  };
  return { gross_yield: pick("gross_yield"), net_yield: pick("net_yield") };
}

function reckoned(facts: Facts): Yields {
  const income = estateIncome(facts);
  const within = (percent: number | null) => (percent !== null && percent >= 0 && percent <= most ? percent : null);
  return { gross_yield: within(grossYield(income)), net_yield: within(netYield(income)) };
}

/** Puts these buildings in the place of those that an estate held. */
export async function linkMansions(db: SignedCall["db"], id: number, mansionIds: readonly number[]): Promise<void> {
  const { estate_id, mansion_id } = estateMansion;
  await db.delete(estateMansion).where(and(eq(estate_id, id), notInArray(mansion_id, [...mansionIds])));
  if (mansionIds.length > 0)
    await db
      .insert(estateMansion)
      .values(mansionIds.map((one) => ({ estate_id: id, mansion_id: one })))
      .onConflictDoNothing();
}

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

async function mansionIdsOf(db: SignedCall["db"], id: number): Promise<number[]> {
  const rows = await db
    .select({ id: estateMansion.mansion_id })
    .from(estateMansion)
    .where(eq(estateMansion.estate_id, id))
    .orderBy(asc(estateMansion.mansion_id));
  return rows.map((row) => row.id);
}

export async function liveFacts(db: SignedCall["db"], row: Estate): Promise<EstateFields> {
  const filled = Object.entries(row).filter(([name]) => name in EstateFields.shape);
  // The columns take any text; what they hold has passed these fields.
  return { ...Object.fromEntries(filled), mansion_ids: await mansionIdsOf(db, row.id) } as EstateFields;
}

/** A body as the columns hold it, so that what is unchanged is seen as unchanged. */
export function written(fields: EstateFields): EstateFields {
  const { name, name_local, name_en } = fields;
  const known = new Set([name, name_local, name_en].flatMap((one) => (one ? plain(one) : [])));
  return {
    ...fields,
    ...amountsOf(fields),
    alias: fields.alias.filter((alias) => !known.has(plain(alias)) && known.add(plain(alias))),
    lat: sixDecimals(fields.lat),
    lng: sixDecimals(fields.lng),
    purchase_costs: fields.purchase_costs.map((cost) => ({ ...cost, amount: decimalText(cost.amount) })),
    mansion_ids: [...new Set(fields.mansion_ids)].sort((a, b) => a - b),
    dev_commission_value: decimalText(fields.dev_commission_value),
    agent_commission_value: decimalText(fields.agent_commission_value),
  };
}

const amounts = [
  ...(["price_min", "price_max"] as const),
  ...(["unit_price_avg", "management_fee", "repair_fund", "repair_fund_initial"] as const),
  ...(["property_tax", "expected_rent"] as const),
];
type Amounts = Record<(typeof amounts)[number], string | null>;

export const amountsOf = (fields: EstateFields): Amounts =>
  // Its keys are the names of the list.
  Object.fromEntries(amounts.map((name) => [name, decimalText(fields[name])])) as Amounts;

const sixDecimals = (degrees: number | null) => (degrees === null ? null : Number(degrees.toFixed(6)));

/** Columns out of fields: the buildings have their own table, the slug is never empty. */
export function columnsOf({ mansion_ids: _, slug: __, ...columns }: EstateFields) {
  return columns satisfies Partial<typeof estate.$inferInsert>;
}
