import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { InquiryBrief } from "~/contract/inquiry/inquiry-brief";
import { inquiryExt, visaStored } from "~/contract/inquiry/inquiry-kinds";
import { InquiryDetail, InquiryRow } from "~/contract/inquiry/inquiry-record";
import { maskContact } from "~/contract/mask";
import type { Db } from "~/server/database/database";
import { customerUser, userBehavior } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { user } from "~/server/database/tables/system/system";
import { found, type Looking, pick, refOf, refuse, rowOf } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { dayOf } from "~/server/lib/list";
import { readSettings } from "~/server/lib/settings";
import { visibleTo } from "~/server/resources/customer/customer/row";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";
import { briefsOf } from "~/server/resources/house/estate/view";
import { districtsOf } from "~/server/resources/shared/districts";
import { shareRef } from "~/server/resources/shared/share-ref";
import { visaViewOf } from "../visa/view";
import { isWorking, type WorkTime, workSeconds } from "../work-time";
import { candidateOf } from "./candidate";
import { assigns, claimsKind, handlesKind, type InquiryRecord, managesSellers, visibleInquiries } from "./change";
import { contactsOf } from "./contact";

function sourceOf({ platform, kind }: Pick<InquiryRecord, "platform" | "kind">): string {
  if (kind === "chat") return "chat";
  if (platform === "wecom") return "wecom";
  if (platform === "manual") return "phone";
  return platform === "web" || platform === "h5" ? "site_inquiry" : "app_inquiry";
}

/** The initial values of a customer made from an inquiry; only for users who see its contacts. */
function draftOf(viewed: { inquiry: InquiryRecord; estate_country: string | null }): InquiryDetail["customer_draft"] {
  const { inquiry: row, estate_country } = viewed;
  const { name, phone_cc, phone, wechat, email, content, customer_user_id } = row;
  return {
    ...{ name, phone_cc, phone, wechat, email, customer_user_id },
    source: sourceOf(row),
    source_detail: row.inquiry_no,
    remark: content,
    intent_country_codes: estate_country ? [estate_country] : [],
    intent_estate_ids: row.estate_id === null ? [] : [row.estate_id],
    ...wishesOf(row),
  };
}

function wishesOf({ kind, ext }: InquiryRecord): InquiryDetail["customer_draft"] {
  if (kind === "estate") {
    const { budget_min, budget_max, budget_currency, purpose } = inquiryExt.estate.parse(ext);
    return { budget_min, budget_max, budget_currency, purposes: purpose ? [purpose] : [] };
  }
  if (kind === "visa") return { purposes: ["immigration"], intent_country_codes: ["JP"] };
  if (kind !== "rental") return {};
  const { district_id } = inquiryExt.rental.parse(ext);
  return { intent_district_ids: district_id === null ? [] : [district_id] };
}

const assignee = alias(user, "assignee");

export function selectInquiries({ db, user: caller }: Looking) {
  return db
    .select({
      inquiry,
      assignee_name: assignee.name,
      estate_name: estate.name,
      estate_country: estate.country_code,
      mansion_name: mansion.name,
      tracker_name: tracker.name,
      customer_no: customer.customer_no,
      customer_name: customer.name,
      sees_customer: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
      is_visible: sql<boolean>`coalesce(${visibleInquiries(caller)}, false)`,
    })
    .from(inquiry)
    .leftJoin(assignee, eq(assignee.id, inquiry.assignee_id))
    .leftJoin(estate, eq(estate.id, inquiry.estate_id))
    .leftJoin(mansion, eq(mansion.id, inquiry.mansion_id))
    .leftJoin(tracker, eq(tracker.id, inquiry.tracker_id))
    .leftJoin(customer, eq(customer.id, inquiry.customer_id));
}
export type Viewed = Awaited<ReturnType<typeof selectInquiries>>[number];

const isWaiting = ({ status }: Pick<InquiryRecord, "status">) => status === "pending" || status === "assigned";

/** Ends the request with 40400 or 40301 unless the caller sees the inquiry. */
export function seenInquiry(viewed: Viewed | undefined): Viewed {
  const one = found(viewed);
  if (one.inquiry.deleted_at) return refuse(40400);
  // A user who could have claimed it sees who was faster.
  return one.is_visible ? one : refuse(40301, {}, { assignee: one.assignee_name });
}

