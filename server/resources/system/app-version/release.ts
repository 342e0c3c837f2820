import { eq } from "drizzle-orm";
import { compareVersions } from "~/contract/system/app-version";
import { isoInstant } from "~/server/database/tables/columns";
import { appVersion } from "~/server/database/tables/system/admin";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { Refusal, refuseFields } from "~/server/lib/refusal";
import { orderErrors, releasedOf } from "./order";
import { auditVersion, lockVersion } from "./write";

/** Gives a draft out. What has been released since it was written may have overtaken it. */
export async function releaseVersion(call: SignedCall, id: number): Promise<void> {
  const { db } = call;
  const row = await lockVersion(call, id, "draft");
  const wrong = await orderErrors(db, row);
  if (wrong.length) return refuseFields(wrong);
  await db
    .update(appVersion)
    .set({ status: "released", released_at: isoInstant(call.services.now()), ...changedBy(call) })
    .where(eq(appVersion.id, id));
  await auditVersion(call, row, "publish", "发布");
}

/** Takes a released version back, where another is left that those who must update can update to (decision 1920). */
export async function withdrawVersion(call: SignedCall, id: number): Promise<void> {
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
  await db
    .update(appVersion)
    .set({ status: "withdrawn", ...changedBy(call) })
    .where(eq(appVersion.id, id));
  await auditVersion(call, row, "update", "撤回");
}
