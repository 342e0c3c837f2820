import { and, eq, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { chatIdleMinutes, chatTokenHours } from "~/contract/inquiry/chat-words";
import { isoInstant } from "~/server/database/tables/columns";
import { chatSession } from "~/server/database/tables/inquiry/chat";
import { pick } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { endChat } from "~/server/resources/inquiry/chat/end";
import { lockChat } from "~/server/resources/inquiry/chat/message";
import { every, type Job } from "../scheduler";

const chunkSize = 200;

/** Ends silent conversations (domain C.2): after half an hour if nobody waits, after a day unless a contact was left; silent windows as well. */
export const chatIdle: Job = {
  name: "chat_idle",
  lastTurn: every(5),
  async run({ services, at, signal }) {
    const before = (minutes: number) => isoInstant(at.getTime() - minutes * 60_000);
    const [shortAgo, longAgo] = [before(chatIdleMinutes), before(chatTokenHours * 60)];
    const isLost = or(eq(chatSession.chat_status, "open"), eq(chatSession.contact_left, false));
    const isIdle = or(
      and(
        eq(chatSession.chat_status, "open"),
        isNull(chatSession.waiting_since),
        lt(chatSession.last_message_at, shortAgo),
      ),
      and(ne(chatSession.chat_status, "ended"), isLost, lt(chatSession.last_message_at, longAgo)),
    );
    let ended = 0;
    for (;;) {
      signal.throwIfAborted();
      const rows = await services.db
        .select({ id: chatSession.inquiry_id })
        .from(chatSession)
        .where(and(isNotNull(chatSession.inquiry_id), isIdle))
        .orderBy(chatSession.inquiry_id)
        .limit(chunkSize);
      for (const { id } of rows) if (id !== null) ended += await endIdle(services, id, isIdle);
      if (rows.length < chunkSize) break;
    }
    const silent = and(isNull(chatSession.inquiry_id), lt(chatSession.created_at, longAgo));
    const { rowCount } = await services.db.delete(chatSession).where(silent);
    return `${ended} ended, ${rowCount ?? 0} silent`;
  },
};

/** Somebody may have said something a moment ago. */
const endIdle = (services: Services, id: number, isIdle: ReturnType<typeof or>): Promise<number> =>
  services.db.transaction(async (db) => {
    const locked = await lockChat(db, id);
    const [still] = await pick(db, chatSession, { one: sql`1` }, and(eq(chatSession.inquiry_id, id), isIdle));
    if (!still) return 0;
    await endChat({ db, services, user: "system" }, locked, "ended_idle");
    return 1;
  });
