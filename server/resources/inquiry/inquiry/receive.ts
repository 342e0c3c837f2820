import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import type { InquiryIntake } from "~/contract/inquiry/inquiry-intake";
import { inquiryKinds } from "~/contract/inquiry/inquiry-words";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer, customerContact } from "~/server/database/tables/customer/customer";
import { estate, room } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { inquiryContacts } from "~/server/database/tables/search";
import { type BlacklistKey, blocks } from "~/server/identity/blacklist";
import { canonicalIp } from "~/server/identity/canonical-ip";
import { type Actor, found, pick, refuseFields, setRow } from "~/server/lib/call";
import { readSettings, type Settings } from "~/server/lib/settings";
import { lockContacts } from "~/server/resources/customer/customer/contact/collision";
import type { NormalContact } from "~/server/resources/customer/customer/contact/contacts";
import { reactivated } from "~/server/resources/customer/customer/facts";
import { isContentItem, itemAt } from "~/server/resources/shared/content-visits";
import { takeOnce } from "~/server/resources/shared/intake";
import { nextNumber } from "~/server/resources/shared/numbers";
import { holdRules, metOf } from "../visa/met";
import { afterWorkTime } from "../work-time";
import { auditInquiry, type InquiryRecord, logStep } from "./change";
import { contactColumns, contactsOf, phoneErrors } from "./contact";
import { mayHandle, nextOnDuty } from "./on-duty";
import { described, tell, tellCreated } from "./tell";

/** What was received: the contract's intake, and the values that the caller adds. */
export interface Received extends InquiryIntake {
  remark?: string | null;
  tracker_id?: number | null;
  /** The shared page that it was asked on. */
  share_id?: number | null;
  ip?: string | null;
  ip_region?: string | null;
  once?: Once;
  assignee_id?: number | null;
}

interface Once {
  source_key: string;
  external_id: string;
  /** As it was sent: values that this server adds, such as the address, may differ when it is sent again. */
  content: unknown;
}

/** The same with its phone number parsed. */
type ReadInquiry = Received & ReturnType<typeof contactColumns>;

export interface Receipt {
  id: number;
  inquiry_no: string;
  /** This is its first arrival: false for one that was sent again (`external_id`). */
  is_new: boolean;
  /** It was added to an earlier one of the same person, kind and estate. */
  is_merged: boolean;
}

/**
 * Receives every inquiry (domain C.2): from the public form, an integration, a chat, or a member of staff.
 *
 * Needs the transaction of the write (`actor.db`), and `user: "system"` without a member of staff. The body is `InquiryIntake` of the
 * contract, parsed; the caller checks limits, keys, origins and rates. In this order:
 *
 * 1. With `once` it is idempotent: sent again, even at the same moment, it returns the existing inquiry; other content is refused (40907).
 * 2. Records that it refers to must exist: else 42200 with the fields. Content is an exception: then the page's content, or none.
 * 3. A sender on the blacklist (`block_inquiry`; contacts, address, registered user) gets an `invalid` inquiry; nobody is notified.
 * 4. The same person, kind and estate within `inquiry.merge_hours` is a line of the earlier inquiry; its assignee is notified.
 * 5. A contact of an owned customer links them and assigns their owner; a lost one is contacted again. Else `assignee_id`, else the next
 *    user.
 * 6. The clock for the answer starts, in working time; assignee (or users who assign) and webhooks are notified with the commit.
 *
 * Locks: its number, contacts, then the turn of users on duty, then the rules of visas, then customers' rows (by the trigger of the
 * counts).
 */
export async function receiveInquiry(actor: Actor, received: Received): Promise<Receipt> {
  const { once } = received;
  if (!once) return takeIn(actor, received);
  const { db, services } = actor;
  const made: { receipt?: Receipt } = {};
  await takeOnce({ db, services, source: once.source_key }, { kind: "inquiry", ...once }, async () => {
    // One that came before contents were stored is known by its number alone.
    made.receipt = (await knownBy(actor, once)) ?? (await takeIn(actor, received));
    return made.receipt.id;
  });
  return made.receipt ?? found(await knownBy(actor, once));
}

async function takeIn(actor: Actor, sent: Received): Promise<Receipt> {
  const { db, services } = actor;
  const now = services.now();
  const contact = contactColumns(sent);
  const wrong = [...phoneErrors(contact), ...(await unknownReferences(actor, sent))];
  if (wrong.length) return refuseFields(wrong);
  const received = { ...sent, ...contact, ...(await contentOf(db, sent)) };
  const contacts = contactsOf(received);
  await lockContacts(db, contacts);
  const settings = await readSettings(db);
  const isListed = await blocks(db, now, listedKeys(received, contacts), "block_inquiry");
  const same = await sameBefore(actor, received, settings, isListed);
  if (same) return append(actor, same, received);
  if (isListed) return insert(actor, received, settings, { status: "invalid", invalid_reason: "spam" });
  const owned = await ownedBy(actor, contacts);
  const keeper = owned && (await mayHandle(db, owned.owner_id, received)) ? owned.owner_id : undefined;
  const assignee_id = keeper ?? received.assignee_id ?? (await nextOnDuty(db, received, settings, now)) ?? null;
  const receipt = await insert(actor, received, settings, {
    status: assignee_id === null ? "pending" : "assigned",
    assignee_id,
    customer_id: owned?.id ?? null,
  });
  if (owned) await hearAgain(actor, owned);
  await logArrival(actor, receipt.id, {
    owned,
    keeper,
    assignee_id,
    isOwn: actor.user !== "system" && received.assignee_id === assignee_id,
  });
  await tellCreated(actor, receipt.row);
  return { id: receipt.id, inquiry_no: receipt.inquiry_no, is_new: true, is_merged: false };
}

