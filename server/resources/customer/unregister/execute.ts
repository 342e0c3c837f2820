import { type AnyColumn, and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist, customerUser, unregisterRequest, userBehavior } from "~/server/database/tables/customer/audience";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { mansionApplication, mansionOwner } from "~/server/database/tables/house/property";
import { operationLog } from "~/server/database/tables/system/system";
import { isInForce } from "~/server/identity/blacklist";
import { audit, forgetInLog } from "~/server/lib/audit";
import { rowsOf, setRow, setRows } from "~/server/lib/call";
import { dropMedia } from "~/server/lib/media";
import type { Services } from "~/server/lib/services";
import { flagCustomers } from "../blacklist/flags";
import { lockContacts } from "../customer/contact/collision";
import { normalContacts, provingContacts } from "../customer/contact/contacts";
import { openBusiness } from "../customer/open-business";
import { maskedSnapshot } from "./request-list";

/** Takes out of a user's applications, and of the rooms they own by them, what tells of the person: their number stays, their proofs go. */
async function forgetApplicant(tx: Transaction, { id, user_no }: { id: number; user_no: string }): Promise<void> {
  const { applicant_type, applicant_id, application_no, mansion_name, evidence_ids, payload } = mansionApplication;
  const isHis = and(eq(applicant_type, "user"), eq(applicant_id, id));
  const proofs = await tx.select({ ids: evidence_ids }).from(mansionApplication).where(isHis);
  const allIds = proofs.flatMap(({ ids }) => ids);
  await dropMedia(tx, allIds);
  await setRows(tx, mansionApplication, isHis, {
    applicant_name: user_no,
    contact: null,
    evidence_ids: [],
    payload: sql`${payload} - 'note'`,
    // The job folds it.
    search_text_fold: null,
    search_text: sql`lower(concat_ws(E'\\n', ${application_no}, ${mansion_name}, ${user_no}::text))`,
  });
  await tx
    .update(mansionOwner)
    .set({ name: user_no, contact: null })
    .where(and(eq(mansionOwner.owner_type, "user"), eq(mansionOwner.owner_id, id)));
}

type Account = typeof customerUser.$inferSelect;
type Customer = typeof customer.$inferSelect;

/** Removes an account whose time has come, with all its personal data. False when the request can no longer be executed. */
export async function executeRequest(tx: Transaction, services: Services, at: Date, id: number): Promise<boolean> {
  const about = await lockCustomerOf(tx, id);
  const [request] = await tx
    .select()
    .from(unregisterRequest)
    .where(
      and(
        eq(unregisterRequest.id, id),
        eq(unregisterRequest.status, "approved"),
        lte(unregisterRequest.execute_at, isoInstant(at)),
      ),
    )
    .for("update");
  if (!request) return false;
  const now = services.now();
  const [account] = await rowsOf(tx, customerUser, eq(customerUser.id, request.customer_user_id), { lock: "update" });
  // Linked to another customer while we waited: the next run takes it.
  if (account && account.customer_id !== (about?.id ?? null)) return false;
  if (account) {
    if (about) await unlink(tx, now, account, about);
    await forgetName(tx, now, account);
    await forgetApplicant(tx, account);
    // Inquiries of the account without a customer; a customer's inquiries stay with the customer.
    await services.ofCustomer.inquiry.forgetUser(tx, account.id);
    await tx.delete(userBehavior).where(eq(userBehavior.customer_user_id, account.id));
    await setRow(tx, customerUser, account.id, {
      ...nobody,
      status: "unregistered",
      updated_at: isoInstant(now),
      updated_by: null,
    });
  }
  await setRow(tx, unregisterRequest, id, {
    ...maskedSnapshot(request),
    detail: null,
    status: "completed",
    completed_at: isoInstant(now),
    updated_at: isoInstant(now),
  });
  await audit(
    { db: tx, user: "system", services },
    {
      module: "customer",
      action: "destroy",
      target: { type: "unregister_request", id, name: request.request_no },
      touches: account ? [{ type: "customer_user", id: account.id }] : [],
      summary: `注销申请${request.request_no}已执行（${account?.user_no}）`,
    },
  );
  return true;
}

