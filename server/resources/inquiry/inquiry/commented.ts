import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { inquiryKinds } from "~/contract/inquiry/inquiry-words";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { CommentOwner } from "~/server/resources/shared/comment/owner";
import { visibleInquiries } from "./scope";

/** How inquiries are commented on: by whoever sees them. */
export const commentedInquiries: CommentOwner = {
  module: "inquiry",
  async find(db, id, isHeld) {
    const { name, inquiry_no, kind } = inquiry;
    const isThere = and(eq(inquiry.id, id), isNull(inquiry.deleted_at));
    const select = db.select({ name, inquiry_no, kind }).from(inquiry).where(isThere);
    const [row] = await (isHeld ? select.for("share") : select);
    return (
      row && {
        name: row.name ?? row.inquiry_no,
        // Without a name, which would outlast the person in the log.
        title: `${inquiryKinds[row.kind]}【${row.inquiry_no}】`,
        link: `/inquiry/all-inquiry/inquiry-detail?id=${id}&tab=comments&`,
        isClosed: false,
      }
    );
  },
  async readers(db, id, people) {
    const readers = people.filter(({ permissions }) => permissions.has("inquiry:inquiry:view"));
    if (readers.length === 0) return new Set();
    // The one rule of who sees an inquiry, asked for each of them at once.
    const may: SQL[] = readers.map((person) => sql`coalesce(${visibleInquiries(person)}, false)`);
    const [row] = await db
      .select({ may: sql<boolean[]>`array[${sql.join(may, sql`, `)}]` })
      .from(inquiry)
      .where(eq(inquiry.id, id));
    return new Set(readers.flatMap((person, index) => (row?.may[index] ? [person.id] : [])));
  },
};
