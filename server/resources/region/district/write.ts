import { and, eq, ne } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { DistrictFields, districtLevels } from "~/contract/region/district";
import { isoInstant } from "~/server/database/tables/columns";
import { district } from "~/server/database/tables/region/geography";
import { media } from "~/server/database/tables/system/system";
import { audit, changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut, unknownChoices } from "~/server/lib/dictionary";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { usesOfDistrict } from "~/server/resources/region/district/uses";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { type District, districtOf } from "./district-list";
import { freeCode, pathOf, renewPaths, takeCountry } from "./places";

export const targetOf = ({ id, name_zh }: Pick<District, "id" | "name_zh">) => ({
  type: "district",
  id,
  name: name_zh,
});
export const namedOf = ({ code, name_zh }: Pick<District, "code" | "name_zh">) => `${name_zh}（${code}）`;

/** A district, taken for a change with its country until the commit. */
export async function holdDistrict({ db }: SignedCall, id: number): Promise<District> {
  const [seen] = await db.select({ country: district.country_code }).from(district).where(eq(district.id, id));
  await takeCountry(db, found(seen).country);
  const [row] = await db.select().from(district).where(eq(district.id, id)).for("update");
  return found(row);
}

export async function addDistrict(call: SignedCall, body: DistrictFields): Promise<District> {
  const { db, user, services } = call;
  await takeCountry(db, body.country_code);
  const { facts } = await checked(call, body);
  const at = isoInstant(services.now());
  const stamp = { created_at: at, updated_at: at, created_by: user.id, updated_by: user.id };
  const [created] = await db
    .insert(district)
    .values({ ...facts, ...stamp })
    .returning();
  const row = found(created);
  const summary = `新增区域 ${namedOf(row)}`;
  await audit(call, { module: "geo", action: "create", target: targetOf(row), summary });
  return row;
}

/** Changes a district that was read at that version; what lies below it moves along. */
export async function changeDistrict(
  call: SignedCall,
  id: number,
  { version, ...body }: DistrictFields & { version: number },
): Promise<void> {
  const { db, user, services } = call;
  const row = await holdDistrict(call, id);
  if (row.version !== version) return refuse(40901, {}, await districtOf(call, id));
  const { facts, words } = await checked(call, body, row);
  const changes = changesOf(DistrictFields, words(row), words(facts), new Set(["cover_id"]));
  if (changes.length === 0) return;
  await db
    .update(district)
    .set({ ...facts, version: version + 1, updated_at: isoInstant(services.now()), updated_by: user.id })
    .where(eq(district.id, id));
  if (facts.path !== row.path) await renewPaths(db, row.country_code);
  const summary = `编辑区域 ${namedOf(facts)}`;
  await audit(call, { module: "geo", action: "update", target: targetOf({ ...row, ...facts }), summary, changes });
}

export async function removeDistrict(call: SignedCall, id: number): Promise<void> {
  const { db } = call;
  const row = await holdDistrict(call, id);
  const uses = await usesOfDistrict(db, id);
  if (uses.length) return refuse(40904, { n: uses.join("、") });
  await db.delete(district).where(eq(district.id, id));
  const summary = `删除区域 ${namedOf(row)}`;
  await audit(call, { module: "geo", action: "delete", target: targetOf(row), summary });
}

/** The columns that a body means, once nothing speaks against it; and the record in words for the log. */
async function checked(call: SignedCall, body: DistrictFields, before?: District) {
  const { db } = call;
  const parent = body.parent_id === null ? undefined : await parentOf(call, body.parent_id);
  const dictionary = await lookUp(call, DistrictFields, body, before ?? {});
  const wrong: FieldError[] = [
    ...(before && body.country_code !== before.country_code ? [countryStays] : []),
    ...unknownChoices(dictionary, DistrictFields, body, before),
    ...parentErrors(body, parent, before),
    ...(await centErrors(db, DistrictFields, { avg_unit_price: body.avg_unit_price }, body.avg_unit_currency)),
  ];
  if (body.cover_id && body.cover_id !== before?.cover_id && !(await isCover(call, body.cover_id)))
    wrong.push({ field: "cover_id", label: "封面", message: "图片不存在或未上传完成，请重新上传" });
  const [first] = wrong;
  if (first)
    return refuseFields(wrong.filter(({ field }, index) => wrong.findIndex((one) => one.field === field) === index));
  const code = body.code ?? before?.code ?? (await codeFor(call, body.country_code, parent));
  await refuseTaken(call, { ...body, code }, before?.id ?? 0);
  const names = { ...body, code };
  // With its dictionary, which no start is to wait for.
  const { derivedNames } = await import("~/server/database/baseline/place-name");
  const facts = {
    ...names,
    ...derivedNames(names),
    level: (parent?.level ?? 0) + 1,
    path: pathOf(body.country_code, parent, code),
    avg_unit_price: decimalText(body.avg_unit_price),
  };
  const words = (record: Readonly<Record<string, unknown>>) => spelledOut(dictionary, DistrictFields, record);
  return { facts, words };
}

const countryStays: FieldError = { field: "country_code", label: "国家/地区", message: "国家/地区不能更改" };

async function parentOf({ db }: SignedCall, id: number): Promise<District | undefined> {
  const [row] = await db.select().from(district).where(eq(district.id, id));
  return row;
}

/** A level is kept, so that nothing can come to stand below itself. */
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
  { db }: SignedCall,
  { country_code, parent_id, code, name_zh }: DistrictFields,
  id: number,
): Promise<void> {
  const others = and(eq(district.country_code, country_code), ne(district.id, id));
  const { code: itsCode, name_zh: itsName, parent_id: itsParent } = district;
  const rows = await db.select({ code: itsCode, name_zh: itsName, parent_id: itsParent }).from(district).where(others);
  if (rows.some((row) => row.code === code)) return refuse(40900, { label: "代码" });
  if (rows.some((row) => row.name_zh === name_zh && row.parent_id === parent_id))
    return refuse(40900, { label: "同级区域的中文名" });
}

async function isCover({ db }: SignedCall, id: number): Promise<boolean> {
  return (await db.$count(media, and(eq(media.id, id), eq(media.scene, "cover"), eq(media.status, "ready")))) > 0;
}
