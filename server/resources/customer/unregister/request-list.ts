import { eq, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  type unregister as contract,
  type UnregisterCheck,
  UnregisterRow,
  unregisterChecks,
} from "~/contract/customer/unregister";
import { maskContact } from "~/contract/mask";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser, unregisterRequest } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { found, type Looking, rowOf } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { likeText, orderOf, queueSort, within } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import type { Settings } from "~/server/lib/settings";
import { addWorkdays, workdaysUntil } from "~/server/resources/shared/workdays";
import { maskNumber } from "../blacklist/keys";
import { businessOf, type OpenBusiness } from "../customer/open-business";
import { visibleTo } from "../customer/row";
import { matchesUserContact } from "../customer-user/view";

const dayLength = 86_400_000;

export const dueAt = (created: Date, settings: Pick<Settings, "unregister.review_workdays">): string =>
  isoInstant(addWorkdays(created, settings["unregister.review_workdays"]));

/** From when on an account goes that was let go at that moment. */
export const executeAt = (approved: Date, settings: Pick<Settings, "unregister.cooling_days">): string =>
  isoInstant(approved.getTime() + settings["unregister.cooling_days"] * dayLength);

type Query = z.output<typeof contract.list.query>;
const checkNames = Object.keys(unregisterChecks) as UnregisterCheck[]; // the keys of the contract's literal

export function selectRequests({ db, user: caller }: Looking) {
  return db
    .select({
      request: unregisterRequest,
      user_no: customerUser.user_no,
      nickname: customerUser.nickname,
      customer_id: customer.id,
      customer_no: customer.customer_no,
      customer_name: customer.name,
      is_visible: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
      business: businessOf,
      reviewer: user.name,
    })
    .from(unregisterRequest)
    .innerJoin(customerUser, eq(customerUser.id, unregisterRequest.customer_user_id))
    .leftJoin(customer, eq(customer.id, customerUser.customer_id))
    .leftJoin(user, eq(user.id, unregisterRequest.reviewer_id));
}
type Viewed = Awaited<ReturnType<typeof selectRequests>>[number];

export const checksOf = (business: OpenBusiness): Record<UnregisterCheck, number> =>
  // The keys that the array holds.
  Object.fromEntries(checkNames.map((name) => [name, Number(business[name])])) as Record<UnregisterCheck, number>;

/** A number at the time of the request; once the request is done it is stored masked. */
export const maskedSnapshot = ({ phone, email }: Pick<Viewed["request"], "phone" | "email">) => ({
  phone: phone && (phone.includes("*") ? phone : maskNumber(phone)),
  email: email && (email.includes("*") ? email : maskContact("email", email)),
});

export function toRequestRow(viewed: Viewed, caller: Caller, now: Date): UnregisterRow {
  const { request, user_no, nickname, customer_id, business } = viewed;
  const isPending = request.status === "pending";
  const mayAudit = isPending && caller.permissions.has("customer:unregister:audit");
  return rowOf(UnregisterRow, request, {
    customer_user: { id: request.customer_user_id, name: nickname ?? user_no },
    user_no,
    ...maskedSnapshot(request),
    customer:
      customer_id === null
        ? null
        : { id: customer_id, name: (viewed.is_visible ? viewed.customer_name : viewed.customer_no) ?? "" },
    checks: isPending ? checksOf(business) : request.checks,
    workdays_left: isPending ? workdaysUntil(now, new Date(request.due_at)) : null,
    is_overdue: isPending && Date.parse(request.due_at) < now.getTime(),
    reviewer: request.reviewer_id === null ? null : { id: request.reviewer_id, name: viewed.reviewer ?? "" },
    can: { audit: mayAudit, force: mayAudit && isSuper(caller) },
  });
}

export const isSuper = (caller: Caller) => caller.roles.some(({ code }) => code === "super_admin");

export async function requestRowOf(call: Looking, id: number): Promise<UnregisterRow> {
  const [viewed] = await selectRequests(call).where(eq(unregisterRequest.id, id));
  return toRequestRow(found(viewed), call.user, call.services.now());
}

export const isOverdue = (now: Date): SQL<boolean> =>
  sql<boolean>`(${unregisterRequest.status} = 'pending' and ${unregisterRequest.due_at} < ${isoInstant(now)})`;

export function requestRows(query: Query, caller: Caller, now: Date): SQL {
  const { keyword, status, overdue } = query;
  const conditions = [
    ...(keyword ? [matchesKeyword(keyword, caller)] : []),
    ...(overdue === undefined ? [] : [overdue ? isOverdue(now) : sql`not ${isOverdue(now)}`]),
    ...(status === "overdue" ? [isOverdue(now)] : []),
    ...(status === "overdue" || status === "all" ? [] : [eq(unregisterRequest.status, status)]),
    ...within(unregisterRequest.created_at, query.created_from, query.created_to),
  ];
  return sql.join([sql`true`, ...conditions], sql` and `);
}

function matchesKeyword(keyword: string, caller: Caller): SQL {
  const like = likeText(keyword);
  const contact = matchesUserContact(keyword, caller).map((one) => sql` or ${one}`);
  return sql`(${or(
    sql`${unregisterRequest.request_no} like ${`${like.toUpperCase()}%`}`,
    // Requests are few, names many: each request's name is looked up.
    sql`(select ${customerUser.user_no} like ${`${like.toUpperCase()}%`} or ${includesText(customerUser.nickname, keyword)}${sql.join(contact)}
      from ${customerUser} where ${customerUser.id} = ${unregisterRequest.customer_user_id})`,
  )})`;
}

const columns = { created_at: unregisterRequest.created_at, due_at: unregisterRequest.due_at };

export const requestOrder = ({ sort, status }: Pick<Query, "sort" | "status">): SQL => {
  const isWaiting = status === "pending" || status === "overdue";
  return orderOf(columns, queueSort(sort, isWaiting ? "due_at" : "-created_at"), sql`${unregisterRequest.id} desc`);
};

export const waitingUnregisters = sql<number>`(select count(*)::int from ${unregisterRequest} where ${unregisterRequest.status} = 'pending')`;
