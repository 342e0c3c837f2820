import { type AnyColumn, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  CustomerUserRow,
  type customerUser as contract,
  customerUserStatuses,
} from "~/contract/customer/customer-user";
import { maskContact } from "~/contract/mask";
import type { Permission } from "~/contract/permissions";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { isInForce } from "~/server/identity/blacklist";
import { audit } from "~/server/lib/audit";
import { found, pick, refuse, rowOf, type SignedCall, setRow } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { changedBy } from "~/server/lib/entity";
import { likeText, orderOf, within } from "~/server/lib/list";
import { containsText, isPlain, matchesContact } from "~/server/lib/search";
import { flagCustomer } from "../blacklist/flags";
import { auditCustomer, type CustomerRecord, lockCustomerRow, reachableBy, visibleTo } from "../customer/row";

type Query = z.output<typeof contract.list.query>;

export function userRows(query: Omit<Query, "page" | "page_size" | "sort">, caller: Caller): SQL {
  const { keyword, platform, channel, status, linked } = query;
  const conditions = [
    sql`true`,
    ...(keyword ? [matchesUser(keyword, caller)] : []),
    ...(platform?.length ? [inArray(customerUser.register_platform, platform)] : []),
    ...(channel?.length ? [inArray(customerUser.register_channel, channel)] : []),
    ...(status?.length ? [inArray(customerUser.status, status)] : []),
    ...(linked === undefined ? [] : [sql`(${customerUser.customer_id} is not null) = ${linked}`]),
    ...within(customerUser.registered_at, query.registered_from, query.registered_to),
    ...within(customerUser.last_active_at, query.active_from, query.active_to),
  ];
  return sql.join(conditions, sql` and `);
}

/** Nickname, number or contact; the whole number only for those who may have it shown. Every arm has an index. */
export function matchesUser(keyword: string, caller: Caller): SQL {
  const named = containsText(customerUser.nickname, keyword);
  if (!isPlain(keyword)) return named;
  const numbered = sql`${customerUser.user_no} like ${`${likeText(keyword.toUpperCase())}%`}`;
  const digits = /^\d+$/.test(keyword) ? [sql`${customerUser.user_no} like ${`U-${keyword}%`}`] : [];
  return sql`(${sql.join([named, numbered, ...digits, ...matchesUserContact(keyword, caller)], sql` or `)})`;
}

export function matchesUserContact(keyword: string, caller: Caller): SQL[] {
  const { phone_last4: end, phone: national, phone_e164: international, email } = customerUser;
  return matchesContact(
    keyword,
    { end, national, international, texts: [email] },
    caller.permissions.has("customer:phone:view"),
  );
}

const columns: Record<"registered_at" | "last_active_at" | "user_no", AnyColumn> = {
  registered_at: customerUser.registered_at,
  last_active_at: customerUser.last_active_at,
  user_no: customerUser.user_no,
};

export const userOrder = (sort: Query["sort"]): SQL => orderOf(columns, sort, customerUser.id);

export type CustomerUserRecord = typeof customerUser.$inferSelect;

export const nameOfUser = ({ nickname, user_no }: Pick<CustomerUserRecord, "nickname" | "user_no">) =>
  nickname ?? user_no;

export function selectUsers({ db, user, services }: SignedCall) {
  return db
    .select({
      row: customerUser,
      customer_no: customer.customer_no,
      customer_name: customer.name,
      is_visible: sql<boolean>`coalesce(${visibleTo(user)}, false)`,
      is_reachable: reachableBy(user),
      is_blacklisted: sql<boolean>`exists (select 1 from ${blacklist}
        where (${blacklist.type}, ${blacklist.value}) in (('user', ${customerUser.id}::text),
          ('phone', ${customerUser.phone_e164}), ('email', ${customerUser.email})) and ${isInForce(services.now())})`,
    })
    .from(customerUser)
    .leftJoin(customer, eq(customer.id, customerUser.customer_id));
}
export type ViewedUser = Awaited<ReturnType<typeof selectUsers>>[number];

export function toUserRow(viewed: ViewedUser, caller: Caller): CustomerUserRow {
  const { row, is_blacklisted } = viewed;
  return rowOf(CustomerUserRow, row, {
    name: nameOfUser(row),
    phone: maskContact("phone", row.phone),
    email: maskContact("email", row.email),
    customer: customerOf(viewed),
    is_blacklisted,
    can: canDo(viewed, caller),
  });
}

function customerOf({ row, customer_no, customer_name, is_visible }: ViewedUser): CustomerUserRow["customer"] {
  if (row.customer_id === null) return null;
  // Their number is no secret; the name of a customer out of one's sight is.
  return { id: row.customer_id, name: (is_visible ? customer_name : customer_no) ?? "", is_visible };
}

