import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { SessionBegin, VisitorSay, VisitorState } from "~/contract/inquiry/chat-public";
import { type ChatContact, chatPagesKept, chatTokenHours } from "~/contract/inquiry/chat-words";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { type ChatArrival, chatSession } from "~/server/database/tables/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { media } from "~/server/database/tables/system/system";
import { refuseBlocked } from "~/server/identity/blacklist";
import { type Actor, found, refuse, refuseFields, setRow } from "~/server/lib/call";
import { randomToken } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { contactsOf, placeOf } from "../inquiry/contact";
import { listedKeys, receiveInquiry } from "../inquiry/receive";
import { checkContact, leaveContact } from "./contact";
import { endChat, reopenChat } from "./end";
import {
  appendMessage,
  appendSystem,
  changeChat,
  type LockedChat,
  lockChat,
  type MessageRow,
  sentBefore,
} from "./message";
import { isSomebodyThere } from "./scope";

type At = { db: Db; services: Services };

export type Session = typeof chatSession.$inferSelect;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const whoever = ({ db, services }: At): Actor => ({ db, services, user: "system" });

/** Opens the window; staff see nothing until the first message. The token appears in this answer only. */
export async function beginSession(
  { db, services }: At,
  { tracker, page_url, page_title, referrer, language }: SessionBegin,
  { ip, device }: Pick<ChatArrival, "ip" | "device">,
): Promise<{ token: string; session: Session }> {
  const now = services.now();
  await refuseBlocked({ db, services }, listedKeys({ ip, customer_user_id: null }, []), "block_inquiry");
  const token = randomToken();
  const at = isoInstant(now);
  const [session] = await db
    .insert(chatSession)
    .values({
      token_hash: hashOf(token),
      language,
      arrival: { tracker, page_url, referrer, ip, device },
      agent_online: await isSomebodyThere(db, now),
      pages: page_url ? [{ url: page_url, title: page_title ?? "", at }] : [],
      created_at: at,
    })
    .returning();
  return { token, session: found(session) };
}

/** The conversation of a token; ends the request with 40400 when that has ended: a day after the last message, or with the inquiry. */
export async function sessionOf({ db, services }: At, token: string): Promise<Session> {
  const [known] = await db
    .select({ session: chatSession, status: inquiry.status, deleted_at: inquiry.deleted_at })
    .from(chatSession)
    .leftJoin(inquiry, eq(inquiry.id, chatSession.inquiry_id))
    .where(eq(chatSession.token_hash, hashOf(token)));
  const { session, status, deleted_at } = found(known);
  const moments = [session.created_at, session.last_message_at, session.ended_at].map((at) =>
    at ? Date.parse(at) : 0,
  );
  const isOver = services.now().getTime() - Math.max(...moments) > chatTokenHours * 3_600_000;
  return isOver || deleted_at || status === "closed" || status === "invalid" ? refuse(40400) : session;
}

export async function visitorState({ db, services }: At, session: Session): Promise<VisitorState> {
  const { chat_status, contact_left, satisfaction } = session;
  const agent_online = await isSomebodyThere(db, services.now());
  const contact_required = !agent_online && !contact_left && chat_status !== "open";
  return { chat_status, agent_online, contact_left, contact_required, satisfaction };
}

/** Sends the visitor's message: the first one creates the inquiry, one in an ended conversation opens it again. Sent again, it is the same. */
export async function visitorSays(at: At, session: Session, say: VisitorSay, ip: string | null): Promise<MessageRow> {
  const { db } = at;
  const actor = whoever(at);
  const said = {
    ...{ sender: "visitor" as const, staff_id: null, estate_id: null },
    ...{ type: say.type, client_msg_id: say.client_msg_id },
    content: say.type === "text" ? say.content : null,
    media_id: say.type === "image" ? say.media_id : null,
  };
  const known = await lockSession(at, session);
  const before = known && (await sentBefore(db, known, said));
  if (before) return before;
  await refuseListed(at, known, ip);
  if ((await visitorState(at, known?.chat ?? session)).contact_required)
    return refuseFields([{ field: "contact", label: "联系方式", message: "客服不在线，请先留下联系方式" }]);
  await checkUpload(db, known?.chat ?? session, said.media_id);
  const locked = known ?? (await makeInquiry(actor, session, { content: said.content }));
  const open = locked.chat.chat_status === "ended" ? await reopenChat(actor, locked) : locked;
  const { message } = await appendMessage(at, open, said);
  return message;
}

