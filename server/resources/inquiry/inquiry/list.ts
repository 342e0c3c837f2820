import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit, tabLimit } from "~/contract/common";
import type { Reply } from "~/contract/endpoint";
import type { inquiry as contract, InquiryView } from "~/contract/inquiry/inquiry";
import { maskContact } from "~/contract/mask";
import { hitLimit, InquiryHit } from "~/contract/search/search";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { inquiryContacts } from "~/server/database/tables/search";
import { user } from "~/server/database/tables/system/system";
import { refuse, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo, firstHits, likeText, listOf, orderOf, present, within } from "~/server/lib/list";
import { containsText, isPlain, isText, matchesContact } from "~/server/lib/search";
import { withBelow } from "~/server/resources/shared/districts";
import { holder, visibleInquiries } from "./change";
import { selectInquiries, toInquiryRows } from "./view";

type Query = z.output<typeof contract.list.query>;
type Filters = Omit<Query, "page" | "page_size" | "sort" | "where" | "group">;

/** Not answered yet, worded as in the index `inquiry_due`. */
const isWaitingRow = sql`${inquiry.status} in ('pending', 'assigned')`;
export const isLateRow = (now: Date): SQL => sql`(${isWaitingRow} and ${inquiry.due_at} < ${isoInstant(now)})`;

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

export async function inquiryRows({ db, user, services }: SignedCall, query: Filters): Promise<SQL> {
  const now = services.now();
  const { keyword, kind, status, platform, overdue, responded, country, district_id, case_stage, visa_met } = query;
  const districts = district_id ? await withBelow(db, [district_id]) : [];
  const late = sql`(${inquiry.is_overdue} or ${isLateRow(now)})`;
  const conditions = [
    visibleInquiries(user),
    inView(query.view, user, now),
    ...(keyword ? [matchesKeyword(keyword, user)] : []),
    ...(kind?.length ? [inArray(inquiry.kind, kind)] : []),
    ...(status?.length ? [inArray(inquiry.status, status)] : []),
    ...(platform?.length ? [inArray(inquiry.platform, platform)] : []),
    ...(query.assignee_id ? [sql`${holder} = ${query.assignee_id}`] : []),
    ...(query.tracker_id ? [eq(inquiry.tracker_id, query.tracker_id)] : []),
    ...(query.estate_id ? [eq(inquiry.estate_id, query.estate_id)] : []),
    ...(query.customer_id ? [eq(inquiry.customer_id, query.customer_id)] : []),
    ...(query.customer_user_id ? [eq(inquiry.customer_user_id, query.customer_user_id)] : []),
    ...(overdue === undefined ? [] : [overdue ? late : sql`not ${late}`]),
    // Written together with the first response, and indexed.
    ...(responded === undefined ? [] : [sql`${inquiry.response_seconds} is ${responded ? sql`not null` : sql`null`}`]),
    ...(country?.length ? [ofEstates(inArray(estate.country_code, country))] : []),
    ...(district_id ? [ofEstates(sql`${estate.district_id} = any(${sql.param(districts)}::bigint[])`)] : []),
    ...(case_stage?.length
      ? [sql`${inquiry.kind} = 'visa' and ${inquiry.ext} ->> 'case_stage' = any(${sql.param(case_stage)}::text[])`]
      : []),
    ...(visa_met?.length
      ? [sql`${inquiry.kind} = 'visa' and ${inquiry.visa_met} = any(${sql.param(visa_met.map(Number))}::int[])`]
      : []),
    ...within(inquiry.created_at, query.created_from, query.created_to),
  ];
  return sql.join(conditions, sql` and `);
}

const ofEstates = (which: SQL): SQL =>
  sql`exists (select 1 from ${estate} where ${estate.id} = ${inquiry.estate_id} and ${which})`;

const isNumber = (keyword: string): boolean => /^xj\d+$/i.test(keyword);

export function matchesKeyword(keyword: string, caller: Pick<Caller, "id" | "permissions">): SQL {
  const named = containsText(inquiry.name, keyword);
  if (!isPlain(keyword)) return named;
  const numbered = sql`${inquiry.inquiry_no} like ${`${likeText(keyword.toUpperCase())}%`}`;
  if (isNumber(keyword)) return numbered;
  const digits = /^\d+$/.test(keyword) ? [sql`${inquiry.inquiry_no} like ${`XJ${keyword}%`}`] : [];
  const contact = matchesContact(
    keyword,
    {
      ...{ end: inquiry.phone_last4, national: inquiry.phone, international: inquiry.phone_e164 },
      texts: [sql`lower(${inquiry.wechat})`, inquiry.email],
      all: inquiryContacts(inquiry),
    },
    caller.permissions.has("customer:phone:view") || sql`${inquiry.assignee_id} = ${caller.id}`,
  );
  return sql`(${sql.join([named, numbered, ...digits, ...contact], sql` or `)})`;
}

