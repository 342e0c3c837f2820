import { type SQL, sql } from "drizzle-orm";
import type { InquiryView } from "~/contract/inquiry/inquiry";
import type { InquiryKind, InquiryStatus } from "~/contract/inquiry/inquiry-words";
import type { Database, Transaction } from "~/server/database/database";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { inquiryMarks } from "~/server/database/tables/search";
import { fewInScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { bearsOf, containsMarked } from "~/server/lib/search";
import { seesUnassigned } from "./scope";

const marks = inquiryMarks(inquiry);

/** What the index of marks is of. */
export const isThere = sql`${inquiry.deleted_at} is null`;

/** Names that contain a keyword, with what else the marks tell. */
export const isNamed = (keyword: string, beside: SQL[] = []): SQL<boolean> =>
  containsMarked(inquiry.name, marks, keyword, [isThere, ...beside]);

interface Asked {
  view: InquiryView;
  kind?: InquiryKind[] | undefined;
  status?: InquiryStatus[] | undefined;
}

/** What the marks tell of a query: whose (`holdersOf`), in which state, of which kind, so that a common name is met in the index with all of it and no others' rows are read. */
export const marked = ({ view, kind, status }: Asked, holders: readonly number[] | undefined): SQL[] => [
  ...bearsOf(marks, "o", holders),
  ...bearsOf(marks, "s", statesOf(view)),
  ...bearsOf(marks, "s", status),
  ...bearsOf(marks, "k", kind),
];

/** Whose inquiries a query can find, 0 nobody's; undefined where they are of many people or of everybody. */
export async function holdersOf(
  db: Database | Transaction,
  { view, assignee_id }: { view: InquiryView; assignee_id?: number | undefined },
  caller: Caller,
): Promise<number[] | undefined> {
  if (view === "mine") return [caller.id];
  if (assignee_id) return [assignee_id];
  const few = await fewInScope(db, caller, "inquiry");
  return few && seesUnassigned(caller) ? [...few, 0] : few;
}

/** The states of a tab; undefined where it has any. */
function statesOf(view: InquiryView): string[] | undefined {
  if (view === "all" || view === "mine") return undefined;
  return view === "overdue" ? ["pending", "assigned"] : [view];
}
