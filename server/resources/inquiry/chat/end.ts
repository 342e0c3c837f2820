import { eq } from "drizzle-orm";
import type { ChatSystemCode } from "~/contract/inquiry/chat-words";
import { isoInstant } from "~/server/database/tables/columns";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { Actor } from "~/server/lib/call";
import { auditInquiry, logStep } from "../inquiry/change";
import { described, tell } from "../inquiry/tell";
import { appendSystem, changeChat, type LockedChat } from "./message";
import { takesChats } from "./scope";

const endings = {
  ended_staff: "客服结束会话",
  ended_visitor: "访客结束会话",
  ended_idle: "长时间无消息，会话自动结束",
} as const satisfies Partial<Record<ChatSystemCode, string>>;

export async function endChat(actor: Actor, locked: LockedChat, code: keyof typeof endings): Promise<LockedChat> {
  const said = await appendSystem(actor, locked, code);
  const after = await changeChat(actor.db, said, {
    chat_status: "ended",
    ended_at: isoInstant(actor.services.now()),
    waiting_since: null,
  });
  const { row } = locked;
  await logStep(actor, row.id, { action: "chat_end", reason: endings[code] });
  await auditInquiry(actor, row, { action: "update", summary: `结束会话${row.inquiry_no}`, reason: endings[code] });
  return after;
}

/** A visitor writes again in a conversation that is over: it waits again (domain C.2), for its former assignee or for anybody on duty. */
export async function reopenChat(actor: Actor, locked: LockedChat): Promise<LockedChat> {
  const { db } = actor;
  const { row } = locked;
  const { assignee_id, status } = row;
  const isThere = assignee_id !== null && (await takesChats(db, assignee_id));
  // A customer's inquiry stays with its owner.
  const isFreed = assignee_id !== null && !isThere && (status === "assigned" || status === "processing");
  if (isFreed) await db.update(inquiry).set({ assignee_id: null, status: "pending" }).where(eq(inquiry.id, row.id));
  await logStep(actor, row.id, {
    action: "chat_reopen",
    ...(isFreed ? { from: status, to: "pending" as const, reason: "原顾问不在岗，重新等待接入" } : {}),
  });
  await auditInquiry(actor, row, { action: "update", summary: `会话${row.inquiry_no}继续咨询` });
  if (assignee_id !== null && !isFreed)
    await tell(actor, row, assignee_id, { title: "您的在线咨询有新消息", content: `${described(row)}继续咨询。` });
  const after = isFreed
    ? { row: { ...row, assignee_id: null, status: "pending" as const }, chat: { ...locked.chat, assignee_id: null } }
    : locked;
  return appendSystem(actor, after, "reopened");
}
