import { and, eq } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { type AppPlatform, compareVersions } from "~/contract/system/app-version";
import { appVersion } from "~/server/database/tables/system/admin";
import type { SignedCall } from "~/server/lib/call";

type Version = typeof appVersion.$inferSelect;

/** The versions of a platform that are out. */
export const releasedOf = (db: SignedCall["db"], platform: AppPlatform): Promise<Version[]> =>
  db
    .select()
    .from(appVersion)
    .where(and(eq(appVersion.platform, platform), eq(appVersion.status, "released")));

/** What is wrong with a version by the order of the released ones: each is to be later than all of them, in both counts. */
export async function orderErrors(
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
