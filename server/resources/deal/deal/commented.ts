import { deal } from "~/server/database/tables/deal/deal";
import { isPresent } from "~/server/lib/entity";
import { type CommentOwner, readersOf } from "~/server/resources/shared/comment/owner";
import { visibleDeals } from "./scope";

export const commentedDeals: CommentOwner = {
  module: "deal",
  async find(db, id, isHeld) {
    const select = db.select({ deal_no: deal.deal_no }).from(deal).where(isPresent(deal, id));
    const [row] = await (isHeld ? select.for("share") : select);
    return (
      row && {
        name: row.deal_no,
        title: `成交【${row.deal_no}】`,
        link: `/Covenant/covenantList?open=${id}&tab=comments&`,
        isClosed: false,
      }
    );
  },
  readers: readersOf(deal, deal.id, visibleDeals, "deal:deal:view"),
};
