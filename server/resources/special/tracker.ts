import { and, eq, isNull } from "drizzle-orm";
import type { SpecialFields } from "~/contract/special/special";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { rowsOf, type SignedCall } from "~/server/lib/call";
import { randomToken } from "~/server/lib/seal";
import { inquiriesOf, trackers } from "~/server/resources/inquiry/tracker";
import { siteUrl } from "~/server/resources/shared/site";

type Wanted = Pick<SpecialFields, "name" | "channel"> & { slug: string };

/** Where visitors open a page: under the desk's own address; a path as long as no setting names that. */
export const pageUrl = async ({ db }: Pick<SignedCall, "db">, slug: string): Promise<string> =>
  (await siteUrl(db, "special", slug)) ?? `/s/${slug}`;

/** A page's tracking point: made with it, called and led as it is; made anew where somebody has deleted it. */
export async function keepTracker(call: SignedCall, wanted: Wanted, id: number | null): Promise<number> {
  const { name, channel, slug } = wanted;
  const facts = { name: `专题·${name}`.slice(0, 50), channel, target_url: await pageUrl(call, slug) };
  const [row] = id
    ? await rowsOf(call.db, tracker, and(eq(tracker.id, id), isNull(tracker.deleted_at)), { lock: "update" })
    : [];
  if (row) {
    await trackers.edit(call, row, facts);
    return row.id;
  }
  const code = `s-${slug.slice(0, 28)}-${randomToken()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 6)}`;
  const made = await trackers.create(call, {
    ...{ ...facts, code, platform: "h5", page_type: "special", position: "表单", owner_id: call.user.id },
  });
  return made.id;
}

/** The tracking point of a page that is deleted: that of a page which nobody has seen goes with it; what visits and inquiries came from stays, out of use. */
export async function endTracker(call: SignedCall, id: number | null, wasPublic: boolean): Promise<void> {
  const [row] = id
    ? await rowsOf(call.db, tracker, and(eq(tracker.id, id), isNull(tracker.deleted_at)), { lock: "update" })
    : [];
  if (!row) return;
  const isUsed = wasPublic || (await inquiriesOf(call.db, [row.id])).size > 0;
  if (!isUsed) await trackers.remove(call, row);
  else if (row.status === "enabled") await trackers.change(call, row, { status: "disabled" }, { verb: "停用" });
}
