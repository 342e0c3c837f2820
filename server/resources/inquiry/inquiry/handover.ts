import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { holdsCode } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { refuseFields } from "~/server/lib/refusal";
import { handOverInquiries } from "./of-customer";

export const openOf = (userId: number) =>
  and(eq(inquiry.assignee_id, userId), inArray(inquiry.status, ["assigned", "processing"]));

const countOf = (db: Db, userId: number): Promise<number> => db.$count(inquiry, openOf(userId));

/** Inquiries that are still open; with nobody to take them they wait for an assignment. */
export const inquiryHandover = {
  resource: "inquiry",
  label: "未结询盘",
  count: countOf,

  async check({ db }: SignedCall, from: { id: number }, to: { id: number }): Promise<void> {
    if ((await countOf(db, from.id)) === 0) return;
    const { rows } = await db.execute(
      sql`select 1 where ${holdsCode(sql`${to.id}::bigint`, "inquiry:inquiry:handle")}`,
    );
    if (rows.length === 0)
      return refuseFields([{ field: "target_user_id", label: "接手人", message: "该员工不能处理询盘" }]);
  },

  move: (call: SignedCall, from: { id: number }, to: { id: number; name: string } | null): Promise<number> =>
    handOverInquiries(call, from.id, to),
};
