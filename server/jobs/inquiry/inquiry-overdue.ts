import { and, asc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { emitAll } from "~/server/lib/emit";
import { type Message, notify } from "~/server/lib/notify";
import { announceChange } from "~/server/lib/record-change";
import { inquiryLink } from "~/server/resources/inquiry/inquiry/change";
import { isLateRow } from "~/server/resources/inquiry/inquiry/list";
import { described, dispatchers } from "~/server/resources/inquiry/inquiry/tell";
import { leadersOf } from "~/server/resources/shared/leaders";
import { every, type Job } from "../scheduler";

const chunkSize = 200;

/** Marks inquiries that nobody answered in time (domain C.2), and tells the assignee, then their leader; of one that nobody has, who assigns. */
export const inquiryOverdue: Job = {
  name: "inquiry_overdue",
  lastTurn: every(5),
  async run({ services, at, signal }) {
    const { db } = services;
    let marked = 0;
    for (;;) {
      signal.throwIfAborted();
      const count = await db.transaction(async (tx) => {
        const rows = await tx
          .select({ inquiry, assignee: user.name })
          .from(inquiry)
          .leftJoin(user, eq(user.id, inquiry.assignee_id))
          .where(and(isLateRow(at), isNull(inquiry.deleted_at), eq(inquiry.is_overdue, false)))
          .orderBy(asc(inquiry.due_at), asc(inquiry.id))
          .limit(chunkSize)
          .for("update", { of: inquiry, skipLocked: true });
        if (rows.length === 0) return 0;
        const now = services.now();
        const ids = rows.map((row) => row.inquiry.id);
        await tx
          .update(inquiry)
          // Being late is no change of anybody's: an open form does not turn stale by it.
          .set({ is_overdue: true, updated_at: sql`${inquiry.updated_at}` })
          .where(and(inArray(inquiry.id, ids), lt(inquiry.due_at, isoInstant(at))));
        await tx
          .insert(inquiryLog)
          .values(ids.map((inquiry_id) => ({ inquiry_id, action: "overdue" as const, at: isoInstant(now) })));
        const leaders = await leadersOf(tx, [...new Set(rows.flatMap((row) => row.inquiry.assignee_id ?? []))]);
        const others = rows.some((row) => row.inquiry.assignee_id === null) ? await dispatchers(tx) : [];
        const messages = rows.flatMap(({ inquiry: row, assignee }) => messagesOf(row, assignee, leaders, others));
        await notify(tx, now, null, messages);
        await emitAll(
          tx,
          now,
          "inquiry.overdue",
          rows.map(({ inquiry: row, assignee }) => ({
            inquiry_id: row.id,
            inquiry_no: row.inquiry_no,
            owner: assignee,
            link: inquiryLink(row).link,
          })),
        );
        const records = ids.map((id) => ({ type: "inquiry", id }));
        await announceChange(tx, null, records);
        return rows.length;
      });
      marked += count;
      if (count < chunkSize) return `${marked} overdue`;
    }
  },
};

function messagesOf(
  row: typeof inquiry.$inferSelect,
  assignee: string | null,
  leaders: ReadonlyMap<number, number>,
  others: readonly number[],
): Message[] {
  const base = { category: "inquiry" as const, level: "warning" as const, ...inquiryLink(row) };
  const key = `inquiry.overdue:${row.id}:${row.due_at}`;
  const to = (user_id: number, title: string, content: string): Message => ({
    ...base,
    ...{ user_id, title, content, dedupe_key: `${key}:${user_id}` },
  });
  const name = described(row);
  if (row.assignee_id === null)
    return others.map((id) => to(id, "有询盘超时待分配", `询盘${name}超过响应时限，尚未分配。`));
  const leader = leaders.get(row.assignee_id);
  return [
    to(row.assignee_id, "您的询盘已超时", `询盘${name}超过响应时限，请尽快联系。`),
    ...(leader ? [to(leader, "团队询盘超时未响应", `${assignee ?? ""}的询盘${name}超过响应时限，尚未响应。`)] : []),
  ];
}
