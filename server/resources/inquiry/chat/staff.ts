import { and, eq, sql } from "drizzle-orm";
import type { StaffSay } from "~/contract/inquiry/chat";
import type { ChatContact } from "~/contract/inquiry/chat-words";
import { isoInstant } from "~/server/database/tables/columns";
import { chatSession, quickReply } from "~/server/database/tables/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { media, user as userTable } from "~/server/database/tables/system/system";
import { holds, holdsCode } from "~/server/identity/scope";
import { found, pick, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { isOwnUpload } from "~/server/lib/media";
import { assigns, auditInquiry, changeInquiry, logStep, respondedNow } from "../inquiry/change";
import { described, tell } from "../inquiry/tell";
import { checkContact, leaveContact } from "./contact";
import { endChat } from "./end";
import { checkCard } from "./estate-card";
import {
  appendMessage,
  appendSystem,
  changeChat,
  type LockedChat,
  lockChat,
  type MessageRow,
  markRead,
  sentBefore,
} from "./message";
import { seenChat } from "./sessions";

async function lockSeen(call: SignedCall, id: number): Promise<LockedChat> {
  await seenChat(call, id);
  const locked = await lockChat(call.db, id);
  // It may have been transferred while we waited for the lock.
  const isSame = locked.row.assignee_id === null || locked.row.assignee_id === call.user.id;
  if (!isSame) await seenChat(call, id);
  return locked;
}

const isLive = ({ chat }: LockedChat): true => chat.chat_status !== "ended" || refuse(40902);

/** Its assignee may transfer or end it, and so may users who assign inquiries. */
const mayPlace = ({ user }: SignedCall, { row }: LockedChat): true =>
  row.assignee_id === user.id || assigns(user) || refuse(40300);

/** Sends a message to the visitor. The first answer takes a waiting conversation, of several at once only one. Sent again, it is the same. */
export async function staffSays(call: SignedCall, id: number, say: StaffSay): Promise<MessageRow> {
  const { db, user } = call;
  const [asked] = await pick(db, inquiry, { kind: inquiry.kind, gone: inquiry.deleted_at }, eq(inquiry.id, id));
  const { kind, gone } = found(asked);
  if (kind !== "chat" || gone) return refuse(40400);
  const locked = await lockChat(db, id);
  const { row } = locked;
  if (row.assignee_id !== null && row.assignee_id !== user.id) return refuseTaken(call, locked);
  const { type, client_msg_id } = say;
  const said = {
    ...{ sender: "staff" as const, staff_id: user.id, type, client_msg_id },
    content: type === "text" ? say.content : null,
    media_id: type === "image" || type === "file" ? say.media_id : null,
    estate_id: type === "estate_card" ? say.estate_id : null,
  };
  const before = await sentBefore(db, locked, said);
  if (before) return before;
  isLive(locked);
  if (said.media_id !== null) await checkFile(call, said.media_id, type);
  if (said.estate_id !== null) await checkCard(db, said.estate_id);
  if (say.quick_reply_id !== null) await countUse(call, say.quick_reply_id);
  const { message } = await appendMessage(call, await takeUp(call, locked), said);
  return message;
}

/** Another user has it. Their name is also shown to a caller who no longer sees the conversation, as with a claim. */
async function refuseTaken({ db }: SignedCall, { row }: LockedChat): Promise<never> {
  const [taker] = await pick(db, userTable, ["name"], eq(userTable.id, row.assignee_id ?? 0));
  return refuse(40903, {}, { assignee: taker?.name ?? null });
}

/** The first answer: the caller becomes the assignee, and the inquiry has been answered (domain C.2). */
async function takeUp(call: SignedCall, locked: LockedChat): Promise<LockedChat> {
  const { row, chat } = locked;
  if (chat.chat_status !== "waiting" && row.status !== "pending" && row.status !== "assigned") return locked;
  const isBegun = row.status === "pending" || row.status === "assigned";
  if (isBegun || row.assignee_id === null) {
    const status = isBegun ? "processing" : row.status;
    await changeInquiry(call, row, { assignee_id: call.user.id, status, ...(await respondedNow(call, row)) });
    await logStep(call, row.id, { action: "chat_answer", from: row.status, to: status });
    await auditInquiry(call, row, { action: "update", summary: `接入会话${row.inquiry_no}` });
  }
  return chat.chat_status === "waiting" ? appendSystem(call, locked, "joined", call.user.id) : locked;
}

async function checkFile({ db, user }: SignedCall, id: number, type: StaffSay["type"]): Promise<void> {
  const [file] = await pick(db, media, ["kind"], isOwnUpload(user.id, "chat", [id]));
  const isFit = file && (type === "file" || file.kind === "image");
  if (!isFit) refuseFields([{ field: "media_id", label: "文件", message: "文件不存在，请重新上传" }]);
}

/** Counts a use of a quick reply: the caller's own, or a shared one. */
async function countUse({ db, user }: SignedCall, id: number): Promise<void> {
  await db
    .update(quickReply)
    .set({ used_count: sql`${quickReply.used_count} + 1`, updated_at: sql`${quickReply.updated_at}` })
    .where(and(eq(quickReply.id, id), sql`coalesce(${quickReply.user_id}, ${user.id}) = ${user.id}`));
}

/** The assignee has read it; for other readers it stays unread. */
export async function readChat(call: SignedCall, id: number): Promise<null> {
  const locked = await lockSeen(call, id);
  if (locked.row.assignee_id !== call.user.id || locked.chat.unread_count === 0) return null;
  await markRead(call.db, locked, isoInstant(call.services.now()));
  await changeChat(call.db, locked, { unread_count: 0 });
  return null;
}

export async function endByStaff(call: SignedCall, id: number): Promise<void> {
  const locked = await lockSeen(call, id);
  mayPlace(call, locked);
  isLive(locked);
  await endChat(call, locked, "ended_staff");
}

/** Writes the visitor's contact as they said it: only the assignee, who sees what is there. */
export async function contactByStaff(call: SignedCall, id: number, contact: ChatContact): Promise<void> {
  await seenChat(call, id);
  const isOwn = ({ row }: LockedChat) => row.assignee_id === call.user.id || refuse(40300);
  const [row] = await pick(call.db, chatSession, ["assignee_id"], eq(chatSession.inquiry_id, id));
  if (row?.assignee_id !== call.user.id) return refuse(40300);
  await checkContact(call, contact, null);
  await leaveContact(call, id, contact, isOwn);
}

const targetError = (message: string) => refuseFields([{ field: "user_id", label: "转接给", message }]);

/** Transfers a conversation to a colleague who takes them at present. */
export async function transferChat(call: SignedCall, id: number, userId: number): Promise<null> {
  const { user } = call;
  const locked = await lockSeen(call, id);
  mayPlace(call, locked);
  isLive(locked);
  const { row, chat } = locked;
  if (row.assignee_id === userId) return targetError("该会话已由此人处理");
  const target = await targetOf(call, userId, row.assignee_id === user.id);
  const isNew = row.status === "pending";
  await changeInquiry(call, row, { assignee_id: userId, ...(isNew ? { status: "assigned" as const } : {}) });
  const reason = target.name;
  await logStep(call, id, { action: "chat_transfer", from: row.status, to: isNew ? "assigned" : row.status, reason });
  await auditInquiry(call, row, { action: "assign", summary: `转接会话${row.inquiry_no}给${target.name}` });
  if (chat.chat_status === "open") await appendSystem(call, locked, "transferred", userId);
  await tell(call, row, userId, {
    title: "有转接给您的在线咨询",
    content: `${user.name}将${described(row)}转接给您。`,
  });
  return null;
}

/** The new assignee: active, on duty, with the code; inside the caller's scope unless the conversation is the caller's own. */
async function targetOf({ db, user }: SignedCall, id: number, isOwn: boolean): Promise<{ name: string }> {
  const [target] = await pick(db, userTable, ["name", "status", "deleted_at", "accept_inquiry"], eq(userTable.id, id));
  if (!target || target.deleted_at || target.status !== "enabled") return targetError("该员工不存在或已停用");
  if (!isOwn && !(await holds(db, user, "inquiry", id))) return refuse(40301);
  const mayReply = await db.$count(userTable, and(eq(userTable.id, id), holdsCode(userTable.id, "inquiry:chat:reply")));
  if (!mayReply) return targetError("该员工不能回复在线咨询");
  if (!target.accept_inquiry) return targetError("该员工当前不在岗");
  return target;
}
