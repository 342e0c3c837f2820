import { desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { mayCall } from "~/contract/endpoint";
import { share as contract, mostOpens, type ShareDetail, ShareRow } from "~/contract/share/share";
import { ShareBrief } from "~/contract/share/share-brief";
import type { ShareStatus } from "~/contract/share/share-kinds";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { unit } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { share, shareOpen } from "~/server/database/tables/share/share";
import { special } from "~/server/database/tables/special/special";
import { user } from "~/server/database/tables/system/system";
import { found, type Looking, refOf, refuse, rowOf } from "~/server/lib/call";
import { visibleTo } from "~/server/resources/customer/customer/row";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";
import { unitName } from "~/server/resources/house/unit/state";
import { estateNames } from "~/server/resources/shared/districts";
import { customerSeen, visibleShares } from "./access";

export type ShareRecord = typeof share.$inferSelect;

/** Whether it is over: from that second on, whatever the job has written. */
export const statusOf = ({ status, expires_at }: Pick<ShareRecord, "status" | "expires_at">, now: Date): ShareStatus =>
  status === "active" && Date.parse(expires_at) <= now.getTime() ? "expired" : status;

/** The same in SQL. */
export const statusAt = (now: Date): SQL<ShareStatus> =>
  sql<ShareStatus>`case when ${share.status} = 'active' and ${share.expires_at} <= ${isoInstant(now)} then 'expired' else ${share.status} end`;

export function selectShares({ db, user: caller }: Looking) {
  return db
    .select({
      share,
      user_name: user.name,
      customer_id: share.customer_id,
      customer_no: customer.customer_no,
      customer_name: customer.name,
      sees_customer: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
      unit: { building: unit.building, unit_no: unit.unit_no },
      special_title: special.title,
      inquiry_count: sql<number>`(select count(*)::int from ${inquiry} where ${inquiry.share_id} = ${share.id} and ${inquiry.deleted_at} is null)`,
      is_visible: sql<boolean>`coalesce(${visibleShares(caller)}, false)`,
    })
    .from(share)
    .innerJoin(user, eq(user.id, share.user_id))
    .leftJoin(customer, eq(customer.id, share.customer_id))
    .leftJoin(unit, eq(unit.id, share.unit_id))
    .leftJoin(special, eq(special.id, share.special_id));
}
export type ViewedShare = Awaited<ReturnType<typeof selectShares>>[number];

export async function toShareRows(looking: Looking, rows: readonly ViewedShare[]): Promise<ShareRow[]> {
  const { db, user: caller, services } = looking;
  const names = await estateNames(
    db,
    rows.flatMap(({ share: { estate_ids } }) => estate_ids),
  );
  return rows.map((viewed) => {
    const { share: row, inquiry_count } = viewed;
    const status = statusOf(row, services.now());
    return rowOf(ShareRow, row, {
      ...{ status, inquiry_count },
      user: { id: row.user_id, name: viewed.user_name },
      customer: customerSeen(viewed),
      estates: names(row.estate_ids),
      unit: refOf(row.unit_id, viewed.unit && unitName(viewed.unit)),
      special: refOf(row.special_id, viewed.special_title),
      can: { withdraw: status === "active" && mayCall(caller, contract.withdraw) },
    });
  });
}

/** A share with its last looks; ends the request with 40400, or 40301 outside the caller's scope. */
export async function readShare(looking: Looking, id: number): Promise<ShareDetail> {
  const { db } = looking;
  const [viewed] = await selectShares(looking).where(eq(share.id, id));
  if (!found(viewed).is_visible) return refuse(40301);
  const [row] = await toShareRows(looking, [found(viewed)]);
  const opens = await db
    .select()
    .from(shareOpen)
    .where(eq(shareOpen.share_id, id))
    .orderBy(desc(shareOpen.at), desc(shareOpen.id))
    .limit(mostOpens);
  const names = await estateNames(
    db,
    opens.flatMap(({ estate_ids }) => estate_ids),
  );
  return {
    ...found(row),
    note: found(viewed).share.note,
    opens: opens.map(({ id: one, at, seconds, estate_ids, device }) => ({
      ...{ id: one, at, seconds, device, estates: names(estate_ids) },
    })),
  };
}

/** What was sent to a customer, in their time line. */
export const sent: Source = {
  kind: "share",
  from: sql`${share}`,
  id: share.id,
  at: share.created_at,
  where: (_, id) => eq(share.customer_id, id),
  show: async (call, ids) => {
    const rows = await selectShares(call).where(inArray(share.id, ids));
    const shown = await toShareRows(call, rows);
    return byId(shown, (row) => ({ kind: "share", share: rowOf(ShareBrief, row, {}) }));
  },
};