function canDo({ row, is_reachable }: ViewedUser, caller: Caller): CustomerUserRow["can"] {
  const may = (code: Permission) => caller.permissions.has(code);
  const isFree = row.customer_id === null && row.status !== "unregistered";
  return {
    disable: row.status === "normal" && may("customer:user:disable"),
    enable: row.status === "disabled" && may("customer:user:disable"),
    link: isFree && may("customer:info:edit"),
    unlink: row.customer_id !== null && is_reachable && may("customer:info:edit"),
    convert: isFree && row.status === "normal" && may("customer:info:create"),
    reveal: may("customer:phone:view") && Boolean(row.phone || row.email),
  };
}

export async function userRowOf(call: SignedCall, id: number): Promise<CustomerUserRow> {
  const [viewed] = await selectUsers(call).where(eq(customerUser.id, id));
  return toUserRow(found(viewed), call.user);
}

async function lockUser({ db }: SignedCall, id: number): Promise<CustomerUserRecord> {
  const [row] = await db.select().from(customerUser).where(eq(customerUser.id, id)).for("update");
  return found(row);
}

function auditUser(
  call: SignedCall,
  row: Pick<CustomerUserRecord, "id" | "nickname" | "user_no">,
  line: Pick<Parameters<typeof audit>[1], "summary" | "changes" | "reason">,
): Promise<void> {
  const target = { type: "customer_user", id: row.id, name: nameOfUser(row) };
  return audit(call, { module: "customer", action: "update", target, ...line });
}

/** Bars a registered user from the site. One who is leaving, or has left, is not barred. */
export const disableUser = (call: SignedCall, id: number, { reason }: { reason: string }) =>
  move(call, id, { from: "normal", to: "disabled", verb: "禁用", reason });

export const enableUser = (call: SignedCall, id: number, { reason }: { reason: string | null }) =>
  move(call, id, { from: "disabled", to: "normal", verb: "启用", reason });

interface Move {
  from: "normal" | "disabled";
  to: "normal" | "disabled";
  verb: string;
  reason: string | null;
}

async function move(call: SignedCall, id: number, { from, to, verb, reason }: Move): Promise<void> {
  const row = await lockUser(call, id);
  if (row.status !== from) return refuse(40902);
  await setRow(call.db, customerUser, id, {
    status: to,
    status_reason: to === "disabled" ? reason : null,
    ...changedBy(call),
  });
  const changes = [
    { field: "status", label: "状态", before: customerUserStatuses[from], after: customerUserStatuses[to] },
  ];
  await auditUser(call, row, { summary: `${verb}注册用户${row.user_no}`, changes, reason });
}

interface Linked {
  customer_id: number;
}

export async function linkUser(call: SignedCall, id: number, { customer_id: customerId }: Linked): Promise<void> {
  // The customer is locked first, as in every act.
  const { row } = await lockCustomerRow(call, customerId);
  await tieUser(call, id, row);
}

/** The same for a customer that the caller has already locked, such as a new one. The customer's source stays. */
export async function tieUser(
  call: SignedCall,
  id: number,
  about: Pick<CustomerRecord, "id" | "name" | "customer_no">,
): Promise<void> {
  const row = await lockUser(call, id);
  if (row.status === "unregistered") return refuse(40902);
  if (row.customer_id !== null) return refuse(40900, { label: "该注册用户已关联客户" });
  const [other] = await pick(call.db, customerUser, ["id"], eq(customerUser.customer_id, about.id));
  if (other) return refuse(40900, { label: "该客户已关联注册用户" });
  await setLink(call, row, about, "link");
}

export async function unlinkUser(call: SignedCall, id: number, { customer_id: customerId }: Linked): Promise<void> {
  const { row: about } = await lockCustomerRow(call, customerId);
  const row = await lockUser(call, id);
  if (row.customer_id !== about.id) return refuse(40902);
  await setLink(call, row, about, "unlink");
}

/** The link belongs to the user, so the customer's version stays, and open forms stay valid. */
async function setLink(
  call: SignedCall,
  row: CustomerUserRecord,
  about: Pick<CustomerRecord, "id" | "name" | "customer_no">,
  action: "link" | "unlink",
): Promise<void> {
  const { db, user, services } = call;
  const at = isoInstant(services.now());
  const isLinked = action === "link";
  await setRow(db, customerUser, row.id, { customer_id: isLinked ? about.id : null, ...changedBy(call) });
  await flagCustomer(db, about.id, services.now());
  const change = (field: string, label: string, value: string) => [
    { field, label, before: isLinked ? null : value, after: isLinked ? value : null },
  ];
  const verb = isLinked ? "关联" : "取消关联";
  const ofCustomer = change("customer_user_id", "注册用户", `${nameOfUser(row)}（${row.user_no}）`);
  await db.insert(customerChangeLog).values({ customer_id: about.id, action, changes: ofCustomer, by: user.id, at });
  await auditCustomer(call, about, {
    action: "update",
    summary: `客户${about.customer_no}${verb}注册用户${row.user_no}`,
    changes: ofCustomer,
  });
  await auditUser(call, row, {
    summary: `注册用户${row.user_no}${verb}客户${about.customer_no}`,
    changes: change("customer_id", "关联客户", `${about.name}（${about.customer_no}）`),
  });
}
