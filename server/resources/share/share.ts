import { and, eq, inArray, sql } from "drizzle-orm";
import { share as contract } from "~/contract/share/share";
import { share } from "~/server/database/tables/share/share";
import { found, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { listOf, orderOf, within } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve, serveAct } from "~/server/lib/serve";
import { visibleShares } from "./access";
import { auditShare, createShare, previewShare } from "./create";
import { readShare, selectShares, statusAt, statusOf, toShareRows } from "./view";

export const shareHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, user, services } = call;
    const { keyword, kind, status, customer_id, estate_id, user_id, sort } = query;
    const shown = statusAt(services.now());
    const where = and(
      visibleShares(user),
      keyword
        ? sql`(${share.share_no} = ${keyword.toUpperCase()} or ${includesText(share.title, keyword)})`
        : undefined,
      kind?.length ? inArray(share.kind, kind) : undefined,
      status?.length ? inArray(shown, status) : undefined,
      customer_id ? eq(share.customer_id, customer_id) : undefined,
      estate_id ? sql`${share.estate_ids} @> ${JSON.stringify([estate_id])}::jsonb` : undefined,
      user_id ? eq(share.user_id, user_id) : undefined,
      ...within(share.created_at, query.created_from, query.created_to),
    );
    const page = await listOf(db, query, {
      ...{ select: selectShares(call).$dynamic(), from: share, where, fields: { status: shown } },
      order: orderOf(share, sort, share.id),
    });
    return { ...page, list: await toShareRows(call, page.list) };
  }),

  serve(contract.get, (call) => readShare(call, call.params.id)),
  serve(contract.preview, (call) => previewShare(call, call.body)),
  serve(contract.create, (call) => createShare(call, call.body)),
  serveAct(contract.withdraw, readShare, withdrawShare),
];

/** From now on its address says that it is over. */
async function withdrawShare(call: SignedCall, id: number): Promise<void> {
  const { db, user, services } = call;
  const [locked] = await db
    .select({ row: share, isVisible: sql<boolean>`coalesce(${visibleShares(user)}, false)` })
    .from(share)
    .where(eq(share.id, id))
    .for("update");
  const { row, isVisible } = found(locked);
  if (!isVisible) return refuse(40301);
  if (statusOf(row, services.now()) !== "active") return refuse(40902);
  await setRow(db, share, id, { status: "withdrawn", version: row.version + 1, ...changedBy(call) });
  await auditShare(call, row, { action: "update", verb: "撤回分享" });
}
