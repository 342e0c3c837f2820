import { type AnyColumn, and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { EntryOf, TimelineKind } from "~/contract/timeline/timeline";
import {
  customer,
  customerChangeLog,
  customerOwnerLog,
  requirement,
  tracking,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { comment } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { toRows } from "~/server/resources/shared/comment/people";
import { historyLines } from "../customer/history";
import { selectRequirements, toRequirements } from "../requirement/requirement-view";
import { selectTrackings, toTrackings, trackingScope } from "../tracking/tracking-view";
import { inbox, ownRequests, transfersOf } from "../transfer/transfer-list";

export interface About {
  id: number;
  isClosed: boolean;
}

type Told<K extends TimelineKind> = K extends TimelineKind ? Omit<EntryOf<K>, "key" | "place" | "at"> : never;
/** What an entry shows, by the number of its row. */
export type Shown = ReadonlyMap<number, Told<TimelineKind>>;

/** The source of one kind of entries. */
export interface Source {
  kind: TimelineKind;
  from: SQL;
  id: AnyColumn;
  /** The time of the entry, past or planned; with the customer it is in the order of an index. */
  at: AnyColumn;
  /** A customer's rows that the caller may see. */
  where: (call: SignedCall, customerId: number) => SQL | undefined;
  show: (call: SignedCall, ids: number[], about: About) => Promise<Shown>;
}

/** By a name that entries store. Each area has its own in its area.ts; a new kind is also added to the contract. */
export type Sources = Readonly<Record<string, Source>>;

export const customerSources: Sources = {
  tracking: {
    kind: "tracking",
    from: sql`${tracking} join ${customer} on ${customer.id} = ${tracking.customer_id}`,
    id: tracking.id,
    at: tracking.tracked_at,
    where: ({ user }, id) => and(eq(tracking.customer_id, id), isNull(tracking.deleted_at), trackingScope(user)),
    show: async (call, ids) => {
      const rows = await selectTrackings(call.db, call.user).where(inArray(tracking.id, ids));
      return byId(await toTrackings(call, await readSettings(call.db), rows), (row) => ({
        kind: "tracking",
        tracking: row,
      }));
    },
  },
  comment: {
    kind: "comment",
    from: sql`${comment}`,
    id: comment.id,
    at: comment.created_at,
    where: (_, id) => and(eq(comment.owner_type, "customer"), eq(comment.owner_id, id), isNull(comment.deleted_at)),
    show: async (call, ids, about) => {
      const rows = await call.db.select().from(comment).where(inArray(comment.id, ids));
      return byId(await toRows(call, rows, about), (row) => ({ kind: "comment", comment: row }));
    },
  },
  requirement: {
    kind: "requirement",
    from: sql`${requirement}`,
    id: requirement.id,
    at: requirement.created_at,
    where: (_, id) => eq(requirement.customer_id, id),
    show: async ({ db, user }, ids) => {
      const rows = await selectRequirements(db, user).where(inArray(requirement.id, ids));
      return byId(await toRequirements(db, user, rows), (row) => ({ kind: "requirement", requirement: row }));
    },
  },
  request: {
    kind: "transfer",
    from: sql`${transferRequest}`,
    id: transferRequest.id,
    at: transferRequest.created_at,
    where: ({ user }, id) => and(eq(transferRequest.customer_id, id), or(inbox(user), ownRequests(user))),
    show: async (call, ids) => byId(await transfersOf(call, ids), (row) => ({ kind: "transfer", request: row })),
  },
  owner: {
    kind: "transfer",
    from: sql`${customerOwnerLog}`,
    id: customerOwnerLog.id,
    at: customerOwnerLog.at,
    where: (_, id) => eq(customerOwnerLog.customer_id, id),
    show: async ({ db }, ids) => mapped(await historyLines(db, "owner", ids), (line) => ({ kind: "transfer", line })),
  },
  change: {
    kind: "change",
    from: sql`${customerChangeLog}`,
    id: customerChangeLog.id,
    at: customerChangeLog.at,
    where: (_, id) => eq(customerChangeLog.customer_id, id),
    show: async ({ db }, ids) => mapped(await historyLines(db, "facts", ids), (line) => ({ kind: "change", line })),
  },
};

const mapped = <T>(rows: ReadonlyMap<number, T>, told: (row: T) => Told<TimelineKind>): Shown =>
  new Map([...rows].map(([id, row]) => [id, told(row)]));

export const byId = <T extends { id: number }>(rows: readonly T[], told: (row: T) => Told<TimelineKind>): Shown =>
  mapped(new Map(rows.map((row) => [row.id, row])), told);
