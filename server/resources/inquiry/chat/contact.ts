import { eq } from "drizzle-orm";
import type { ChatContact } from "~/contract/inquiry/chat-words";
import { customer } from "~/server/database/tables/customer/customer";
import { refuseBlocked } from "~/server/identity/blacklist";
import { type Actor, refuseFields } from "~/server/lib/call";
import { lockContacts } from "~/server/resources/customer/customer/contact/collision";
import { auditInquiry, logStep } from "../inquiry/change";
import { contactColumns, contactsOf, phoneErrors } from "../inquiry/contact";
import { mayHandle } from "../inquiry/on-duty";
import { hearAgain, listedKeys, ownedBy } from "../inquiry/receive";
import { described, tell } from "../inquiry/tell";
import { appendSystem, changeAbout, changeChat, type LockedChat, lockChat } from "./message";

/** Ends an act with 42200 for a number that is none, and with 40918 for who is on the blacklist by it. */
export async function checkContact(actor: Actor, contact: ChatContact, ip: string | null): Promise<void> {
  const read = contactColumns(contact);
  const wrong = phoneErrors(read);
  if (wrong.length) return refuseFields(wrong);
  await refuseBlocked(actor, listedKeys({ ip, customer_user_id: null }, contactsOf(read)), "block_inquiry");
}

/** Writes how the visitor is reached; what was not said stays. A contact of an owned customer links them (domain C.2). `check` sees it locked. */
export async function leaveContact(
  actor: Actor,
  inquiryId: number,
  contact: ChatContact,
  check: (locked: LockedChat) => void = () => undefined,
): Promise<LockedChat> {
  const { db } = actor;
  const contacts = contactsOf(contact);
  await lockContacts(db, contacts);
  const owned = await ownedBy(actor, contacts);
  if (owned) await db.select({ id: customer.id }).from(customer).where(eq(customer.id, owned.id)).for("update");
  const locked = await lockChat(db, inquiryId);
  check(locked);
  const { row, chat } = locked;
  const linked = row.customer_id === null ? owned : undefined;
  const isKept = linked && row.assignee_id === null && (await mayHandle(db, linked.owner_id, row));
  const changed = {
    name: contact.name ?? row.name,
    ...contactColumns({
      ...(contact.phone ? contact : { phone: row.phone, phone_cc: row.phone_cc }),
      wechat: contact.wechat ?? row.wechat,
      email: contact.email ?? row.email,
    }),
    ...(linked ? { customer_id: linked.id } : {}),
    ...(isKept ? { assignee_id: linked.owner_id, status: "assigned" as const } : {}),
  };
  await changeAbout(db, locked, { ...changed, version: row.version + 1 });
  const after = { row: { ...row, ...changed }, chat: { ...chat, assignee_id: changed.assignee_id ?? row.assignee_id } };
  await logStep(actor, row.id, { action: "chat_contact" });
  await auditInquiry(actor, row, { action: "update", summary: `登记会话${row.inquiry_no}的联系方式` });
  if (linked) {
    await logStep(actor, row.id, { action: "match", reason: `客户${linked.customer_no}` });
    await hearAgain(actor, linked);
  }
  if (isKept)
    await tell(actor, after.row, linked.owner_id, {
      title: "您的客户正在在线咨询",
      content: `${described(after.row)}等待接入。`,
    });
  if (chat.contact_left) return after;
  return changeChat(db, await appendSystem(actor, after, "contact_left"), { contact_left: true });
}