/** Its content: the named one, else that of the page it was sent from. Missing content is left out: it is no reason to lose an inquiry. */
async function contentOf(db: Actor["db"], { content_kind, content_id, page_url }: Received) {
  const said = content_kind && content_id ? { kind: content_kind, id: content_id } : undefined;
  const piece = said && (await isContentItem(db, said.kind, said.id)) ? said : await itemAt(db, page_url);
  return { content_kind: piece?.kind ?? null, content_id: piece?.id ?? null };
}

async function unknownReferences({ db }: Actor, received: Received): Promise<FieldError[]> {
  const { estate_id, room_id, mansion_id, customer_user_id } = received;
  const wanted = [
    {
      field: "estate_id",
      label: "意向房源",
      id: estate_id,
      where: sql`from ${estate} where deleted_at is null and id`,
    },
    { field: "room_id", label: "意向户型", id: room_id, where: sql`from ${room} where id` },
    { field: "mansion_id", label: "意向楼栋", id: mansion_id, where: sql`from ${mansion} where id` },
    {
      field: "customer_user_id",
      label: "注册用户",
      id: customer_user_id,
      where: sql`from ${customerUser} where status <> 'unregistered' and id`,
    },
  ];
  const errors: FieldError[] = [];
  for (const { field, label, id, where } of wanted) {
    if (id === null) continue;
    const { rows } = await db.execute(sql`select 1 ${where} = ${id}`);
    if (rows.length === 0) errors.push({ field, label, message: `${label}不存在` });
  }
  return errors;
}

/** The inquiry made from this sender's number: its own, or the one that it was added to. */
async function knownBy({ db }: Actor, { source_key, external_id }: Once): Promise<Receipt | undefined> {
  const [row] = await pick(
    db,
    inquiry,
    ["id", "inquiry_no"],
    and(eq(inquiry.source_key, source_key), eq(inquiry.external_id, external_id)),
  );
  if (row) return { ...row, is_new: false, is_merged: false };
  const [repeated] = await db
    .select({ id: inquiry.id, inquiry_no: inquiry.inquiry_no })
    .from(inquiryLog)
    .innerJoin(inquiry, eq(inquiry.id, inquiryLog.inquiry_id))
    .where(and(eq(inquiryLog.source_key, source_key), eq(inquiryLog.external_id, external_id)));
  return repeated && { ...repeated, is_new: false, is_merged: true };
}

const numberOf = (once: Once | undefined) => once && { source_key: once.source_key, external_id: once.external_id };

/** The keys under which a person may be on the blacklist. */
export function listedKeys(
  { ip = null, customer_user_id }: Pick<Received, "ip" | "customer_user_id">,
  contacts: readonly NormalContact[],
): BlacklistKey[] {
  const address = ip ? canonicalIp(ip) : undefined;
  return [
    ...contacts.flatMap(({ type, value }): BlacklistKey[] =>
      type === "phone" || type === "wechat" || type === "email" ? [{ type, value }] : [],
    ),
    ...(address ? [{ type: "ip" as const, value: address }] : []),
    ...(customer_user_id === null ? [] : [{ type: "user" as const, value: String(customer_user_id) }]),
  ];
}

/** Inquiries that share a contact with these. */
export function sharesContact(row: Parameters<typeof contactsOf>[0]): SQL {
  const equal = contactsOf(row).flatMap(({ type, value }) => {
    if (type === "phone") return [eq(inquiry.phone_e164, value)];
    if (type === "email") return [eq(inquiry.email, value)];
    return type === "wechat" ? [sql`(${inquiry.wechat} is not null and lower(${inquiry.wechat}) = ${value})`] : [];
  });
  // By the one index of all contacts.
  const values = contactsOf(row).map(({ value }) => value);
  return equal.length
    ? sql`(${inquiryContacts(inquiry)} && ${sql.param(values)}::text[] and (${or(...equal)}))`
    : sql`false`;
}

