import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { DistrictFields, districtLevels } from "~/contract/region/district";
import type { Db } from "~/server/database/database";
import { customer, requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { mansion, mansionApplication } from "~/server/database/tables/house/property";
import { district } from "~/server/database/tables/region/geography";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { broker } from "~/server/database/tables/system/admin";
import { media } from "~/server/database/tables/system/system";
import { refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { entity, isNameTaken } from "~/server/lib/entity";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { type District, districtOf } from "./district-list";
import { freeCode, lockCountry, pathOf, renewPaths } from "./places";

/** What refers to a district, deleted records included: they may come back. */
interface DistrictUse {
  label: string;
  from(id: number): SQL;
}

const listed = (column: { getSQL(): SQL }, id: number) => sql`${column} @> ${JSON.stringify([id])}::jsonb`;

const districtUses: readonly DistrictUse[] = [
  { label: "下级区域", from: (id) => sql`${district} where ${eq(district.parent_id, id)}` },
  {
    label: "客户",
    from: (id) => sql`${customer} where ${eq(customer.district_id, id)} or ${listed(customer.intent_district_ids, id)}`,
  },
  { label: "客户需求", from: (id) => sql`${requirement} where ${listed(requirement.district_ids, id)}` },
  { label: "房产经纪", from: (id) => sql`${broker} where ${listed(broker.service_district_ids, id)}` },
  { label: "楼栋", from: (id) => sql`${mansion} where ${eq(mansion.district_id, id)}` },
  {
    label: "房源",
    // One that a waiting change would put there counts too.
    from: (id) =>
      sql`${estate} where ${eq(estate.district_id, id)} or (${estate.proposed} ->> 'district_id') = ${`${id}`}`,
  },
  { label: "SEO文章", from: (id) => sql`${seoArticle} where ${eq(seoArticle.district_id, id)}` },
  { label: "楼栋申请", from: (id) => sql`${mansionApplication} where ${eq(mansionApplication.district_id, id)}` },
];

/** What refers to it and how often, of those that do, such as 下级区域 3. */
async function usesOfDistrict(db: Db, id: number): Promise<string[]> {
  const counts = districtUses.map(({ from }) => sql`(select count(*)::int from ${from(id)})`);
  const { rows } = await db.execute<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`);
  return districtUses.flatMap(({ label }, index) => {
    const count = rows[0]?.counts[index] ?? 0;
    return count > 0 ? [`${label} ${count}`] : [];
  });
}

export const namedOf = ({ code, name_zh }: Pick<District, "code" | "name_zh">) => `${name_zh}（${code}）`;

export const districts = entity({
  table: district,
  module: "geo",
  type: "district",
  title: "区域",
  nameOf: ({ name_zh }) => name_zh,
  describe: namedOf,
  fields: DistrictFields,
  hidden: ["cover_id"],
  present: districtOf,
});

/** A district, locked until the commit after its country, whose tree one request at a time changes. */
export async function lockDistrict(call: SignedCall, id: number, version?: number): Promise<District> {
  const { country_code } = await districts.find(call, id);
  await lockCountry(call.db, country_code);
  return districts.lock(call, id, version);
}

export async function addDistrict(call: SignedCall, body: DistrictFields): Promise<District> {
  await lockCountry(call.db, body.country_code);
  return districts.create(call, await checked(call, body));
}

/** Changes a district that was read at that version; what lies below it moves along. */
export async function changeDistrict(
  call: SignedCall,
  id: number,
  { version, ...body }: DistrictFields & { version: number },
): Promise<void> {
  const row = await lockDistrict(call, id, version);
  const changed = await districts.edit(call, row, await checked(call, body, row));
  if (changed.path !== row.path) await renewPaths(call.db, row.country_code);
}

export async function removeDistrict(call: SignedCall, id: number): Promise<void> {
  const row = await lockDistrict(call, id);
  const uses = await usesOfDistrict(call.db, id);
  if (uses.length) return refuse(40904, { n: uses.join("、") });
  await districts.remove(call, row);
}

async function checked(call: SignedCall, body: DistrictFields, before?: District) {
  const { db } = call;
  const parent = body.parent_id === null ? undefined : await parentOf(call, body.parent_id);
  const wrong: FieldError[] = [
    ...(before && body.country_code !== before.country_code ? [countryStays] : []),
    ...(await districts.unknownChoices(call, body, before)),
    ...parentErrors(body, parent, before),
    ...(await centErrors(db, DistrictFields, { avg_unit_price: body.avg_unit_price }, body.avg_unit_currency)),
  ];
  if (body.cover_id && body.cover_id !== before?.cover_id && !(await isCover(call, body.cover_id)))
    wrong.push({ field: "cover_id", label: "封面", message: "图片不存在或未上传完成，请重新上传" });
  const [first] = wrong;
  if (first)
    return refuseFields(wrong.filter(({ field }, index) => wrong.findIndex((one) => one.field === field) === index));
  const code = body.code ?? before?.code ?? (await codeFor(call, body.country_code, parent));
  await refuseTaken(call, { ...body, code }, before);
  const names = { ...body, code };
  // Loaded lazily: its dictionary would delay the start.
  const { derivedNames } = await import("~/server/database/baseline/place-name");
  return {
    ...names,
    ...derivedNames(names),
    level: (parent?.level ?? 0) + 1,
    path: pathOf(body.country_code, parent, code),
    avg_unit_price: decimalText(body.avg_unit_price),
  };
}

const countryStays: FieldError = { field: "country_code", label: "国家/地区", message: "国家/地区不能更改" };

async function parentOf({ db }: SignedCall, id: number): Promise<District | undefined> {
  const [row] = await db.select().from(district).where(eq(district.id, id));
  return row;
}

/** A level is kept, so that nothing can be below itself. */
function parentErrors(body: DistrictFields, parent: District | undefined, before: District | undefined): FieldError[] {
  const wrong = (message: string): FieldError[] => [{ field: "parent_id", label: "上级区域", message }];
  if (parent && parent.country_code !== body.country_code) return wrong("上级区域不在所选国家/地区内");
  if (!before) return parent?.level === districtLevels.length ? wrong("三级区域不能再有下级") : [];
  const level = before.level - 1;
  if (level === (parent?.level ?? 0)) return [];
  return wrong(level === 0 ? "一级区域没有上级" : `上级应为${districtLevels[level - 1]}`);
}

async function codeFor({ db }: SignedCall, country_code: string, parent: District | undefined): Promise<string> {
  const rows = await db.select({ code: district.code }).from(district).where(eq(district.country_code, country_code));
  const taken = new Set(rows.map(({ code }) => code));
  return freeCode(parent, (code) => taken.has(code));
}

async function refuseTaken(
  call: SignedCall,
  { country_code, parent_id, code, name_zh }: Omit<DistrictFields, "code"> & { code: string },
  before?: District,
): Promise<void> {
  const others = and(eq(district.country_code, country_code), ne(district.id, before?.id ?? 0));
  if ((await call.db.$count(district, and(others, eq(district.code, code)))) > 0)
    return refuse(40900, { label: "代码" });
  const siblings = and(others, sql`coalesce(${district.parent_id}, 0) = ${parent_id ?? 0}`);
  const own = before?.parent_id === parent_id ? before.name_zh : undefined;
  if (await isNameTaken(call, { column: district.name_zh, name: name_zh, before: own, others: siblings }))
    return refuse(40900, { label: "同级区域的中文名" });
}

async function isCover({ db }: SignedCall, id: number): Promise<boolean> {
  return (await db.$count(media, and(eq(media.id, id), eq(media.scene, "cover"), eq(media.status, "ready")))) > 0;
}