/** Fields of filters and groups that are no columns: a visa's stage, worded as in its index. */
export const inquiryFields = { case_stage: sql`(${inquiry.ext} ->> 'case_stage')` };

const columns = {
  created_at: present(inquiry.created_at),
  due_at: present(inquiry.due_at),
  inquiry_no: inquiry.inquiry_no,
  response_seconds: inquiry.response_seconds,
  visa_met: present(inquiry.visa_met),
};

/** Inquiries that still wait have no response: all are equal then, in the order of their arrival. */
export function inquiryOrder({ sort, view, kind }: Pick<Query, "sort" | "view" | "kind">): SQL {
  // The value is empty for the other kinds.
  const isVisas = kind?.length === 1 && kind[0] === "visa";
  if (!isVisas && sort === "visa_met") return orderOf(columns, "created_at", inquiry.id);
  if (!isVisas && sort === "-visa_met") return orderOf(columns, "-created_at", inquiry.id);
  const isWaiting = view === "pending" || view === "overdue";
  if (isWaiting && sort === "response_seconds") return orderOf(columns, "created_at", inquiry.id);
  if (isWaiting && sort === "-response_seconds") return orderOf(columns, "-created_at", inquiry.id);
  return orderOf(columns, sort, inquiry.id);
}

/** A page of inquiries with the count of each tab. */
export async function inquiryPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query } = call;
  const page = await listOf(db, query, {
    select: selectInquiries(call).$dynamic(),
    from: inquiry,
    where: await inquiryRows(call, query),
    order: inquiryOrder(query),
    fields: inquiryFields,
  });
  return { ...page, list: await toInquiryRows(call, page.list), tabs: await tabsOf(call, query) };
}

/** The rows of each tab for the list's kind; each counted by its index, up to the limit that is shown. */
async function tabsOf({ db, user, services }: SignedCall, { kind }: Query) {
  const now = services.now();
  const base = sql`${visibleInquiries(user)} and ${kind?.length ? inArray(inquiry.kind, kind) : sql`true`}`;
  const count = (view: InquiryView) =>
    countUpTo(tabLimit, sql`from ${inquiry} where ${base} and ${inView(view, user, now)}`);
  const { rows } = await db.execute<Record<InquiryView, number>>(sql`
    select ${count("all")} as "all", ${count("pending")} as pending, ${count("mine")} as mine,
      ${count("overdue")} as overdue, ${count("converted")} as converted, ${count("invalid")} as invalid`);
  return rows[0] ?? refuse(50000);
}

const waitingCount = (caller: Caller, which: SQL): SQL =>
  countUpTo(listLimit, sql`from ${inquiry} where ${visibleInquiries(caller)} and ${which}`);

/** How many wait for an assignment, and how many were not answered in time, for the dashboard. */
export const pendingInquiries = (caller: Caller): SQL => waitingCount(caller, sql`${inquiry.status} = 'pending'`);
export const overdueInquiries = (caller: Caller, now: Date): SQL => waitingCount(caller, isLateRow(now));

export async function searchInquiries(call: SignedCall, keyword: string): Promise<InquiryHit[]> {
  const { db, user: caller } = call;
  if (!caller.permissions.has("inquiry:inquiry:view")) return [];
  const where = sql`${visibleInquiries(caller)} and ${matchesKeyword(keyword, caller)}`;
  const order = sql`(${isText(inquiry.name, keyword)} or ${inquiry.inquiry_no} = ${keyword.toUpperCase()}) desc,
    (${inquiry.assignee_id} is not distinct from ${caller.id}) desc, ${inquiry.created_at} desc, ${inquiry.id} desc`;
  const ids = await firstHits(db, { table: inquiry, where, order, age: inquiry.created_at });
  const rows = await db
    .select({ inquiry, assignee: user.name })
    .from(inquiry)
    .leftJoin(user, eq(user.id, inquiry.assignee_id))
    .where(sql`${inquiry.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(order)
    .limit(hitLimit);
  return rows.map(({ inquiry: row, assignee }) =>
    rowOf(InquiryHit, row, {
      phone: row.assignee_id === caller.id ? row.phone : maskContact("phone", row.phone),
      assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: assignee ?? "" },
    }),
  );
}