export async function toInquiryRows(looking: Looking, rows: readonly Viewed[]): Promise<InquiryRow[]> {
  const settings = await readSettings(looking.db);
  const inquiries = rows.map((row) => row.inquiry);
  const areas = await areasOf(looking.db, inquiries);
  return rows.map((row) => toRow(row, looking, settings, areas));
}

async function areasOf(db: Db, rows: readonly InquiryRecord[]): Promise<Map<number, string>> {
  const ids = [...new Set(rows.flatMap(({ ext }) => (typeof ext.district_id === "number" ? [ext.district_id] : [])))];
  if (ids.length === 0) return new Map();
  return new Map((await districtsOf(db, ids)).map(({ id, name }) => [id, name]));
}

function toRow(viewed: Viewed, looking: Looking, rules: WorkTime, areas: Map<number, string>): InquiryRow {
  const { inquiry: row } = viewed;
  const { user: caller, services } = looking;
  const now = services.now();
  const isOwn = row.assignee_id === caller.id;
  const due = new Date(row.due_at);
  const isOpen = isWaiting(row);
  const shown = (field: "phone" | "wechat" | "email") => (isOwn ? row[field] : maskContact(field, row[field]));
  return rowOf(InquiryRow, row, {
    phone: shown("phone"),
    wechat: shown("wechat"),
    email: shown("email"),
    is_masked: !isOwn,
    tracker: refOf(row.tracker_id, viewed.tracker_name),
    estate: refOf(row.estate_id, viewed.estate_name),
    mansion: refOf(row.mansion_id, viewed.mansion_name),
    assignee: refOf(row.assignee_id, viewed.assignee_name),
    due_at: isOpen ? row.due_at : null,
    is_overdue: row.is_overdue || (isOpen && due < now),
    seconds_left: isOpen ? workSeconds(now, due, rules) : null,
    is_clock_running: isOpen && isWorking(now, rules),
    customer: customerOf(viewed),
    ...factsOf(row, areas),
    can: canDo(row, caller, now),
  });
}

export const customerOf = ({ inquiry: { customer_id }, sees_customer, customer_name, customer_no }: Viewed) =>
  customer_id === null
    ? null
    : { id: customer_id, name: (sees_customer ? customer_name : customer_no) ?? "", is_visible: sees_customer };

/** The kind's own fields that lists show. */
function factsOf({ kind, ext, visa_met }: InquiryRecord, areas: Map<number, string>) {
  // Stored values have passed the kind's schema.
  const estateExt = kind === "estate" ? inquiryExt.estate.parse(ext) : undefined;
  const rentalExt = kind === "rental" ? inquiryExt.rental.parse(ext) : undefined;
  const visaExt = kind === "visa" ? visaStored.parse(ext) : undefined;
  return {
    layout: (estateExt ?? rentalExt)?.layout ?? null,
    budget_min: estateExt?.budget_min ?? null,
    budget_max: estateExt?.budget_max ?? null,
    budget_currency: estateExt?.budget_currency ?? null,
    purpose: estateExt?.purpose ?? null,
    want_viewing: estateExt?.want_viewing ?? null,
    rent_kind: rentalExt?.rent_kind ?? null,
    rent_min: rentalExt?.rent_min ?? null,
    rent_max: rentalExt?.rent_max ?? null,
    currency: rentalExt?.currency ?? null,
    move_in_date: rentalExt?.move_in_date ?? null,
    visa_status: rentalExt?.visa_status ?? null,
    area: rentalExt ? (rentalExt.district_id && areas.get(rentalExt.district_id)) || rentalExt.city : null,
    nationality: visaExt?.nationality ?? null,
    company_stage: visaExt?.company_stage ?? null,
    capital_jpy: visaExt?.capital_jpy ?? null,
    japanese_level: visaExt?.japanese_level ?? null,
    visa_met,
    case_stage: visaExt?.case_stage ?? null,
    scrivener: visaExt?.scrivener ?? null,
  };
}

