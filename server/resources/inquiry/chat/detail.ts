import { eq } from "drizzle-orm";
import type { ChatDetail } from "~/contract/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { Looking } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { maskContact } from "~/server/lib/mask";
import { found, refuse } from "~/server/lib/refusal";
import type { InquiryRecord } from "../inquiry/log";
import { assigns, handlesKind } from "../inquiry/scope";
import { customerOf, selectInquiries } from "../inquiry/view";
import type { ChatRow } from "./chat-row";
import { visibleChats } from "./scope";
import { sessionRow, toSession } from "./sessions";

/** Ends the request with 40400 or 40301 unless there is that conversation and the caller sees it. */
export async function seenChat({ db, user }: Looking, id: number): Promise<void> {
  const [seen] = await db
    .select({ kind: inquiry.kind, deleted_at: inquiry.deleted_at, isVisible: visibleChats(user) })
    .from(inquiry)
    .where(eq(inquiry.id, id));
  const { kind, deleted_at, isVisible } = found(seen);
  if (deleted_at || kind !== "chat") return refuse(40400);
  if (!isVisible) return refuse(40301);
}

export async function chatDetail(looking: Looking, id: number): Promise<ChatDetail> {
  const { user } = looking;
  const session = found(await sessionRow(looking, id));
  const [viewed] = await selectInquiries(looking).where(eq(inquiry.id, id));
  const { inquiry: row, tracker_name } = found(viewed);
  const { chat } = session;
  const isOwn = row.assignee_id === user.id;
  const shown = (field: "phone" | "wechat" | "email") => (isOwn ? row[field] : maskContact(field, row[field]));
  return {
    ...toSession(session, user),
    ...{ version: row.version, platform: row.platform, phone_cc: row.phone_cc, ip_region: row.ip_region },
    ...{ page_url: row.page_url, referrer: row.referrer, device: row.device },
    ...{ utm_source: row.utm_source, utm_campaign: row.utm_campaign },
    ...{ phone: shown("phone"), wechat: shown("wechat"), email: shown("email") },
    ...{ language: chat.language, pages: chat.pages, message_count: chat.message_count, ended_at: chat.ended_at },
    tracker: row.tracker_id === null ? null : { id: row.tracker_id, name: tracker_name ?? "" },
    customer: customerOf(found(viewed)),
    can: canDo(row, { ...chat, inquiry_id: row.id }, user),
  };
}

/** What the caller may do with a conversation that they see (domain C.2). */
function canDo(row: InquiryRecord, { chat_status }: ChatRow, caller: Caller): ChatDetail["can"] {
  const isMine = row.assignee_id === caller.id;
  const isLive = chat_status !== "ended";
  const isOpen = row.status === "assigned" || row.status === "processing";
  const mayPlace = isMine || assigns(caller);
  return {
    reply: isLive && (isMine || row.assignee_id === null),
    end: isLive && mayPlace,
    transfer: isLive && mayPlace,
    contact: isMine,
    convert: isMine && isOpen && handlesKind(caller, row) && caller.permissions.has("customer:info:create"),
  };
}
