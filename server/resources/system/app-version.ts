import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  AppVersionDetail,
  AppVersionRow,
  compareVersions,
  appVersion as contract,
} from "~/contract/system/app-version";
import { isoInstant } from "~/server/database/tables/columns";
import { appVersion } from "~/server/database/tables/system/admin";
import { media } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { listOf, orderOf } from "~/server/lib/list";
import { found, Refusal, refuseFields } from "~/server/lib/refusal";
import { rowOf, setRow } from "~/server/lib/row";
import { includesText } from "~/server/lib/search";
import { serve, serveAct, serveNull } from "~/server/lib/serve";
import { mediaOf } from "../shared/upload";
import { orderErrors, releasedOf } from "./app-version/order";
import { addVersion, auditVersion, changeVersion, dropVersion, lockVersion } from "./app-version/write";

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
