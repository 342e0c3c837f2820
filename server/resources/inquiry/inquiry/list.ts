import { type AnyColumn, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { listLimit, tabLimit } from "~/contract/common";
import type { Reply } from "~/contract/endpoint";
import type { inquiry as contract, InquiryView } from "~/contract/inquiry/inquiry";
import type { InquiryKind } from "~/contract/inquiry/inquiry-words";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { matchesContact } from "~/server/lib/contact-search";
import { countUpTo, isCommon, likeText, listOf, orderOf, type PageParts, present, within } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { includesText, isOneGram, isPlain } from "~/server/lib/search";
import { withBelow } from "~/server/resources/shared/districts";
import { createdWith, numberedThen } from "~/server/resources/shared/numbers";
import { holder, visibleInquiries } from "./scope";
import { selectInquiries, toInquiryRows } from "./view";
import { holdersOf, isNamed, isThere, marked } from "./words";

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

/** By the indexes of what is asked for; or the keyword row by row, where something else has found the rows; or everything, on a walk in the list's order. */
type Way = "indexed" | "read" | "walked";

/** The rows that a query asks for; the same for the list and its export. */
export async function inquiryRows(
  { db, user, services }: SignedCall,
  query: Filters,
  way: Way = "indexed",
): Promise<SQL> {
  const now = services.now();
  const { keyword, kind, status, platform, overdue, responded, country, district_id, case_stage, visa_met } = query;
  const districts = district_id ? await withBelow(db, [district_id]) : [];
  // What few hold is read out of their index, and each one's estate asked; elsewhere the estates find them.
  const isFew = isHeldByFew(query, user);
  const estates = isFew ? "walked" : way;
  // Beside their index that of a kind or a platform, which many have, helps nobody.
  const besideHolder = (column: AnyColumn) => (isFew ? sql`${column} || ''` : sql`${column}`);
  const late = sql`(${inquiry.is_overdue} or ${isLateRow(now)})`;
  const conditions = [
    visibleInquiries(user),
    inView(query.view, user, now),
    ...(keyword ? [matchesKeyword(keyword, user, { way })] : []),
    ...(kind?.length ? [inArray(besideHolder(inquiry.kind), kind)] : []),
    ...(status?.length ? [inArray(inquiry.status, status)] : []),
    ...(platform?.length ? [inArray(besideHolder(inquiry.platform), platform)] : []),
    ...(query.assignee_id ? [sql`${holder} = ${query.assignee_id}`] : []),
    ...(query.tracker_id ? [eq(inquiry.tracker_id, query.tracker_id)] : []),
    ...(query.estate_id ? [eq(inquiry.estate_id, query.estate_id)] : []),
    ...(query.customer_id ? [eq(inquiry.customer_id, query.customer_id)] : []),
    ...(query.customer_user_id ? [eq(inquiry.customer_user_id, query.customer_user_id)] : []),
    ...(overdue === undefined ? [] : [overdue ? late : sql`not ${late}`]),
    // Written together with the first response, and indexed.
    ...(responded === undefined ? [] : [sql`${inquiry.response_seconds} is ${responded ? sql`not null` : sql`null`}`]),
    ...(country?.length ? [ofEstates(inArray(estate.country_code, country), estates)] : []),
    ...(district_id ? [ofEstates(sql`${estate.district_id} = any(${sql.param(districts)}::bigint[])`, estates)] : []),
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

/** About estates that meet a condition: found by all of these, or each inquiry's own asked, which a walk soon meets where they are many. */
const ofEstates = (which: SQL, way: Way): SQL =>
  way === "walked"
    ? sql`exists (select 1 from ${estate} where ${estate.id} = ${inquiry.estate_id} and ${which} offset 0)`
    : sql`${inquiry.estate_id} = any(array(select ${estate.id} from ${estate} where ${which}))`;

/** Whether a query asks for what one or some people hold, not for everybody's. */
const isHeldByFew = ({ view, assignee_id }: Filters, caller: Caller): boolean =>
  caller.scope("inquiry") !== "all" || view === "mine" || assignee_id !== undefined;

/** A number, or its beginning, and nothing else. */
const isNumber = (keyword: string): boolean => /^xj\d+$/i.test(keyword);

/** Number, name, or contact. */
export function matchesKeyword(
  keyword: string,
  caller: Pick<Caller, "id" | "permissions">,
  { way = "indexed", beside = [] }: { way?: Way; beside?: SQL[] } = {},
): SQL {
  const named = way === "indexed" ? isNamed(keyword, beside) : includesText(inquiry.name, keyword);
  if (!isPlain(keyword)) return named;
  const number = keyword.toUpperCase();
  // Of a month or a day there are many, of a longer number a few.
  const made = number.length <= 8 ? numberedThen(number, "XJ", inquiry.created_at) : undefined;
  // Where the day of creation finds them the number's own index is not to be asked.
  const numbered = made
    ? sql`(${made} and left(${inquiry.inquiry_no}, ${number.length}::int) = ${number})`
    : sql`${inquiry.inquiry_no} like ${`${likeText(number)}%`}`;
  if (isNumber(keyword)) return numbered;
  const digits = /^\d+$/.test(keyword) ? [sql`${inquiry.inquiry_no} like ${`XJ${keyword}%`}`] : [];
  const contact = matchesContact(
    keyword,
    {
      ...{ end: inquiry.phone_last4, national: inquiry.phone, international: inquiry.phone_e164 },
      // In the words of its index.
      texts: [sql`lower(${inquiry.wechat})`, inquiry.email],
    },
    caller.permissions.has("customer:phone:view") || sql`${inquiry.assignee_id} = ${caller.id}`,
  );
  return sql`(${sql.join([named, numbered, ...digits, ...contact], sql` or `)})`;
}

/** What a filter or a group names that is no column: how far a visa is, in the words of its index. */
export const inquiryFields = { case_stage: sql`(${inquiry.ext} ->> 'case_stage')` };

const columns = {
  created_at: present(inquiry.created_at),
  due_at: present(inquiry.due_at),
  inquiry_no: inquiry.inquiry_no,
  response_seconds: inquiry.response_seconds,
  visa_met: present(inquiry.visa_met),
};

/** Who still waits has no response: all are equal then, and lie in the order of their coming. */
export function inquiryOrder({ sort, view, kind }: Pick<Query, "sort" | "view" | "kind">): SQL {
  // Nothing is evaluated of the other kinds.
  const isVisas = kind?.length === 1 && kind[0] === "visa";
  if (!isVisas && sort === "visa_met") return orderOf(columns, "created_at", inquiry.id);
  if (!isVisas && sort === "-visa_met") return orderOf(columns, "-created_at", inquiry.id);
  const isWaiting = view === "pending" || view === "overdue";
  if (isWaiting && sort === "response_seconds") return orderOf(columns, "created_at", inquiry.id);
  if (isWaiting && sort === "-response_seconds") return orderOf(columns, "-created_at", inquiry.id);
  return orderOf(columns, sort, inquiry.id);
}

/** A page of inquiries with how many each tab has. */
export async function inquiryPage(call: SignedCall & { query: Query }): Promise<Reply<typeof contract.list>> {
  const { db, query } = call;
  const page = await listOf(db, query, {
    select: selectInquiries(call).$dynamic(),
    from: inquiry,
    page: { table: inquiry, id: inquiry.id, walked: await inquiryRows(call, query, "walked"), ...(await found(call)) },
    where: await inquiryRows(call, query, query.keyword ? "read" : "indexed"),
    order: inquiryOrder(query),
    fields: inquiryFields,
  });
  return { ...page, list: await toInquiryRows(call, page.list), tabs: await tabsOf(call, query) };
}

/**
 * What finds the rows first: a word with all that its index knows of the query beside it; a number is found by the filters' own indexes. Whether a word is a common
 * one is known before all of it is read. Those of a kind that few people hold are met among all that these hold.
 */
async function found(call: SignedCall & { query: Query }): Promise<Pick<PageParts, "first" | "isCommon">> {
  const { db, query, user } = call;
  const { keyword, view, assignee_id, case_stage, visa_met } = query;
  if (!keyword) {
    const isOfVisas = case_stage?.length || visa_met?.length;
    const kind: InquiryKind[] | undefined = isOfVisas ? ["visa"] : query.kind;
    if (!kind?.length) return {};
    const holders = await holdersOf(db, query, user);
    // Of one kind there are too many to read those of a large team.
    if (!(isOfVisas ? isHeldByFew(query, user) : holders)) return {};
    return { first: sql.join([isThere, ...marked({ ...query, kind }, holders)], sql` and `) };
  }
  const seen = visibleInquiries(user);
  if (isNumber(keyword)) return {};
  // The beginning of a number, or the end of a phone.
  const isMonth = createdWith(`XJ${keyword}`, "XJ") && keyword.length <= 6;
  if (isMonth && (view === "mine" || assignee_id || user.scope("inquiry") === "self")) {
    const person = view === "mine" ? user.id : assignee_id;
    return { first: person ? sql`${seen} and ${holder} = ${person}` : seen };
  }
  const beside = marked(query, await holdersOf(db, query, user));
  const match = matchesKeyword(keyword, user, { beside });
  const isAlone = !beside.length && Object.values(filtersOf(query)).filter((value) => value !== undefined).length === 1;
  const mayBeCommon = isAlone && isOneGram(keyword) && user.scope("inquiry") === "all";
  return {
    first: match,
    isCommon: mayBeCommon && (await isCommon(db, sql`from ${inquiry} where ${seen} and ${match}`)),
  };
}

const filtersOf = ({ page: _, page_size: __, sort: ___, view: ____, ...filters }: Query) => filters;

/** How many rows each tab has under the list's kind; each counted out of its index, and no farther than it is told. */
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

/** How many wait for an assignment, and how many nobody has answered in time, for the dashboard. */
export const pendingInquiries = (caller: Caller): SQL => waitingCount(caller, sql`${inquiry.status} = 'pending'`);
export const overdueInquiries = (caller: Caller, now: Date): SQL => waitingCount(caller, isLateRow(now));
