import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import {
  type AppPlatform,
  AppVersionDetail,
  AppVersionFields,
  AppVersionRow,
  appPlatforms,
  compareVersions,
  appVersion as contract,
} from "~/contract/system/app-version";
import { isoInstant } from "~/server/database/tables/columns";
import { appVersion } from "~/server/database/tables/system/admin";
import { media } from "~/server/database/tables/system/system";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import { found, Refusal, refuse, refuseFields, rowOf, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, createdBy } from "~/server/lib/entity";
import { listOf, orderOf } from "~/server/lib/list";
import { dropMedia } from "~/server/lib/media";
import { includesText } from "~/server/lib/search";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import { leaveAlone } from "~/server/lib/texts-in";
import { mediaOf } from "../shared/upload";

/** The versions of a platform that are out. */
export const releasedOf = (db: SignedCall["db"], platform: AppPlatform): Promise<Version[]> =>
  db
    .select()
    .from(appVersion)
    .where(and(eq(appVersion.platform, platform), eq(appVersion.status, "released")));

/** What is wrong with a version by the order of the released ones: each is to be later than all of them, in both counts. */
async function orderErrors(
  db: SignedCall["db"],
  { platform, version, build }: Pick<Version, "platform" | "version" | "build">,
): Promise<FieldError[]> {
  const released = await releasedOf(db, platform);
  const latest = released
    .map((one) => one.version)
    .sort(compareVersions)
    .at(-1);
  const highest = Math.max(0, ...released.map((one) => one.build));
  return [
    ...(latest && compareVersions(version, latest) <= 0
      ? [{ field: "version", label: "版本号", message: `版本号应高于已发布的 ${latest}` }]
      : []),
    ...(build <= highest ? [{ field: "build", label: "Build", message: `Build应大于已发布的 ${highest}` }] : []),
  ];
}

type Version = typeof appVersion.$inferSelect;

async function addVersion(call: SignedCall, body: AppVersionFields): Promise<Version> {
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

async function changeVersion(call: SignedCall, id: number, body: AppVersionFields): Promise<void> {
  const row = await lockVersion(call, id, "draft");
  const facts = await checked(call, body, row);
  const changes = changesOf(AppVersionFields, row, facts, new Set(["package_id"]));
  if (changes.length === 0) return;
  await setRow(call.db, appVersion, id, { ...facts, ...changedBy(call) });
  if (row.package_id !== facts.package_id) await dropPackage(call, row.package_id);
  await auditVersion(call, { ...row, ...facts }, "update", "编辑", changes);
}

async function dropVersion(call: SignedCall, id: number): Promise<void> {
  const row = await lockVersion(call, id, "draft");
  await call.db.delete(appVersion).where(eq(appVersion.id, id));
  await dropPackage(call, row.package_id);
  await auditVersion(call, row, "delete", "删除");
}

async function lockVersion(call: SignedCall, id: number, status: "draft" | "released"): Promise<Version> {
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

function auditVersion(
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

export const appVersionHandlers = [
  serve(contract.list, ({ db, query }) => {
    const select = db.select().from(appVersion).$dynamic();
    const order = orderOf(appVersion, query.sort, appVersion.id);
    return listOf(db, query, { select, from: appVersion, where: rowsOf(query), order }, toRow);
  }),

  serve(contract.get, (call) => versionOf(call, call.params.id)),

  serve(contract.create, async (call) => ({ id: (await addVersion(call, call.body)).id })),

  serveAct(contract.update, versionOf, changeVersion),

  serveNull(contract.remove, dropVersion),

  serveAct(contract.release, versionOf, releaseVersion),

  serveAct(contract.withdraw, versionOf, withdrawVersion),
];

function rowsOf({ keyword, platform, status, update_type }: z.output<typeof contract.list.query>): SQL {
  return sql`${and(
    sql`true`,
    keyword ? or(includesText(appVersion.version, keyword), includesText(appVersion.title, keyword)) : undefined,
    platform?.length ? inArray(appVersion.platform, platform) : undefined,
    status?.length ? inArray(appVersion.status, status) : undefined,
    update_type?.length ? inArray(appVersion.update_type, update_type) : undefined,
  )}`;
}

function toRow(row: typeof appVersion.$inferSelect): AppVersionRow {
  const isDraft = row.status === "draft";
  return rowOf(AppVersionRow, row, {
    can: { edit: isDraft, release: isDraft, withdraw: row.status === "released", delete: isDraft },
  });
}

async function versionOf({ db, services }: SignedCall, id: number): Promise<AppVersionDetail> {
  const [selected] = await db
    .select({ row: appVersion, file: media })
    .from(appVersion)
    .leftJoin(media, eq(media.id, appVersion.package_id))
    .where(eq(appVersion.id, id));
  const { row, file } = found(selected);
  return rowOf(AppVersionDetail, row, { ...toRow(row), package: file && mediaOf(services, file) });
}

/** Gives a draft out. What has been released since it was written may have overtaken it. */
async function releaseVersion(call: SignedCall, id: number): Promise<void> {
  const { db } = call;
  const row = await lockVersion(call, id, "draft");
  const wrong = await orderErrors(db, row);
  if (wrong.length) return refuseFields(wrong);
  await setRow(db, appVersion, id, {
    status: "released",
    released_at: isoInstant(call.services.now()),
    ...changedBy(call),
  });
  await auditVersion(call, row, "publish", "发布");
}

/** Takes a released version back, where another is left that those who must update can update to (decision 1920). */
async function withdrawVersion(call: SignedCall, id: number): Promise<void> {
  const { db } = call;
  const row = await lockVersion(call, id, "released");
  const released = await releasedOf(db, row.platform);
  const least =
    released
      .flatMap(({ min_supported }) => min_supported ?? [])
      .sort(compareVersions)
      .at(-1) ?? "0.0.0";
  const remains = released.some((one) => one.id !== id && compareVersions(one.version, least) >= 0);
  if (!remains) throw new Refusal(42200, "这是该平台唯一满足最低支持版本的已发布版本，不能撤回");
  await setRow(db, appVersion, id, { status: "withdrawn", ...changedBy(call) });
  await auditVersion(call, row, "update", "撤回");
}
