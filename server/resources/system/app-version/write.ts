import { and, eq, ne, sql } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { AppVersionFields, appPlatforms } from "~/contract/system/app-version";
import { appVersion } from "~/server/database/tables/system/admin";
import { media } from "~/server/database/tables/system/system";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { changedBy, createdBy } from "~/server/lib/entity";
import { dropMedia } from "~/server/lib/media";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { leaveAlone } from "~/server/lib/texts-in";
import { orderErrors } from "./order";

type Version = typeof appVersion.$inferSelect;

export async function addVersion(call: SignedCall, body: AppVersionFields): Promise<Version> {
  const facts = await checked(call, body);
  const [created] = await call.db
    .insert(appVersion)
    .values({ ...facts, ...createdBy(call) })
    .onConflictDoNothing()
    .returning();
  const row = created ?? refuse(40900, { label: "版本号" });
  await auditVersion(call, row, "create", "新增");
  return row;
}

export async function changeVersion(call: SignedCall, id: number, body: AppVersionFields): Promise<void> {
  const row = await lockVersion(call, id, "draft");
  const facts = await checked(call, body, row);
  const changes = changesOf(AppVersionFields, row, facts, new Set(["package_id"]));
  if (changes.length === 0) return;
  await setRow(call.db, appVersion, id, { ...facts, ...changedBy(call) });
  if (row.package_id !== facts.package_id) await dropPackage(call, row.package_id);
  await auditVersion(call, { ...row, ...facts }, "update", "编辑", changes);
}

export async function dropVersion(call: SignedCall, id: number): Promise<void> {
  const row = await lockVersion(call, id, "draft");
  await call.db.delete(appVersion).where(eq(appVersion.id, id));
  await dropPackage(call, row.package_id);
  await auditVersion(call, row, "delete", "删除");
}

export async function lockVersion(call: SignedCall, id: number, status: "draft" | "released"): Promise<Version> {
  const { db } = call;
  // One platform at a time: what is released decides what may be written.
  const [known] = await db.select({ platform: appVersion.platform }).from(appVersion).where(eq(appVersion.id, id));
  await lockPlatform(db, found(known).platform);
  const [row] = await db.select().from(appVersion).where(eq(appVersion.id, id)).for("update");
  leaveAlone(call, row);
  return found(row).status === status ? found(row) : refuse(40902);
}

const lockPlatform = (db: SignedCall["db"], platform: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext(${`app_version:${platform}`}))`);

async function checked(call: SignedCall, body: AppVersionFields, before?: Version): Promise<AppVersionFields> {
  const { db } = call;
  await lockPlatform(db, body.platform);
  const isAndroid = body.platform === "android";
  const facts = {
    ...body,
    package_id: isAndroid ? body.package_id : null,
    store_url: isAndroid ? null : body.store_url,
  };
  const wrong: FieldError[] = await orderErrors(db, facts);
  if (facts.package_id && facts.package_id !== before?.package_id && !(await isOwnPackage(call, facts.package_id)))
    wrong.push({ field: "package_id", label: "安装包", message: "安装包不存在或未上传完成，请重新上传" });
  if (wrong.length) return refuseFields(wrong);
  const same = and(
    eq(appVersion.platform, facts.platform),
    eq(appVersion.version, facts.version),
    ne(appVersion.id, before?.id ?? 0),
  );
  if ((await db.$count(appVersion, same)) > 0) return refuse(40900, { label: "版本号" });
  return facts;
}

async function isOwnPackage({ db, user }: SignedCall, id: number): Promise<boolean> {
  const own = and(eq(media.id, id), eq(media.scene, "package"), eq(media.uploader, user.id), eq(media.status, "ready"));
  return (await db.$count(media, own)) > 0;
}

async function dropPackage({ db }: SignedCall, id: number | null): Promise<void> {
  if (id !== null && (await db.$count(appVersion, eq(appVersion.package_id, id))) === 0) await dropMedia(db, [id]);
}

export function auditVersion(
  call: SignedCall,
  { id, platform, version, build }: Pick<Version, "id" | "platform" | "version" | "build">,
  action: AuditAction,
  verb: string,
  changes?: Parameters<typeof audit>[1]["changes"],
): Promise<void> {
  const name = `${appPlatforms[platform]} ${version} (${build})`;
  const target = { type: "app_version", id, name };
  return audit(call, { module: "system", action, target, summary: `${verb}APP版本 ${name}`, changes });
}
