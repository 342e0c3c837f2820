import { type AnyColumn, and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Page } from "~/contract/common";
import type { BehaviorRow, BehaviorSummary, behaviorTypes } from "~/contract/customer/customer-user";
import type { Db } from "~/server/database/database";
import { userBehavior } from "~/server/database/tables/customer/audience";
import { listOf } from "~/server/lib/list";

interface PageQuery {
  page: number;
  page_size: number;
}

const { customer_user_id: _, ...columns } = getTableColumns(userBehavior);

export async function behaviorsOf(
  db: Db,
  userId: number,
  query: PageQuery,
  type?: keyof typeof behaviorTypes,
): Promise<Page<BehaviorRow>> {
  const where = and(eq(userBehavior.customer_user_id, userId), type ? eq(userBehavior.type, type) : undefined);
  const parts = { select: db.select(columns).from(userBehavior).$dynamic(), from: userBehavior, where };
  return listOf(db, query, { ...parts, order: newestFirst(userBehavior) }, (row) => row);
}

/** What a user holds as a favourite: of each target the last word. Words older than the stream keeps are not known. */
export async function favoritesOf(db: Db, userId: number, query: PageQuery): Promise<Page<BehaviorRow>> {
  const { target_type, target_id, at, id, type } = userBehavior;
  const last = db
    .selectDistinctOn([target_type, target_id], columns)
    .from(userBehavior)
    .where(and(eq(userBehavior.customer_user_id, userId), inArray(type, ["favorite", "unfavorite"])))
    .orderBy(target_type, target_id, desc(at), desc(id))
    .as("last");
  const held = db.select({ id: last.id }).from(last).where(eq(last.type, "favorite"));
  const parts = { select: db.select(columns).from(userBehavior).$dynamic(), from: userBehavior };
  return listOf(db, query, { ...parts, where: inArray(id, held), order: newestFirst(userBehavior) }, (row) => row);
}

const newestFirst = ({ at, id }: { at: AnyColumn; id: AnyColumn }) => sql`${desc(at)}, ${desc(id)}`;

export async function summaryOf(db: Db, userId: number): Promise<BehaviorSummary> {
  const own = eq(userBehavior.customer_user_id, userId);
  const count = sql<number>`count(*)::int`;
  const most = (name: typeof userBehavior.target_name | typeof userBehavior.keyword, type: string, limit: number) =>
    db
      .select({ name: sql<string>`${name}`, count })
      .from(userBehavior)
      .where(and(own, eq(userBehavior.type, type), sql`${name} is not null`))
      .groupBy(name)
      .orderBy(desc(count), name)
      .limit(limit);
  const kinds = await db
    .select({ type: userBehavior.type, count })
    .from(userBehavior)
    .where(own)
    .groupBy(userBehavior.type);
  return {
    counts: Object.fromEntries(kinds.map((kind) => [kind.type, kind.count])),
    viewed: await most(userBehavior.target_name, "view_estate", 5),
    searched: await most(userBehavior.keyword, "search", 10),
  };
}
