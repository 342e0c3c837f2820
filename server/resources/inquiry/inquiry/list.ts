import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit } from "~/contract/common";
import type { Reply } from "~/contract/endpoint";
import type { inquiry as contract, InquiryView } from "~/contract/inquiry/inquiry";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo, likeText, listOf, orderOf, present, within } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { containsText } from "~/server/lib/search";
import { withBelow } from "~/server/resources/shared/districts";
import { holder, visibleInquiries } from "./scope";
import { selectInquiries, toInquiryRows } from "./view";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort" | "where" | "group">;

/** Nobody has answered yet, in the words of the index `inquiry_due`. */
const isWaitingRow = sql`${inquiry.status} in ('pending', 'assigned')`;
export const isLateRow = (now: Date): SQL => sql`(${isWaitingRow} and ${inquiry.due_at} < ${isoInstant(now)})`;

/** The rows of a tab. */
function inView(view: InquiryView, caller: Caller, now: Date): SQL {
  switch (view) {
    case "mine":
      return sql`${holder} = ${caller.id}`;
    case "overdue":
      return isLateRow(now);
    case "all":
      return sql`true`;
    default:
      return sql`${inquiry.status} = ${view}`;
  }
}

/** The rows that a query asks for; the same for the list and its export. */
export async function inquiryRows({ db, user, services }: SignedCall, query: Filters): Promise<SQL> {
  const now = services.now();
  const { keyword, kind, status, platform, overdue, responded, country, district_id, case_stage } = query;
  const districts = district_id ? await withBelow(db, [district_id]) : [];
  const late = sql`(${inquiry.is_overdue} or ${isLateRow(now)})`;
  const conditions = [
    visibleInquiries(user),
    inView(query.view, user, now),
    ...(keyword ? [matchesKeyword(keyword, user)] : []),
    ...(kind?.length ? [inArray(inquiry.kind, kind)] : []),
    ...(status?.length ? [inArray(inquiry.status, status)] : []),
    ...(platform?.length ? [inArray(inquiry.platform, platform)] : []),
    ...(query.assignee_id ? [eq(inquiry.assignee_id, query.assignee_id)] : []),
    ...(query.tracker_id ? [eq(inquiry.tracker_id, query.tracker_id)] : []),
    ...(query.estate_id ? [eq(inquiry.estate_id, query.estate_id)] : []),
    ...(query.customer_id ? [eq(inquiry.customer_id, query.customer_id)] : []),
    ...(query.customer_user_id ? [eq(inquiry.customer_user_id, query.customer_user_id)] : []),
    ...(overdue === undefined ? [] : [overdue ? late : sql`not ${late}`]),
    ...(responded === undefined ? [] : [sql`${inquiry.first_response_at} is ${responded ? sql`not null` : sql`null`}`]),
    ...(country?.length ? [ofEstates(inArray(estate.country_code, country))] : []),
    ...(district_id ? [ofEstates(sql`${estate.district_id} = any(${sql.param(districts)}::bigint[])`)] : []),
    ...(case_stage?.length
      ? [sql`${inquiry.kind} = 'visa' and ${inquiry.ext} ->> 'case_stage' = any(${sql.param(case_stage)}::text[])`]
      : []),
    ...within(inquiry.created_at, query.created_from, query.created_to),
  ];
  return sql.join(conditions, sql` and `);
}

const ofEstates = (which: SQL): SQL =>
  sql`${inquiry.estate_id} = any(array(select ${estate.id} from ${estate} where ${which}))`;

/** Number, name, or phone: four digits are a phone's end, which the mask shows; more of it finds one's own alone, since whoever may try parts of a masked number has it soon. */
export function matchesKeyword(keyword: string, caller: Pick<Caller, "id">): SQL {
  const named = containsText(inquiry.name, keyword);
  if (!/^[ -~]+$/.test(keyword)) return named;
  const numbered = sql`${inquiry.inquiry_no} like ${`${likeText(keyword.toUpperCase())}%`}`;
  if (/^xj\d+$/i.test(keyword)) return numbered;
  const texts = sql`${named} or ${numbered}`;
  const digits = keyword.replace(/[\s()+-]/g, "");
  if (!/^\d+$/.test(digits)) return sql`(${texts})`;
  const byNumber = sql`${inquiry.inquiry_no} like ${`XJ${digits}%`}`;
  if (digits.length === 4) return sql`(${texts} or ${byNumber} or ${inquiry.phone_last4} = ${digits})`;
  if (digits.length < 7) return sql`(${texts} or ${byNumber})`;
  const national = digits.replace(/^0+(?=\d)/, "");
  return sql`(${texts} or ${byNumber} or ${inquiry.phone} in (${digits}, ${national}) or ${inquiry.phone_e164} = ${`+${national}`}
    or (${inquiry.assignee_id} = ${caller.id} and ${inquiry.phone} like ${`${national}%`}))`;
}

const columns = {
  created_at: present(inquiry.created_at),
  due_at: present(inquiry.due_at),
  inquiry_no: inquiry.inquiry_no,
  response_seconds: inquiry.response_seconds,
};

export const inquiryOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, inquiry.id);

/** A page of inquiries with how many each tab has. */
export async function inquiryPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query } = call;
  const where = await inquiryRows(call, query);
  const page = await listOf(db, query, {
    select: selectInquiries(call).$dynamic(),
    from: inquiry,
    page: { table: inquiry, id: inquiry.id },
    where,
    order: inquiryOrder(query.sort),
  });
  return { ...page, list: await toInquiryRows(call, page.list), tabs: await tabsOf(call, query) };
}

/** How many rows each tab has under the list's kind; each counted out of its index, at most 10,000. */
async function tabsOf({ db, user, services }: SignedCall, { kind }: Query) {
  const now = services.now();
  const base = sql`${visibleInquiries(user)} and ${kind?.length ? inArray(inquiry.kind, kind) : sql`true`}`;
  const count = (view: InquiryView) =>
    countUpTo(listLimit, sql`from ${inquiry} where ${base} and ${inView(view, user, now)}`);
  const { rows } = await db.execute<Record<InquiryView, number>>(sql`
    select ${count("all")} as "all", ${count("pending")} as pending, ${count("mine")} as mine,
      ${count("overdue")} as overdue, ${count("converted")} as converted, ${count("invalid")} as invalid`);
  return rows[0] ?? refuse(50000);
}

const waitingCount = (caller: Caller, which: SQL): SQL =>
  countUpTo(listLimit, sql`from ${inquiry} where ${visibleInquiries(caller)} and ${which}`);

/** How many wait for an assignment, and how many nobody has answered in time, for the dashboard. */
export const pendingInquiries = (caller: Caller): SQL => waitingCount(caller, sql`${inquiry.status} = 'pending'`);
export const overdueInquiries = (caller: Caller, now: Date): SQL => waitingCount(caller, isLateRow(now));
