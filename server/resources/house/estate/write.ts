import { and, eq, inArray, isNull, like, ne, or, sql } from "drizzle-orm";
import { labelOf } from "~/contract/field";
import {
  demandText,
  type EstateDraft,
  EstateFields,
  estateTexts,
  materialFields,
  missingFields,
} from "~/contract/house/estate-record";
import { isoInstant } from "~/server/database/tables/columns";
import { slugRedirect } from "~/server/database/tables/content/content";
import { estate, unit } from "~/server/database/tables/house/estate";
import { country, currency } from "~/server/database/tables/region/geography";
import { changesOf } from "~/server/lib/audit";
import { type ActingCall, found, Refusal, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, checkVersion, createdBy } from "~/server/lib/entity";
import { lettersOf } from "~/server/lib/letters";
import { dropMedia } from "~/server/lib/media";
import { nextNumber } from "~/server/resources/shared/numbers";
import { leadOn, takeSlug } from "~/server/resources/shared/redirects";
import { cleanTexts } from "~/server/resources/shared/rich-texts";
import { checkFacts, refuseSameName } from "./check";
import {
  auditEstate,
  columnsOf,
  derivedOf,
  type Estate,
  estateDescriber,
  linkMansions,
  liveFacts,
  lockEstate,
  written,
  yieldsOf,
} from "./facts";
import { priceInCny } from "./prices";
import {
  fileProposal,
  needsReview,
  refuseOtherReview,
  refuseWhileSubmitted,
  refuseWhileWaiting,
  waitingReview,
} from "./proposal";
import type { Named } from "./slug";
import { estateOf } from "./view";

