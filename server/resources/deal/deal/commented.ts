import { eq, type SQL, sql } from "drizzle-orm";
import { deal } from "~/server/database/tables/deal/deal";
import { isPresent } from "~/server/lib/entity";
import type { CommentOwner } from "~/server/resources/shared/comment/owner";
import { visibleDeals } from "./scope";

/** How deals are commented on: by whoever sees them. */
export const commentedDeals: CommentOwner = {
  module: "deal",
  async find(db, id, isHeld) {
    const select = db.select({ deal_no: deal.deal_no }).from(deal).where(isPresent(deal, id));
    const [row] = await (isHeld ? select.for("share") : select);
    return (
      row && {
        name: row.deal_no,
        title: `成交【${row.deal_no}】`,
        link: `/Covenant/covenantList?deal=${id}&tab=comments&`,
        isClosed: false,
      }
    );
  },
  async readers(db, id, people) {
    const readers = people.filter(({ permissions }) => permissions.has("deal:deal:view"));
    if (readers.length === 0) return new Set();
    const may: SQL[] = readers.map((person) => sql`coalesce(${visibleDeals(person)}, false)`);
    const [row] = await db
      .select({ may: sql<boolean[]>`array[${sql.join(may, sql`, `)}]` })
      .from(deal)
      .where(eq(deal.id, id));
    return new Set(readers.flatMap((person, index) => (row?.may[index] ? [person.id] : [])));
  },
};
