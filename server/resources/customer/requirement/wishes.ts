import { and, desc, inArray, ne, type SQL } from "drizzle-orm";
import type { Change } from "~/contract/common";
import { Customer, wishFields } from "~/contract/customer/customer-record";
import { labelOf } from "~/contract/field";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { auditAll, byOf } from "~/server/lib/audit";
import { pick, refuseFields, rowsOf, setRow } from "~/server/lib/call";
import { districtsOf } from "~/server/resources/shared/districts";
import { nextNumbers } from "~/server/resources/shared/numbers";
import type { CustomerRecord } from "../customer/row";
import type { RequirementRecord } from "./requirement-view";

// A customer's wishes have one source: the newest open requirement. The customer's columns are copies, for lists, filters and exports
// (domain B.2).

type WishName = (typeof wishFields)[number];
export type Wishes = Pick<CustomerRecord, WishName>;
type Wishing = Wishes & Pick<CustomerRecord, "id" | "name" | "customer_no" | "intent_estate_ids">;
type Actor = Parameters<typeof auditAll>[0];

export interface Written {
  after: Wishing;
  before?: Wishes;
  changes?: readonly Change[];
}

export const noWishes: Wishes = {
  ...{ purposes: [], intent_country_codes: [], intent_district_ids: [] },
  ...{ budget_min: null, budget_max: null, budget_currency: null, loan_need: "unknown" },
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const differing = (before: Wishes, after: Wishes) => wishFields.filter((name) => !isSame(before[name], after[name]));

/** A currency alone is no wish. */
const asks = (wishes: Wishes) => differing({ ...noWishes, budget_currency: wishes.budget_currency }, wishes).length > 0;

/** What a requirement is until it is closed. */
export const isOpen: SQL = ne(requirement.status, "closed");

export async function openRequirements(db: Db, customerIds: readonly number[]): Promise<RequirementRecord[]> {
  if (customerIds.length === 0) return [];
  return rowsOf(db, requirement, and(inArray(requirement.customer_id, [...customerIds]), isOpen), {
    order: desc(requirement.id),
  });
}

/** Wishes without a country get the one of their districts, else of their estates. */
export async function withCountry<W extends Wishes & Pick<CustomerRecord, "intent_estate_ids">>(
  db: Db,
  rows: readonly W[],
): Promise<W[]> {
  const lacking = rows.filter((row) => row.intent_country_codes.length === 0 && asks(row));
  const intentDistrictIds = lacking.flatMap((row) => row.intent_district_ids);
  const byDistrict = await countriesOf(db, intentDistrictIds);
  const estateIds = [...new Set(lacking.flatMap((row) => row.intent_estate_ids))];
  const estates = estateIds.length ? await pick(db, estate, ["id", "country_code"], inArray(estate.id, estateIds)) : [];
  const byEstate = new Map(estates.map((one) => [one.id, one.country_code]));
  return rows.map((row) => {
    if (!lacking.includes(row)) return row;
    const [named] = [
      ...row.intent_district_ids.flatMap((id) => byDistrict.get(id) ?? []),
      ...row.intent_estate_ids.flatMap((id) => byEstate.get(id) ?? []),
    ];
    return named ? { ...row, intent_country_codes: [named] } : row;
  });
}

async function countriesOf(db: Db, districtIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = districtIds.length ? await districtsOf(db, [...new Set(districtIds)]) : [];
  return new Map(rows.map(({ id, country_code }) => [id, country_code]));
}

/** Copies wishes to each customer's one open requirement, or creates it; returns the wishes to store. 42200 where there are several. */
export async function writeWishes(
  actor: Actor,
  written: readonly Written[],
  { isLogged = true }: { isLogged?: boolean } = {},
): Promise<Wishes[]> {
  const { db } = actor;
  const known = written.filter(({ before, after }) => before && differing(before, after).length > 0);
  const ids = known.map(({ after }) => after.id);
  const open = await openRequirements(db, ids);
  const kept = new Map<Written, Wishes>();
  const fresh: Written[] = [];
  for (const one of written) {
    const isChanged = differing(one.before ?? noWishes, one.after).length > 0;
    const [only, ...others] = isChanged ? open.filter(({ customer_id }) => customer_id === one.after.id) : [];
    if (others.length) refuseSeveral(one, others.length + 1);
    if (only) kept.set(one, await writeOver(actor, only, one));
    else if (isChanged) fresh.push(one);
  }
  const customers = fresh.map(({ after }) => after);
  const placed = await withCountry(db, customers);
  const asking = placed.filter((one) => asks(one) && one.intent_country_codes.length > 0);
  await make(actor, asking, isLogged);
  fresh.forEach((one, index) => {
    const after = placed[index];
    if (after) kept.set(one, after);
  });
  return written.map((one) => wishesOf(kept.get(one) ?? one.after));
}

const wishesOf = (row: Wishes) => Object.fromEntries(wishFields.map((name) => [name, row[name]])) as Wishes; // every name of it

const wrong = (field: WishName, message: string) => ({ field, label: labelOf(Customer.shape[field], field), message });

function refuseSeveral({ before = noWishes, after }: Written, count: number): never {
  const message = `该客户有${count}条需求，请在需求中修改`;
  return refuseFields(differing(before, after).map((field) => wrong(field, message)));
}

/** The requirement's country is one of the customer's countries, and stays while it is. */
const countryOf = ({ intent_country_codes: codes }: Wishes, present?: string) =>
  present && codes.includes(present) ? present : codes[0];

/** A requirement's values for these wishes; districts of other countries stay with the customer. */
function saidBy(after: Wishes, country_code: string, countries: ReadonlyMap<number, string>) {
  return {
    purposes: after.purposes,
    country_code,
    district_ids: after.intent_district_ids.filter((id) => countries.get(id) === country_code),
    ...{ price_min: after.budget_min, price_max: after.budget_max, currency: after.budget_currency },
    loan: after.loan_need,
  };
}

async function make(actor: Actor, wanting: readonly Wishing[], isLogged: boolean): Promise<void> {
  if (wanting.length === 0) return;
  const { db, services } = actor;
  const now = services.now();
  const at = isoInstant(now);
  const by = byOf(actor);
  const allIntentDistrictIds = wanting.flatMap((one) => one.intent_district_ids);
  const countries = await countriesOf(db, allIntentDistrictIds);
  const numbers = await nextNumbers(db, "XQ", now, wanting.length);
  const made = await db
    .insert(requirement)
    .values(
      wanting.map((one, index) => ({
        ...saidBy(one, countryOf(one) ?? "", countries),
        customer_id: one.id,
        requirement_no: numbers[index] ?? "",
        ...{ created_at: at, updated_at: at, created_by: by, updated_by: by },
      })),
    )
    .returning({ id: requirement.id, no: requirement.requirement_no, customer_id: requirement.customer_id });
  if (!isLogged) return;
  const byId = new Map(made.map((row) => [row.customer_id, row]));
  const lines = wanting.flatMap((one) => {
    const row = byId.get(one.id);
    return row ? [lineOf(row, one, "create", "新增")] : [];
  });
  await auditAll(actor, lines);
}

/** Writes the customer's changed wishes to the one open requirement; returns the values for the customer's columns. */
async function writeOver(actor: Actor, row: RequirementRecord, written: Written): Promise<Wishes> {
  const { db, services } = actor;
  const { before = noWishes, after, changes = [] } = written;
  const names = differing(before, after);
  const isChanged = (...these: WishName[]) => these.some((name) => names.includes(name));
  const isPlaced = isChanged("intent_country_codes", "intent_district_ids");
  const isPriced = isChanged("budget_min", "budget_max", "budget_currency");
  const [placed = after] = isChanged("intent_country_codes") ? await withCountry(db, [after]) : [];
  const country = isChanged("intent_country_codes") ? countryOf(placed, row.country_code) : row.country_code;
  if (!country) return refuseFields([wrong("intent_country_codes", "该客户有进行中的需求，请选择意向国家/地区")]);
  if (isPriced && row.down_payment !== null && after.budget_currency !== row.currency)
    return refuseFields([wrong("budget_currency", "需求中有首付预算，请在需求中修改币种")]);
  const countries = await countriesOf(db, [...after.intent_district_ids, ...row.district_ids]);
  const said = saidBy(placed, country, countries);
  const now = { ...row };
  if (isChanged("purposes")) now.purposes = said.purposes;
  if (isPlaced) Object.assign(now, { country_code: said.country_code, district_ids: said.district_ids });
  if (isPriced) Object.assign(now, { price_min: said.price_min, price_max: said.price_max, currency: said.currency });
  if (isChanged("loan_need")) now.loan = said.loan;
  if (!isSame(now, row)) {
    await setRow(db, requirement, row.id, {
      ...now,
      version: row.version + 1,
      updated_at: isoInstant(services.now()),
      updated_by: byOf(actor),
    });
    const told = changes.filter(({ field }) => wishFields.some((name) => name === field));
    const no = { id: row.id, no: row.requirement_no };
    await auditAll(actor, [{ ...lineOf(no, after, "update", "编辑"), changes: told }]);
  }
  return copied(placed, now, undefined, countries);
}

const lineOf = ({ id, no }: { id: number; no: string }, about: Wishing, action: "create" | "update", verb: string) => ({
  module: "customer",
  action,
  summary: `${verb}需求${no}（${about.customer_no}）`,
  target: { type: "requirement", id, name: about.name },
});

/** The customer's columns after an act on their requirements: those of the newest open one. `former` was it before; foreign districts stay. */
export async function copiedWishes(db: Db, about: Wishes & { id: number }, former: RequirementRecord | undefined) {
  const [newest] = await openRequirements(db, [about.id]);
  if (!newest) return wishesOf(about);
  const districts = [...about.intent_district_ids, ...newest.district_ids];
  return copied(about, newest, former?.country_code, await countriesOf(db, districts));
}

const most = 10;

function copied(
  about: Wishes,
  newest: RequirementRecord,
  formerCountry: string | undefined,
  countries: ReadonlyMap<number, string>,
): Wishes {
  const { country_code, district_ids } = newest;
  const codes = about.intent_country_codes.map((code) => (code === formerCountry ? country_code : code));
  const theirs = new Set([country_code, formerCountry]);
  const others = about.intent_district_ids.filter((id) => !theirs.has(countries.get(id) ?? ""));
  const districts = [...district_ids, ...others];
  const held = about.intent_district_ids;
  const isHeld = held.length === districts.length && held.every((id) => districts.includes(id));
  return {
    purposes: newest.purposes,
    intent_country_codes: [...new Set(codes.includes(country_code) ? codes : [country_code, ...codes])].slice(0, most),
    intent_district_ids: isHeld ? held : districts.slice(0, most),
    ...{ budget_min: newest.price_min, budget_max: newest.price_max, budget_currency: newest.currency },
    loan_need: newest.loan,
  };
}