/** The address of an estate's page: the one that is wanted, else its name in letters, with a number where that is taken. */
async function freeSlug({ db }: Pick<ActingCall, "db">, wanted: string | null, own: Named): Promise<string> {
  const base = wanted ?? ((await lettersOf(own.name)) || own.estate_no.toLowerCase());
  // One at a time, so that no two take the same.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('estate-slug', 0))`);
  const rows = await db
    .select({ slug: estate.slug, estate_no: estate.estate_no })
    .from(estate)
    .where(
      and(
        or(eq(estate.slug, base), wanted ? undefined : like(estate.slug, `${base}-%`)),
        isNull(estate.deleted_at),
        ne(estate.id, own.id),
      ),
    );
  // An old address is its estate's as long as that is there.
  const old = await db
    .select({ slug: slugRedirect.old_slug, estate_no: estate.estate_no })
    .from(slugRedirect)
    .innerJoin(estate, eq(estate.id, slugRedirect.target_id))
    .where(
      and(
        eq(slugRedirect.kind, "estate"),
        or(eq(slugRedirect.old_slug, base), wanted ? undefined : like(slugRedirect.old_slug, `${base}-%`)),
        isNull(estate.deleted_at),
        ne(estate.id, own.id),
      ),
    );
  const taken = new Map([...rows, ...old].map((row) => [row.slug, row.estate_no]));
  const other = taken.get(base);
  if (other === undefined) return base;
  if (wanted)
    return refuseFields([{ field: "slug", label: "网址别名", message: `网址别名已被房源${other}使用，请换一个` }]);
  let number = 2;
  while (taken.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}

type FieldName = keyof EstateFields;

export async function addEstate(call: ActingCall, draft: EstateDraft): Promise<Estate> {
  const { db, services } = call;
  const currency = draft.currency ?? (await currencyOf(db, draft.country_code));
  const facts = await withSafeTexts(call, written({ ...draft, currency }));
  await checkFacts(call, facts, 0);
  await refuseSameName(call, 0, facts);
  const estate_no = await nextNumber(db, "XF", services.now());
  const [created] = await db
    .insert(estate)
    .values({
      ...columnsOf(facts),
      ...yieldsOf(facts),
      ...derivedOf(facts, estate_no),
      slug: await freeSlug(call, facts.slug, { id: 0, estate_no, name: facts.name }),
      estate_no,
      ...createdBy(call),
    })
    .returning();
  const row = found(created);
  await linkMansions(db, row.id, facts.mansion_ids);
  await priceInCny(db, eq(estate.id, row.id));
  await auditEstate(call, row, { action: "create", summary: `新增房源 ${estate_no} ${row.name}` });
  return row;
}

/** Changes an estate read at that version. Of an approved one, what is material waits for its review unless the caller may review. */
export async function changeEstate(
  call: SignedCall,
  id: number,
  { version, ...fields }: EstateFields & { version: number },
): Promise<void> {
  const row = await lockEstate(call, id);
  refuseWhileSubmitted(row);
  await checkVersion(row, version, () => estateOf(call, id));
  await writeEstate(call, row, fields);
}

/** The same of one that is locked. */
export async function writeEstate(call: ActingCall, row: Estate, fields: EstateFields): Promise<void> {
  const { db } = call;
  const { id, version } = row;
  refuseWhileSubmitted(row);
  const live = await liveFacts(db, row);
  const thought: EstateFields = { ...live, ...row.proposed };
  const given = await withSafeTexts(call, written({ ...fields, slug: fields.slug ?? row.slug }));
  const wanted = row.layouts.length > 0 ? { ...given, price_min: live.price_min, price_max: live.price_max } : given;
  await checkFacts(call, wanted, id, thought);
  refuseEmptied(row, wanted);

  const { next, proposed, changes, news } = await partedChange(call, row, { live, thought, wanted });
  if (changes.length + news.length === 0) return;
  if (news.length > 0) await refuseOtherReview(call, row);
  await refuseSameName(call, id, next, { ...next, ...proposed });
  const slug = next.slug === row.slug ? row.slug : await freeSlug(call, next.slug, { ...row, name: next.name });
  await setRow(db, estate, id, {
    ...columnsOf(next),
    ...derivedOf(next, row.estate_no),
    slug,
    proposed: Object.keys(proposed).length > 0 ? proposed : null,
    version: version + 1,
    ...changedBy(call),
  });
  if (slug !== row.slug) await moveAddress(call, row, slug);
  await linkMansions(db, id, next.mansion_ids);
  if (row.brochure_id !== null && row.brochure_id !== next.brochure_id) await dropBrochure(db, row.brochure_id);
  await priceInCny(db, eq(estate.id, id));
  await auditEstate(
    call,
    { id, name: next.name },
    {
      summary: `${changes.length ? "编辑房源" : "提交房源变更"} ${row.estate_no} ${next.name}${news.length ? `，${news.length}项待审核` : ""}`,
      changes: [...changes, ...news.map((one) => ({ ...one, label: `${one.label}（待审核）` }))],
    },
  );
  if (news.length > 0) await fileProposal(call, id);
}

/** What has been online is found by its old address too. */
async function moveAddress({ db, services }: ActingCall, { id, slug: old, published_at }: Estate, slug: string) {
  await takeSlug(db, "estate", slug);
  if (published_at) await leadOn(db, "estate", services.now(), { slug: old, id }, id);
}

const withSafeTexts = async (call: ActingCall, fields: EstateFields): Promise<EstateFields> => ({
  ...fields,
  ...(await cleanTexts(call, estateTexts, fields)).texts,
});

/** What was submitted keeps what that demanded. */
function refuseEmptied({ audit_status }: Estate, wanted: EstateFields): void {
  const missing = audit_status === "approved" ? missingFields(wanted) : [];
  if (missing.length > 0)
    refuseFields(
      missing.map((name) => ({
        field: name,
        label: labelOf(EstateFields.shape[name], name),
        message: demandText(name),
      })),
    );
}

interface Versions {
  live: EstateFields;
  /** The live one with what waits already. */
  thought: EstateFields;
  wanted: EstateFields;
}

/** A change in its two parts, each with its words: what is live next, and what is proposed then. */
async function partedChange(call: ActingCall, row: Estate, { live, thought, wanted }: Versions) {
  const words = await estateDescriber(call, live, thought, wanted);
  const told = { live: words(live), thought: words(thought), wanted: words(wanted) };
  const material = materialOf(changesOf(EstateFields, told.live, told.wanted).map(({ field }) => field));
  const isProposer = needsReview(call, row);
  const isDecided = !isProposer && (await waitingReview(call.db, row.id)) === undefined;
  // A reviewer decides on what waits before anything material changes; what only repeats it changes nothing.
  if (!isProposer && !isDecided && changesOf(EstateFields, told.thought, pick(told.wanted, material)).length > 0)
    return refuseWhileWaiting();
  const proposed = isProposer ? pick(wanted, material) : (row.proposed ?? {});
  const kept: EstateFields = isDecided ? wanted : { ...wanted, ...pick(live, material) };
  const next: EstateFields = { ...kept, ...yieldsOf(kept, live) };
  const changes = changesOf(EstateFields, told.live, words(next));
  const news = changesOf(EstateFields, told.thought, words({ ...next, ...proposed })).filter(
    ({ field }) => !changes.some((one) => one.field === field),
  );
  return { next, proposed, changes, news };
}

export async function removeEstate(call: ActingCall, id: number): Promise<void> {
  const { db, services } = call;
  const row = await lockEstate(call, id);
  if ((row.audit_status !== "draft" && row.audit_status !== "rejected") || row.publish_status === "online")
    throw new Refusal(40902, "只能删除未上架的草稿或已驳回的房源");
  if (await waitingReview(db, id)) return refuseWhileWaiting();
  const taken = await db.$count(unit, and(eq(unit.estate_id, id), inArray(unit.status, ["held", "reserved", "sold"])));
  if (taken > 0) return refuse(40904, { n: `锁定、预留或已售的房号${taken}` });
  const at = isoInstant(services.now());
  await setRow(db, estate, id, { deleted_at: at, ...changedBy(call), version: row.version + 1 });
  await linkMansions(db, id, []);
  await auditEstate(call, row, { action: "delete", summary: `删除房源 ${row.estate_no} ${row.name}` });
}

/** Goes with the estate's change, unless another estate shows the same file. */
async function dropBrochure(db: ActingCall["db"], id: number): Promise<void> {
  if ((await db.$count(estate, eq(estate.brochure_id, id))) === 0) await dropMedia(db, [id]);
}

/** The material ones of these fields, with what depends on them: amounts on their currency, buildings on their country. */
function materialOf(names: readonly string[]): FieldName[] {
  const hanging: Partial<Record<FieldName, readonly FieldName[]>> = {
    currency: ["property_tax", "expected_rent"],
    country_code: ["mansion_ids"],
  };
  const changed = fieldNames.filter((name) => names.includes(name));
  const material = new Set<FieldName>([...materialFields, ...changed.flatMap((name) => hanging[name] ?? [])]);
  return changed.filter((name) => material.has(name));
}

const fieldNames = Object.keys(EstateFields.shape) as FieldName[];

const pick = <T extends object>(record: T, names: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))) as Partial<T>;

async function currencyOf(db: SignedCall["db"], code: string): Promise<string> {
  const [row] = await db
    .select({ code: currency.code })
    .from(country)
    .innerJoin(currency, eq(currency.code, country.currency_code))
    .where(and(eq(country.code, code), eq(currency.status, "enabled")));
  if (row) return row.code;
  return refuseFields([
    { field: "country_code", label: "国家/地区", message: "该国家/地区没有可用的币种，请先在国家/地区中设置" },
  ]);
}
