import { eq } from "drizzle-orm";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { type CommentOwner, readersOf } from "~/server/resources/shared/comment/owner";
import { visibleStatements } from "./scope";

export const commentedStatements: CommentOwner = {
  module: "clue",
  async find(db, id, isHeld) {
    const { statement_no } = accountStatement;
    const select = db.select({ statement_no }).from(accountStatement).where(eq(accountStatement.id, id));
    const [row] = await (isHeld ? select.for("share") : select);
    return (
      row && {
        name: row.statement_no,
        title: `对账单【${row.statement_no}】`,
        link: `/clue/accountStatement?open=${id}&`,
        isClosed: false,
      }
    );
  },
  readers: readersOf(accountStatement, accountStatement.id, visibleStatements, "clue:statement:view"),
};
