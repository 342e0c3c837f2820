import { eq, type SQL, sql } from "drizzle-orm";
import { clue } from "~/server/database/tables/clue/clue";
import type { CommentOwner } from "~/server/resources/shared/comment/owner";
import { visibleClues } from "./scope";

/** How leads are commented on: by whoever sees them. */
export const commentedClues: CommentOwner = {
  module: "clue",
  async find(db, id, isHeld) {
    const select = db.select({ clue_no: clue.clue_no }).from(clue).where(eq(clue.id, id));
    const [row] = await (isHeld ? select.for("share") : select);
    return (
      row && {
        name: row.clue_no,
        // Without a name, which would outlast the person in the log.
        title: `报备【${row.clue_no}】`,
        link: `/clue/feedback?open=${id}&tab=comments&`,
        isClosed: false,
      }
    );
  },
  async readers(db, id, people) {
    const readers = people.filter(({ permissions }) => permissions.has("clue:clue:view"));
    if (readers.length === 0) return new Set();
    // The one rule of who sees a lead, asked for each of them at once.
    const may: SQL[] = readers.map((person) => sql`coalesce(${visibleClues(person)}, false)`);
    const [row] = await db
      .select({ may: sql<boolean[]>`array[${sql.join(may, sql`, `)}]` })
      .from(clue)
      .where(eq(clue.id, id));
    return new Set(readers.flatMap((person, index) => (row?.may[index] ? [person.id] : [])));
  },
};