/** Locks the account's customer first, as in every act: their contacts, then their row. */
async function lockCustomerOf(tx: Transaction, requestId: number): Promise<Customer | undefined> {
  const [linked] = await tx
    .select({ customer })
    .from(unregisterRequest)
    .innerJoin(customerUser, eq(customerUser.id, unregisterRequest.customer_user_id))
    .innerJoin(customer, eq(customer.id, customerUser.customer_id))
    .where(eq(unregisterRequest.id, requestId));
  if (!linked) return undefined;
  await lockContacts(tx, normalContacts(linked.customer));
  const [row] = await tx.select().from(customer).where(eq(customer.id, linked.customer.id)).for("update");
  return row;
}

/** The logs keep only the account's number: the nickname before it is removed. */
async function forgetName(tx: Transaction, now: Date, { id, user_no }: Account): Promise<void> {
  const isNamed = (changes: AnyColumn) => sql`${changes}::text like ${`%（${user_no}）%`}`;
  const anonymous = (changes: AnyColumn) =>
    sql`regexp_replace(${changes}::text, ${`"([^"\\\\]|\\\\.)*（${user_no}）"`}, ${`"${user_no}"`}, 'g')::jsonb`;
  const told = await tx
    .update(customerChangeLog)
    .set({ changes: anonymous(customerChangeLog.changes) })
    .where(and(inArray(customerChangeLog.action, ["link", "unlink", "merge"]), isNamed(customerChangeLog.changes)))
    .returning({ id: customerChangeLog.customer_id });
  const { target_type, target_id, changes } = operationLog;
  const ofCustomers = and(
    eq(target_type, "customer"),
    inArray(
      target_id,
      told.map((one) => one.id),
    ),
    isNamed(changes),
  );
  await forgetInLog(tx, now, ofCustomers, { changes: anonymous(changes) });
  const ofAccount = and(eq(target_type, "customer_user"), eq(target_id, id));
  await forgetInLog(tx, now, ofAccount, { target_name: user_no });
}

const nobody = {
  nickname: null,
  phone_cc: null,
  phone: null,
  phone_e164: null,
  phone_last4: null,
  email: null,
  wechat_unionid: null,
  avatar_url: null,
  gender: "unknown",
  language: null,
  country_code: null,
  register_ip: null,
  last_active_at: null,
  favorite_count: 0,
  view_count: 0,
  customer_id: null,
  status_reason: null,
};

/** Removes the link to the customer; one who has never bought must not be contacted any more. */
async function unlink(tx: Transaction, now: Date, account: Account, about: Customer): Promise<void> {
  await tx.insert(customerChangeLog).values({
    customer_id: about.id,
    action: "unlink",
    changes: [{ field: "customer_user_id", label: "注册用户", before: account.user_no, after: null }],
    reason: "用户已注销",
    by: null,
    at: isoInstant(now),
  });
  const { deals } = await openBusiness(tx, about.id);
  if (Number(deals) === 0) await forbidContact(tx, now, about);
}

/** Adds the customer's contacts to the do-not-contact list; an active entry with one of them is extended. */
async function forbidContact(tx: Transaction, now: Date, about: Customer): Promise<void> {
  const keys = provingContacts(normalContacts(about));
  const at = isoInstant(now);
  for (const { type, value } of keys) {
    const same = and(eq(blacklist.type, type), eq(blacklist.value, value), eq(blacklist.status, "active"));
    const [present] = await rowsOf(tx, blacklist, and(same, isInForce(now)), { lock: "update" });
    if (present) {
      const effects = [...new Set([...present.effects, "no_contact" as const])];
      await tx.update(blacklist).set({ effects, updated_at: at, updated_by: null }).where(eq(blacklist.id, present.id));
      continue;
    }
    await tx.update(blacklist).set({ status: "expired" }).where(same);
    await tx.insert(blacklist).values({
      type,
      value,
      customer_id: about.id,
      reason: "other",
      detail: "用户已注销",
      effects: ["no_contact"],
      created_at: at,
      updated_at: at,
    });
  }
  const entries = keys.map(({ type, value }) => ({ type, value, customer_id: about.id }));
  await flagCustomers(tx, now, entries);
}