/** The visitor leaves a contact, which also creates an inquiry. */
export async function visitorLeavesContact(
  at: At,
  session: Session,
  contact: ChatContact,
  ip: string | null,
): Promise<Session> {
  const actor = whoever(at);
  await checkContact(actor, contact, ip);
  const id = await inquiryOf(at, session);
  if (id !== null) return (await leaveContact(actor, id, contact)).chat;
  const locked = await makeInquiry(actor, session, { content: null, contact });
  const since = isoInstant(at.services.now());
  const told = await appendSystem(at, locked, "contact_left");
  return (await changeChat(at.db, told, { contact_left: true, waiting_since: since, last_message_at: since })).chat;
}

export async function visitorEnds(at: At, session: Session): Promise<Session> {
  const locked = found(await lockSession(at, session));
  if (locked.chat.chat_status === "ended") return locked.chat;
  return (await endChat(whoever(at), locked, "ended_visitor")).chat;
}

export async function visitorRates(at: At, session: Session, satisfaction: number): Promise<Session> {
  const locked = found(await lockSession(at, session));
  return (await changeChat(at.db, locked, { satisfaction })).chat;
}

/** Stores a page that the visitor has opened; the last ones are kept, the newest first. */
export async function visitorSees(at: At, session: Session, page: { url: string; title: string }): Promise<Session> {
  const { db, services } = at;
  const known = await lockSession(at, session);
  const { pages } = known?.chat ?? session;
  if (pages[0]?.url === page.url) return known?.chat ?? session;
  const next = [{ ...page, at: isoInstant(services.now()) }, ...pages].slice(0, chatPagesKept);
  if (known) return (await changeChat(db, known, { pages: next })).chat;
  const [changed] = await db.update(chatSession).set({ pages: next }).where(eq(chatSession.id, session.id)).returning();
  return found(changed);
}

/** Stores a picture that this visitor has sent, so that their message may show it. */
export async function keepUpload(at: At, session: Session, mediaId: number): Promise<void> {
  await lockSession(at, session);
  await setRow(at.db, chatSession, session.id, {
    uploads: sql`${chatSession.uploads} || ${JSON.stringify([mediaId])}::jsonb`,
  });
}

async function lockSession(at: At, session: Session): Promise<LockedChat | undefined> {
  const id = await inquiryOf(at, session);
  return id === null ? undefined : lockChat(at.db, id);
}

/** Its inquiry; without one the session is locked until the commit, so that two first messages at once create only one. */
async function inquiryOf({ db }: At, session: Session): Promise<number | null> {
  if (session.inquiry_id !== null) return session.inquiry_id;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`chat:${session.id}`}, 0))`);
  const [row] = await db.select({ id: chatSession.inquiry_id }).from(chatSession).where(eq(chatSession.id, session.id));
  return found(row).id;
}

/** Creates the inquiry of a conversation without one; the session is locked. */
async function makeInquiry(
  actor: Actor,
  session: Session,
  { content, contact }: { content: string | null; contact?: ChatContact },
): Promise<LockedChat> {
  const { db } = actor;
  const { tracker = null, page_url = null, referrer = null, ip = null, device = "pc" } = session.arrival ?? {};
  const { name = null, phone_cc = null, phone = null, wechat = null, email = null } = contact ?? {};
  const { id } = await receiveInquiry(actor, {
    ...{ kind: "chat", name, phone_cc, phone, wechat, email, contact_time: "any", ext: {} },
    ...{ content, page_url, referrer, device, platform: device === "mobile" ? "h5" : "web" },
    ...{ content_kind: null, content_id: null, estate_id: null, room_id: null, mansion_id: null },
    // A page cannot prove who is signed in on the site.
    customer_user_id: null,
    ...(await placeOf(db, { tracker, ip, sent: { page_url, ...noUtm } })),
  });
  const [made] = await db.select().from(inquiry).where(eq(inquiry.id, id)).for("update");
  const row = found(made);
  const [chat] = await db
    .update(chatSession)
    .set({ inquiry_id: id, assignee_id: row.assignee_id, arrival: null })
    .where(eq(chatSession.id, session.id))
    .returning();
  return { row, chat: { ...found(chat), inquiry_id: id } };
}

const noUtm = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null };

/** Ends the request with 40918 for a visitor who is on the blacklist by now. */
async function refuseListed({ db, services }: At, known: LockedChat | undefined, ip: string | null): Promise<void> {
  const contacts = known ? contactsOf(known.row) : [];
  const keys = [ip, known?.row.ip ?? null].flatMap((address) =>
    listedKeys({ ip: address, customer_user_id: null }, contacts),
  );
  await refuseBlocked({ db, services }, keys, "block_inquiry");
}

/** Ends the request unless this visitor has sent the picture completely. */
async function checkUpload(db: Db, { uploads }: Session, id: number | null): Promise<void> {
  if (id === null) return;
  const isTheirs =
    uploads.includes(id) && (await db.$count(media, and(eq(media.id, id), eq(media.status, "ready")))) > 0;
  if (!isTheirs) refuseFields([{ field: "media_id", label: "图片", message: "图片不存在，请重新上传" }]);
}