/** What the caller may do with an inquiry that they see (domain C.2). */
function canDo(row: InquiryRecord, caller: Caller, now: Date): InquiryRow["can"] {
  const { status, assignee_id } = row;
  const isOwn = assignee_id === caller.id;
  const isMine = isOwn && handlesKind(caller, row);
  const isGiver = assigns(caller) && handlesKind(caller, row);
  const isLive = status === "assigned" || status === "processing";
  const isOver = status === "invalid" || status === "closed";
  const may = (code: Parameters<Caller["permissions"]["has"]>[0]) => caller.permissions.has(code);
  return {
    claim: status === "pending" && claimsKind(caller, row),
    assign: status === "pending" && assigns(caller),
    reassign: status === "assigned" && assigns(caller),
    contacted: isMine && isLive,
    track: isMine && (isLive || status === "converted") && may("customer:tracking:create"),
    convert: isMine && isLive && may("customer:info:create"),
    undo_convert: isMine && status === "converted" && isToday(row.converted_at, now),
    invalid: (isMine && isLive) || (isGiver && (isLive || status === "pending")),
    close: isLive && (isMine || (managesSellers(caller) && handlesKind(caller, row))),
    reopen: isOver && assigns(caller),
    edit: isMine || isGiver,
    remark: handlesKind(caller, row),
    reveal: !isOwn && may("customer:phone:view") && Boolean(row.phone ?? row.wechat ?? row.email),
    call: isOwn && row.phone !== null,
    // Without a contact nobody can be blocked.
    blacklist: may("customer:blacklist:manage") && contactsOf(row).length > 0,
  };
}

export const isToday = (at: string | null, now: Date): boolean => at !== null && dayOf(at) === dayOf(now);

async function inquiryDetail(looking: Looking, viewed: Viewed): Promise<InquiryDetail> {
  const { db } = looking;
  const { inquiry: row } = viewed;
  const [shown] = await toInquiryRows(looking, [viewed]);
  const [linked] = row.customer_user_id
    ? await db.select().from(customerUser).where(eq(customerUser.id, row.customer_user_id))
    : [];
  const [card] = row.estate_id ? await briefsOf(looking, [row.estate_id]) : [];
  const { page_url, referrer, utm_source, utm_medium, utm_campaign, utm_term, utm_content } = row;
  return rowOf(InquiryDetail, row, {
    ...found(shown),
    ...{ page_url, referrer, utm_source, utm_medium, utm_campaign, utm_term, utm_content },
    // Of a chat's visitor, staff see only the region.
    ip: row.kind === "chat" ? null : row.ip,
    visa: await visaViewOf(looking, row),
    customer_user: linked ? { id: linked.id, name: linked.nickname ?? linked.user_no } : null,
    share: await shareRef(looking, row.share_id),
    candidate: await candidateOf(looking, row),
    estate_card: card ?? null,
    behaviors: row.customer_user_id ? await lastBehaviors(db, row.customer_user_id) : [],
    customer_draft: row.assignee_id === looking.user.id ? draftOf(viewed) : {},
  });
}

const lastBehaviors = (db: Db, userId: number) =>
  pick(db, userBehavior, ["id", "type", "target_name", "at"], eq(userBehavior.customer_user_id, userId), {
    order: [desc(userBehavior.at), desc(userBehavior.id)],
    limit: 10,
  });

/** The inquiry after an act on it, after which the caller may no longer see it. */
export async function detailAfter(looking: Looking, id: number): Promise<InquiryDetail> {
  const [viewed] = await selectInquiries(looking).where(eq(inquiry.id, id));
  return inquiryDetail(looking, found(viewed));
}

export async function readInquiry(looking: Looking, id: number): Promise<InquiryDetail> {
  const [viewed] = await selectInquiries(looking).where(eq(inquiry.id, id));
  return inquiryDetail(looking, seenInquiry(viewed));
}

export async function someInquiries(looking: Looking, where: SQL, limit: number): Promise<InquiryRow[]> {
  const rows = await selectInquiries(looking)
    .where(and(visibleInquiries(looking.user), isNull(inquiry.deleted_at), where))
    .orderBy(desc(inquiry.created_at), desc(inquiry.id))
    .limit(limit);
  return toInquiryRows(looking, rows);
}

export const asked: Source = {
  kind: "inquiry",
  from: sql`${inquiry}`,
  id: inquiry.id,
  at: inquiry.created_at,
  where: ({ user }, customerId) => and(eq(inquiry.customer_id, customerId), visibleInquiries(user)),
  show: async (call, ids) => {
    const rows = await selectInquiries(call).where(inArray(inquiry.id, ids));
    return byId(await toInquiryRows(call, rows), (row) => ({ kind: "inquiry", inquiry: InquiryBrief.parse(row) }));
  },
};
