import { and, eq, isNull } from "drizzle-orm";
import { inquiryKinds } from "~/contract/inquiry/inquiry-words";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { type CommentOwner, readersOf } from "~/server/resources/shared/comment/owner";
import { visibleInquiries } from "./scope";

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
        // Without a name: in the log it would remain after the person is deleted.
        title: `${inquiryKinds[row.kind]}【${row.inquiry_no}】`,
        link: `/inquiry/all-inquiry/inquiry-detail?id=${id}&tab=comments&`,
        isClosed: false,
      }
    );
  },
  readers: readersOf(inquiry, inquiry.id, visibleInquiries, "inquiry:inquiry:view"),
};