/** A recent inquiry of the same person, kind and estate. After a closed or invalid one it starts again, except for blacklisted people. */
async function sameBefore({ db, services }: Actor, received: ReadInquiry, settings: Settings, isListed: boolean) {
  const hours = settings["inquiry.merge_hours"];
  if (hours === 0 || received.kind === "chat") return undefined;
  const since = isoInstant(services.now().getTime() - hours * 3_600_000);
  const [row] = await db
    .select()
    .from(inquiry)
    .where(
      and(
        sharesContact(received),
        eq(inquiry.kind, received.kind),
        sql`${inquiry.estate_id} is not distinct from ${received.estate_id}`,
        sql`${inquiry.created_at} > ${since}`,
        isNull(inquiry.deleted_at),
        ne(inquiry.status, "closed"),
        isListed ? eq(inquiry.status, "invalid") : ne(inquiry.status, "invalid"),
      ),
    )
    .orderBy(sql`${inquiry.id} desc`)
    .limit(1);
  return row;
}

async function append(actor: Actor, row: InquiryRecord, { content, once, share_id }: Received) {
  const words = content ?? "（未填写内容）";
  if (share_id && row.share_id === null) await setRow(actor.db, inquiry, row.id, { share_id });
  await logStep(actor, row.id, { action: "repeat", reason: words, sent: numberOf(once) });
  await auditInquiry(actor, row, { action: "update", summary: `询盘${row.inquiry_no}再次咨询` });
  if (row.assignee_id !== null && row.status !== "invalid")
    await tell(actor, row, row.assignee_id, {
      title: "您的询盘客户再次咨询",
      content: `${described(row)}：${words}`,
    });
  return { id: row.id, inquiry_no: row.inquiry_no, is_new: true, is_merged: true };
}

type Placed = Pick<InquiryRecord, "status"> &
  Partial<Pick<InquiryRecord, "assignee_id" | "customer_id" | "invalid_reason">>;

async function insert(actor: Actor, received: ReadInquiry, settings: Settings, placed: Placed) {
  const { db, services, user } = actor;
  const now = services.now();
  const at = isoInstant(now);
  const by = user === "system" ? null : user.id;
  const { once, assignee_id: _, ...facts } = received;
  if (received.kind === "visa") await holdRules(db);
  const [row] = await db
    .insert(inquiry)
    .values({
      ...facts,
      ...placed,
      ...(await metOf(db, received)),
      inquiry_no: await nextNumber(db, "XJ", now),
      waiting_since: at,
      due_at: isoInstant(afterWorkTime(now, settings["inquiry.response_minutes"], settings)),
      ...numberOf(once),
      ...{ created_at: at, updated_at: at, created_by: by, updated_by: by },
    })
    .returning();
  const created = found(row);
  await logStep(actor, created.id, {
    action: "create",
    to: created.status,
    reason: created.status === "invalid" ? "在黑名单中" : null,
  });
  await auditInquiry(actor, created, {
    action: "create",
    summary: `新增${inquiryKinds[created.kind]}${created.inquiry_no}`,
  });
  return { id: created.id, inquiry_no: created.inquiry_no, is_new: true, is_merged: false, row: created };
}

export interface Owned {
  id: number;
  customer_no: string;
  owner_id: number;
  stage: string;
}

/** The owned customer who has one of these contacts, the one last active first. */
export async function ownedBy({ db }: Actor, contacts: readonly NormalContact[]): Promise<Owned | undefined> {
  if (contacts.length === 0) return undefined;
  const equal = contacts.map(({ type, value }) =>
    and(eq(customerContact.type, type), eq(customerContact.value_norm, value)),
  );
  const [row] = await db
    .select({ id: customer.id, customer_no: customer.customer_no, owner_id: customer.owner_id, stage: customer.stage })
    .from(customerContact)
    .innerJoin(customer, eq(customer.id, customerContact.customer_id))
    .where(and(or(...equal), isNull(customer.deleted_at), sql`${customer.owner_id} is not null`))
    .orderBy(
      sql`greatest(${customer.last_tracking_at}, ${customer.assigned_at}, ${customer.created_at}) desc, ${customer.id}`,
    )
    .limit(1);
  return row?.owner_id ? { ...row, owner_id: row.owner_id } : undefined;
}

/** A lost or invalid customer who asks again becomes contacted (domain C.1.3). */
export async function hearAgain({ db, services }: Actor, { id, stage }: Owned): Promise<void> {
  const next = reactivated(stage);
  if (next === stage) return;
  await setRow(db, customer, id, {
    stage: next,
    lost_reason: null,
    version: sql`${customer.version} + 1`,
    updated_at: isoInstant(services.now()),
  });
}

async function logArrival(
  actor: Actor,
  id: number,
  { owned, keeper, assignee_id, isOwn }: { owned?: Owned; keeper?: number; assignee_id: number | null; isOwn: boolean },
): Promise<void> {
  if (owned)
    await logStep(actor, id, {
      action: "match",
      reason: keeper === undefined ? `客户${owned.customer_no}，跟进人不能处理` : `客户${owned.customer_no}`,
    });
  if (assignee_id !== null && keeper === undefined)
    await logStep(actor, id, { action: isOwn ? "claim" : "auto_assign", from: "pending", to: "assigned" });
}
