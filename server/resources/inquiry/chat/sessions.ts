import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { tabLimit } from "~/contract/common";
import type { Reply } from "~/contract/endpoint";
import { ChatSession, type ChatTab, type chat as contract } from "~/contract/inquiry/chat";
import { chatMessage, chatSession } from "~/server/database/tables/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { holdersIn } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { countUpTo } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { matchesKeyword } from "../inquiry/list";
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

export function toSession({ inquiry: row, chat, assignee_name, last }: Selected, { id }: Caller): ChatSession {
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

export async function sessionRow(call: Pick<Asking, "db">, id: number): Promise<Selected | undefined> {
  const [row] = await selectSessions(call).where(eq(chatSession.inquiry_id, id)).orderBy(desc(chatSession.id)).limit(1);
  return row;
}
