import type { ChatMessageType, ChatSystemCode } from "~/contract/inquiry/chat-words";
import { isoInstant } from "~/server/database/tables/columns";
import type { chatMessage, chatSession, quickReply } from "~/server/database/tables/inquiry/chat";
import type { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { type Calendar, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import { dialogues, furthers, openings, ownReplies, sharedReplies } from "./chat-texts";

type Inquiry = typeof inquiry.$inferInsert & { id: number };
type Session = Required<Pick<typeof chatSession.$inferInsert, "id">> & typeof chatSession.$inferInsert;
type Message = typeof chatMessage.$inferInsert;
type Reply = typeof quickReply.$inferInsert;

interface Company {
  random: Random;
  calendar: Calendar;
  /** Those who keep quick replies of their own, a few sellers. */
  sellers: readonly number[];
}

export interface Chats {
  sessions: Session[];
  messages: Message[];
  replies: Reply[];
}

const day = 24 * 60 * minute;

type Line = Pick<Message, "sender" | "content"> & { at: number; staff_id: number | null; type: ChatMessageType };

/** The conversations of the inquiries that are chats: those of the last day wait or are under way, the others are over. */
export function makeChats({ random, calendar, sellers }: Company, inquiries: readonly Inquiry[]): Chats {
  const chats = inquiries.filter(({ kind }) => kind === "chat");
  // Of each seller's the latest is under way.
  const live = new Map(
    chats.filter(({ status }) => status === "processing").map(({ id, assignee_id }) => [assignee_id, id]),
  );
  const sessions: Session[] = [];
  const lines: (Line & { inquiry_id: number })[] = [];
  for (const [index, row] of chats.entries()) {
    const isLive = live.get(row.assignee_id ?? 0) === row.id;
    const told = tellChat(random, calendar, row, isLive);
    sessions.push({ id: index + 1, ...told.session });
    lines.push(...told.lines.map((line) => ({ ...line, inquiry_id: row.id })));
  }
  lines.sort((a, b) => a.at - b.at);
  const messages = lines.map(({ at, ...line }, index): Message & { id: number } => ({
    ...line,
    id: index + 1,
    client_msg_id: line.sender === "system" ? null : `demo-${index + 1}`,
    read_at: null,
    at: isoInstant(at),
  }));
  const last = new Map(messages.map(({ id, inquiry_id }) => [inquiry_id, id]));
  for (const session of sessions) session.last_message_id = last.get(session.inquiry_id ?? 0) ?? null;
  return { sessions, messages, replies: repliesOf(calendar, sellers) };
}

function tellChat(random: Random, calendar: Calendar, row: Inquiry, isLive: boolean) {
  const began = Date.parse(row.created_at ?? "");
  const isAnswered = Boolean(row.first_response_at);
  const isFresh = calendar.now - began < day;
  const lines = isAnswered ? spoken(random, row, began) : asked(random, row, began);
  const say = (content: ChatSystemCode, at: number, staff_id: number | null = null) =>
    lines.push({ sender: "system", content, at, staff_id, type: "text" });
  const isWaiting = !isAnswered && row.status !== "invalid" && isFresh;
  const lastAt = () => lines.at(-1)?.at ?? began;
  if (isLive) {
    // They came back a moment ago, and wait for a word.
    const at = Math.max(lastAt() + minute, calendar.now - random.whole(2, 25) * minute);
    lines.push({ sender: "visitor", content: random.pick(furthers), at, staff_id: null, type: "text" });
  } else if (!isWaiting)
    say(
      isAnswered ? random.pick(["ended_staff", "ended_visitor", "ended_idle"] as const) : "ended_visitor",
      lastAt() + random.whole(1, 30) * minute,
    );
  // Nothing happens later than now.
  for (const line of lines) line.at = Math.min(line.at, calendar.now - 1_000);
  const isOver = !isLive && !isWaiting;
  const people = lines.filter(({ sender }) => sender !== "system");
  const unread = isLive ? 1 : isWaiting ? people.length : 0;
  const waitingFrom = isLive ? people.at(-1)?.at : isWaiting ? began : undefined;
  const session = {
    inquiry_id: row.id,
    token_hash: `demo-${row.id}`,
    language: "zh" as const,
    agent_online: true,
    chat_status: isOver ? ("ended" as const) : isLive ? ("open" as const) : ("waiting" as const),
    assignee_id: row.assignee_id ?? null,
    message_count: people.length,
    unread_count: unread,
    last_message_at: isoInstant(people.at(-1)?.at ?? began),
    waiting_since: waitingFrom === undefined ? null : isoInstant(waitingFrom),
    ended_at: isOver ? isoInstant(lastAt()) : null,
    satisfaction:
      isOver && isAnswered && random.chance(0.4) ? Number(random.weighted({ 5: 55, 4: 30, 3: 11, 2: 3, 1: 1 })) : null,
    contact_left: true,
    pages: [
      { url: "https://www.demo.test/", title: "首页", at: isoInstant(began - 4 * minute) },
      { url: "https://www.demo.test/estate", title: "日本新房", at: isoInstant(began - 2 * minute) },
    ].reverse(),
    created_at: isoInstant(began - minute),
    last_message_id: null as number | null,
  };
  return { session, lines };
}

/** What somebody has said whom nobody has answered. */
function asked(random: Random, row: Inquiry, began: number): Line[] {
  const lines: Line[] = [
    { sender: "visitor", content: row.content ?? random.pick(openings), at: began, staff_id: null, type: "text" },
  ];
  if (random.chance(0.4))
    lines.push({ sender: "visitor", content: "在吗？", at: began + 2 * minute, staff_id: null, type: "text" });
  return lines;
}

/** A conversation in turns, from the first answer on a minute or some apart. */
function spoken(random: Random, row: Inquiry, began: number): Line[] {
  const [first, ...rest] = random.pick(dialogues);
  const staff_id = row.assignee_id ?? null;
  let at = Date.parse(row.first_response_at ?? "");
  const lines: Line[] = [
    { sender: "visitor", content: row.content ?? first ?? "", at: began, staff_id: null, type: "text" },
    { sender: "system", content: "joined", at, staff_id, type: "text" },
  ];
  for (const [index, content] of rest.entries()) {
    const isStaff = index % 2 === 0;
    lines.push({
      sender: isStaff ? "staff" : "visitor",
      content,
      at,
      staff_id: isStaff ? staff_id : null,
      type: "text",
    });
    at += random.whole(1, 4) * minute;
  }
  return lines;
}

function repliesOf(calendar: Calendar, sellers: readonly number[]): Reply[] {
  const at = isoInstant(calendar.now - 90 * day);
  const row = ([title, content]: readonly [string, string], index: number, user_id: number | null): Reply => ({
    ...{ title, content, user_id, sort: (index + 1) * 10, used_count: (7 - index) * 6 },
    ...{ created_at: at, updated_at: at, created_by: user_id, updated_by: user_id },
  });
  return [
    ...sharedReplies.map((one, index) => row(one, index, null)),
    ...sellers.flatMap((id) => ownReplies.map((one, index) => row(one, index, id))),
  ];
}
