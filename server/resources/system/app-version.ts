import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { AppVersionDetail, AppVersionRow, appVersion as contract } from "~/contract/system/app-version";
import { appVersion } from "~/server/database/tables/system/admin";
import { media } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { listOf, orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { replyNull, replyWith } from "~/server/lib/reply";
import { includesText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { mediaOf } from "../shared/upload";
import { releaseVersion, withdrawVersion } from "./app-version/release";
import { addVersion, changeVersion, dropVersion } from "./app-version/write";
import { rowOf } from "~/server/lib/row";

export const appVersionHandlers = [
  serve(contract.list, ({ db, query }) => {
    const select = db.select().from(appVersion).$dynamic();
    const order = orderOf(appVersion, query.sort, appVersion.id);
    return listOf(db, query, { select, from: appVersion, where: rowsOf(query), order }, toRow);
  }),

  serve(contract.get, (call) => versionOf(call, call.params.id)),

  serve(contract.create, async (call) => ({ id: (await addVersion(call, call.body)).id })),

  serve(contract.update, replyWith(versionOf, changeVersion)),

  serve(contract.remove, replyNull(dropVersion)),

  serve(contract.release, replyWith(versionOf, releaseVersion)),

  serve(contract.withdraw, replyWith(versionOf, withdrawVersion)),
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

/** One version with its package. */
async function versionOf({ db, services }: SignedCall, id: number): Promise<AppVersionDetail> {
  const [selected] = await db
    .select({ row: appVersion, file: media })
    .from(appVersion)
    .leftJoin(media, eq(media.id, appVersion.package_id))
    .where(eq(appVersion.id, id));
  const { row, file } = found(selected);
  return rowOf(AppVersionDetail, row, { ...toRow(row), package: file && mediaOf(services, file) });
}
