import { eq } from "drizzle-orm";
import { clue } from "~/server/database/tables/clue/clue";
import { type CommentOwner, readersOf } from "~/server/resources/shared/comment/owner";
import { visibleClues } from "./scope";

export const commentedClues: CommentOwner = {
  module: "clue",
  async find(db, id, isHeld) {
    const select = db.select({ clue_no: clue.clue_no }).from(clue).where(eq(clue.id, id));
    const [row] = await (isHeld ? select.for("share") : select);
    return (
      row && {
        name: row.clue_no,
        // Without a name: in the log it would remain after the person is deleted.
        title: `报备【${row.clue_no}】`,
        link: `/clue/feedback?open=${id}&tab=comments&`,
        isClosed: false,
      }
    );
  },
  readers: readersOf(clue, clue.id, visibleClues, "clue:clue:view"),
};
