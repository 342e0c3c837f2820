import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { tabLimit } from "~/contract/common";
import type { Reply } from "~/contract/endpoint";
import { type ChatDetail, ChatSession, type ChatTab, type chat as contract } from "~/contract/inquiry/chat";
import { maskContact } from "~/contract/mask";
import { chatMessage, chatSession } from "~/server/database/tables/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { holdersIn } from "~/server/identity/scope";
import { found, type Looking, refuse, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo } from "~/server/lib/list";
import { assigns, handlesKind, type InquiryRecord } from "../inquiry/change";
import { matchesKeyword } from "../inquiry/list";
import { customerOf, selectInquiries } from "../inquiry/view";
import type { ChatRow } from "./message";
import { visibleChats } from "./scope";

type Query = z.output<typeof contract.sessions.query>;
type Asking = Pick<SignedCall, "db" | "user">;

/** Live ones are shown at once, up to this many; ended ones in pages. */
const mostLive = 100;
const endedAtOnce = 30;

const assignee = alias(user, "assignee");

/** The last message; of an ended conversation the last one of a person, since the list itself shows that it has ended. */
const lastShown = sql`case when ${chatSession.chat_status} = 'ended'
  then coalesce((select max(said.id) from ${chatMessage} said where said.inquiry_id = ${chatSession.inquiry_id} and said.sender <> 'system'), ${chatSession.last_message_id})
  else ${chatSession.last_message_id} end`;

const selectSessions = ({ db }: Pick<Asking, "db">) =>
  db
    .select({ inquiry, chat: chatSession, assignee_name: assignee.name, last: chatMessage })
    .from(chatSession)
    .innerJoin(inquiry, eq(inquiry.id, chatSession.inquiry_id))
    .leftJoin(assignee, eq(assignee.id, inquiry.assignee_id))
    .leftJoin(chatMessage, eq(chatMessage.id, lastShown));
type Selected = Awaited<ReturnType<typeof selectSessions>>[number];

function toSession({ inquiry: row, chat, assignee_name, last }: Selected, { id }: Caller): ChatSession {
  const { assignee_id } = row;
  return rowOf(ChatSession, chat, {
    ...{ id: row.id, inquiry_no: row.inquiry_no, name: row.name, status: row.status, created_at: row.created_at },
    assignee: assignee_id === null ? null : { id: assignee_id, name: assignee_name ?? "" },
    is_mine: assignee_id === id,
    last: last && { sender: last.sender, type: last.type, content: last.content },
  });
}

/** Limited to the caller's scope, worded as in the conversations' indexes. */
const heldBy = (caller: Caller): SQL =>
  caller.scope("inquiry") === "all"
    ? sql`true`
    : sql`coalesce(${chatSession.assignee_id}, 0) = any(array(select 0::bigint union all ${holdersIn(caller, "inquiry")}))`;

function inTab(tab: ChatTab, caller: Caller): SQL {
  switch (tab) {
    // The caller's own reopened ones are in "mine".
    case "waiting":
      return sql`${chatSession.chat_status} = 'waiting' and ${chatSession.assignee_id} is distinct from ${caller.id}`;
    case "mine":
      return sql`${chatSession.chat_status} <> 'ended' and ${chatSession.assignee_id} = ${caller.id}`;
    case "ended":
      return sql`${chatSession.chat_status} = 'ended'`;
  }
}

const orders: Record<ChatTab, SQL> = {
  waiting: sql`${chatSession.waiting_since} nulls last, ${chatSession.inquiry_id}`,
  mine: sql`(${chatSession.waiting_since} is null), ${chatSession.last_message_at} desc nulls last, ${chatSession.inquiry_id} desc`,
  ended: sql`${chatSession.ended_at} desc, ${chatSession.inquiry_id} desc`,
};

const isInquiry = sql`${chatSession.inquiry_id} is not null`;

export async function sessionList(call: Asking & { query: Query }): Promise<Reply<typeof contract.sessions>> {
  const { user: caller, query } = call;
  const { tab, keyword, before_id } = query;
  const most = tab === "ended" ? endedAtOnce : mostLive;
  const before =
    tab === "ended" && before_id
      ? sql`(${chatSession.ended_at}, ${chatSession.inquiry_id}) <
          (select ended_at, inquiry_id from ${chatSession} former where former.inquiry_id = ${before_id})`
      : undefined;
  const rows = await selectSessions(call)
    .where(
      and(
        isInquiry,
        heldBy(caller),
        inTab(tab, caller),
        visibleChats(caller),
        keyword ? matchesKeyword(keyword, caller) : undefined,
        before,
      ),
    )
    .orderBy(orders[tab])
    .limit(most + 1);
  return {
    list: rows.slice(0, most).map((row) => toSession(row, caller)),
    has_more: rows.length > most,
    counts: await countsOf(call),
  };
}

/** How many wait, how many are the caller's own, and how many of those are unread. */
async function countsOf({ db, user: caller }: Asking) {
  const from = sql`from ${chatSession} where ${isInquiry} and ${heldBy(caller)}`;
  const mine = inTab("mine", caller);
  const { rows } = await db.execute<{ waiting: number; mine: number; unread: number }>(sql`
    select ${countUpTo(tabLimit, sql`${from} and ${inTab("waiting", caller)}`)} as waiting,
      ${countUpTo(tabLimit, sql`${from} and ${mine}`)} as mine,
      ${countUpTo(tabLimit, sql`${from} and ${mine} and ${chatSession.unread_count} > 0`)} as unread`);
  return rows[0] ?? refuse(50000);
}

export const waitingChats = (caller: Caller): SQL =>
  countUpTo(
    tabLimit,
    sql`from ${chatSession} where ${isInquiry} and ${heldBy(caller)} and ${inTab("waiting", caller)}`,
  );

async function sessionRow(call: Pick<Asking, "db">, id: number): Promise<Selected | undefined> {
  const [row] = await selectSessions(call).where(eq(chatSession.inquiry_id, id)).orderBy(desc(chatSession.id)).limit(1);
  return row;
}

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
