import { and, inArray, isNull } from "drizzle-orm";
import { MansionFields } from "~/contract/house/mansion";
import { mansion } from "~/server/database/tables/house/property";
import { changesOf } from "~/server/lib/audit";
import { found, refuse, refuseFields, rowsOf, type SignedCall, setRow } from "~/server/lib/call";
import { lookUp } from "~/server/lib/dictionary";
import { changedBy, checkVersion } from "~/server/lib/entity";
import { mansionChildren } from "./children";
import { namesOf, plain } from "./names";
import { mansionOf } from "./view";
import { auditMansion, choiceLabel, derivedOf, inheritedNames, type Mansion, type MansionFacts } from "./write";

/** As many aliases as the form takes. */
const mostAliases = 10;

interface Merge {
  into_id: number;
  version: number;
}

/** Merges a building into the same one (domain C.5): what refers to it moves, facts are added, requests redirect. Not undone. */
export async function mergeMansions(call: SignedCall, id: number, { into_id, version }: Merge): Promise<void> {
  if (into_id === id) return refuseInto("不能并入自身");
  const { source, target } = await lockBoth(call, id, into_id);
  if (source.status !== "enabled" || target.status !== "enabled") return refuse(40902);
  await checkVersion(source, version, () => mansionOf(call, id));
  if (source.country_code !== target.country_code) return refuseInto("只能并入同一国家/地区的楼栋");
  const counts: string[] = [];
  for (const { label, move } of mansionChildren) {
    const count = await move(call.db, source.id, target.id);
    if (count > 0) counts.push(`${label}${count}`);
  }
  await retire(call, source, target);
  const changes = await enrich(call, target, source);
  const moved = counts.length ? `（转入${counts.join("、")}）` : "";
  const [from, to] = [source, target].map(({ mansion_no, name }) => `${mansion_no} ${name}`);
  await auditMansion(call, target, { summary: `楼栋 ${from} 并入 ${to}${moved}`, changes });
  await auditMansion(call, source, { summary: `楼栋 ${from} 合并至 ${to}${moved}` });
}

const refuseInto = (message: string) => refuseFields([{ field: "into_id", label: "并入的楼栋", message }]);

async function lockBoth({ db }: SignedCall, id: number, intoId: number) {
  const rows = await rowsOf(db, mansion, and(inArray(mansion.id, [id, intoId]), isNull(mansion.deleted_at)), {
    order: mansion.id,
    lock: "update",
  });
  const source = found(rows.find((row) => row.id === id));
  const target = rows.find((row) => row.id === intoId) ?? refuseInto("楼栋不存在或已被删除");
  return { source, target };
}

/** The source is no building any more, but redirects to one. */
async function retire({ db, user, services }: SignedCall, source: Mansion, target: Mansion): Promise<void> {
  await setRow(db, mansion, source.id, {
    status: "merged",
    merged_to_id: target.id,
    version: source.version + 1,
    ...changedBy({ user, services }),
  });
}

async function enrich(call: SignedCall, target: Mansion, source: Mansion) {
  const { db } = call;
  const learned = lacking(target, source);
  const alias = aliasesOf({ ...target, ...learned }, source);
  const after = { ...target, ...learned, alias };
  const dictionary = await lookUp(call, MansionFields, target, after);
  await setRow(db, mansion, target.id, {
    ...learned,
    alias,
    ...derivedOf(after, target.mansion_no, await inheritedNames(call, target.id)),
    version: target.version + 1,
    ...changedBy(call),
  });
  return changesOf(MansionFields, choiceLabel(dictionary, target), choiceLabel(dictionary, after));
}

const single = [
  "name_local",
  "name_en",
  "property_type",
  "structure",
  "floors_above",
  "floors_below",
  "total_units",
  "developer",
  "constructor_name",
  "manager_company",
  "manage_form",
  "land_right",
  "land_use",
  "gross_yield",
  "description",
] as const satisfies readonly (keyof MansionFacts)[];

/** Facts of the source where the target has none. What belongs together is taken together: a place, and amounts with their currency and day. */
function lacking(target: Mansion, source: Mansion): Partial<MansionFacts> {
  const entries = single
    .filter((name) => target[name] === null && source[name] !== null)
    .map((name) => [name, source[name]]);
  const filled: Partial<MansionFacts> = Object.fromEntries(entries);
  if (target.lat === null) Object.assign(filled, { lat: source.lat, lng: source.lng });
  if (target.stations.length === 0) filled.stations = source.stations;
  if (target.facilities.length === 0) filled.facilities = source.facilities;
  if (target.pet_allowed === "unknown") filled.pet_allowed = source.pet_allowed;
  if (target.minpaku_allowed === "unknown") filled.minpaku_allowed = source.minpaku_allowed;
  return { ...filled, ...lackingAmounts(target, source) };
}

function lackingAmounts(target: Mansion, source: Mansion): Partial<MansionFacts> {
  if (target.currency !== null && target.currency !== source.currency) return {};
  const isPriced = target.avg_unit_price !== null || source.avg_unit_price === null;
  const { avg_unit_price, price_date } = isPriced ? target : source;
  return {
    currency: source.currency,
    avg_unit_price,
    price_date,
    avg_rent_unit: target.avg_rent_unit ?? source.avg_rent_unit,
    management_fee_sqm: target.management_fee_sqm ?? source.management_fee_sqm,
    repair_fund_sqm: target.repair_fund_sqm ?? source.repair_fund_sqm,
  };
}

/** The target's aliases, then the source's further names. Those without room stay on the source, and the target is still found by them. */
function aliasesOf(target: Mansion, source: Mansion): string[] {
  const known = new Set(namesOf(target).map(plain));
  const more = namesOf(source).filter((name) => !known.has(plain(name)) && known.add(plain(name)));
  return [...target.alias, ...more].slice(0, Math.max(mostAliases, target.alias.length));
}
