import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { deal, dealLog } from "~/server/database/tables/deal/deal";
import { user } from "~/server/database/tables/system/system";
import { holdsCode } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { refuseFields } from "~/server/lib/refusal";
import { leadersOf } from "~/server/resources/shared/leaders";
import { nextVersion } from "./record";

const openOf = (userId: number) =>
  and(
    eq(deal.owner_id, userId),
    isNull(deal.deleted_at),
    inArray(deal.status, ["draft", "rejected", "reviewing", "subscribed", "contracted"]),
  );
const countOf = (db: Db, userId: number): Promise<number> => db.$count(deal, openOf(userId));

/** Hands over a leaving user's open deals; without a successor they go to the user's leader, since money is due. */
export const dealHandover = {
  resource: "deal",
  label: "进行中成交",
  count: countOf,

  async check({ db }: SignedCall, from: { id: number }, to: { id: number }): Promise<void> {
    if ((await countOf(db, from.id)) === 0) return;
    const { rows } = await db.execute(sql`select 1 where ${holdsCode(sql`${to.id}::bigint`, "deal:deal:create")}`);
    if (rows.length === 0)
      return refuseFields([{ field: "target_user_id", label: "接手人", message: "该员工不能接手成交" }]);
  },

  async move(
    { db, user: caller, services }: SignedCall,
    from: { id: number },
    to: { id: number; name: string } | null,
  ): Promise<number> {
    const at = isoInstant(services.now());
    const rows = await db
      .select({ id: deal.id, status: deal.status })
      .from(deal)
      .where(openOf(from.id))
      .orderBy(deal.id)
      .for("update");
    if (rows.length === 0) return 0;
    const owner_id = to?.id ?? (await leadersOf(db, [from.id])).get(from.id);
    // Without a leader they stay where they are: a deal always has an owner.
    if (owner_id === undefined) return 0;
    const [taker] = await db.select({ name: user.name }).from(user).where(eq(user.id, owner_id));
    await db
      .update(deal)
      .set({
        owner_id,
        // An owner cannot be their own co-owner.
        co_owner_share: sql`case when ${deal.co_owner_id} = ${owner_id} then null else ${deal.co_owner_share} end`,
        co_owner_id: sql`nullif(${deal.co_owner_id}, ${owner_id})`,
        version: nextVersion,
        ...changedBy({ user: caller, services }),
      })
      .where(openOf(from.id));
    await db.insert(dealLog).values(
      rows.map(({ id, status }) => ({
        ...{ deal_id: id, action: "handover" as const, from_status: status, to_status: status },
        ...{ note: taker?.name ?? null, by: caller.id, at },
      })),
    );
    return rows.length;
  },
};
