import { and, eq } from "drizzle-orm";
import { pathOf } from "~/contract/endpoint";
import { chatPublic as contract } from "~/contract/inquiry/chat-public";
import { chatGreetings } from "~/contract/inquiry/chat-texts";
import { chatMessagesAMinute, type VisitorMessage } from "~/contract/inquiry/chat-words";
import { chatMessage } from "~/server/database/tables/inquiry/chat";
import { media } from "~/server/database/tables/system/system";
import type { Origin } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { type Served, serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { householdOf, ownLimit, tryLimit } from "~/server/lib/try-limit";
import { readerOf } from "~/server/resources/shared/upload";
import { requireSite } from "./chat/from-site";
import { messagesOf, toVisitorMessages } from "./chat/message";
import {
  beginSession,
  keepUpload,
  sessionOf,
  visitorEnds,
  visitorLeavesContact,
  visitorRates,
  visitorSays,
  visitorSees,
  visitorState,
} from "./chat/visitor";
import { takePicture } from "./chat/visitor-picture";
import { visitorStream } from "./chat/visitor-stream";

/** A minute: windows that an address opens, what a conversation says, what an address says and sends, and what it asks for. */
const beginLimit = tryLimit("chat-session", 20);
const sayLimit = tryLimit("chat-say", chatMessagesAMinute);
const addressLimit = tryLimit("chat-address", 120);
const pictureLimit = tryLimit("chat-picture", 10);
const askLimit = ownLimit(600);

interface FromSite {
  services: Services;
  origin: Origin;
  raw: Request;
}

/** What every call of a visitor has to pass: a page that may call, and not too often. */
async function admit({ services, origin, raw }: FromSite): Promise<void> {
  await askLimit(services, householdOf(origin.ip));
  await requireSite(services, raw);
}

const fileUrl = (token: string, id: number) => pathOf(contract.file, { token, id });

/** Messages with addresses that live as long as the conversation. */
const withFiles = (token: string, list: readonly VisitorMessage[]): VisitorMessage[] =>
  list.map((one) => ({ ...one, file: one.file && { ...one.file, url: fileUrl(token, one.file.id) } }));

/** Outside a transaction: limits are counted before what they limit is written. */
const own = { ownTransaction: true };

export const chatPublicHandlers: Served[] = [
  serve(
    contract.session,
    async (call) => {
      await admit(call);
      const { services, origin, body, transaction } = call;
      await beginLimit(services, householdOf(origin.ip));
      return transaction(async (db) => {
        const device = /mobi|android|iphone/i.test(origin.ua) ? "mobile" : "pc";
        const { token, session } = await beginSession({ db, services }, body, { ip: origin.ip, device });
        const state = await visitorState({ db, services }, session);
        return { ...state, token, greeting: chatGreetings[state.agent_online ? "online" : "away"][session.language] };
      });
    },
    own,
  ),

  serve(contract.messages, async (call) => {
    await admit(call);
    const { db, services, params, query } = call;
    const session = await sessionOf({ db, services }, params.token);
    const state = await visitorState({ db, services }, session);
    if (session.inquiry_id === null) return { ...state, list: [], has_more: false };
    const { rows, has_more } = await messagesOf(db, session.inquiry_id, query);
    return { ...state, list: withFiles(params.token, await toVisitorMessages({ db, services }, rows)), has_more };
  }),

  serve(
    contract.send,
    async (call) => {
      await admit(call);
      const { services, origin, params, body, transaction } = call;
      const session = await sessionOf({ db: services.db, services }, params.token);
      await sayLimit(services, session.id);
      await addressLimit(services, householdOf(origin.ip));
      return transaction(async (db) => {
        const said = await visitorSays({ db, services }, session, body, origin.ip);
        const [message] = withFiles(params.token, await toVisitorMessages({ db, services }, [said]));
        return found(message);
      });
    },
    own,
  ),

  serve(
    contract.contact,
    async (call) => {
      const { services, origin, params, body, transaction } = call;
      const session = await changing(call, params.token);
      return transaction(async (db) => {
        const at = { db, services };
        return visitorState(at, await visitorLeavesContact(at, session, body, origin.ip));
      });
    },
    own,
  ),

  serve(
    contract.end,
    async (call) => {
      const { services, params, transaction } = call;
      const session = await changing(call, params.token);
      return transaction(async (db) => visitorState({ db, services }, await visitorEnds({ db, services }, session)));
    },
    own,
  ),

  serve(
    contract.rate,
    async (call) => {
      const { services, params, body, transaction } = call;
      const session = await changing(call, params.token);
      return transaction(async (db) => {
        const at = { db, services };
        return visitorState(at, await visitorRates(at, session, body.satisfaction));
      });
    },
    own,
  ),

  serve(
    contract.page,
    async (call) => {
      const { services, params, body, transaction } = call;
      const session = await changing(call, params.token);
      return transaction(async (db) => {
        const at = { db, services };
        return visitorState(at, await visitorSees(at, session, body));
      });
    },
    own,
  ),

  serve(
    contract.upload,
    async (call) => {
      await admit(call);
      const { services, origin, params, query, raw, transaction } = call;
      const session = await sessionOf({ db: services.db, services }, params.token);
      await pictureLimit(services, householdOf(origin.ip));
      const kept = await takePicture({ services, origin }, query.filename, raw);
      try {
        const reply = await transaction(async (db) => {
          const media_id = await kept.stand(db);
          await keepUpload({ db, services }, session, media_id);
          return { media_id };
        });
        await kept.dropSent();
        return reply;
      } catch (error) {
        await kept.dropAll();
        throw error;
      }
    },
    own,
  ),

  serve(contract.file, async (call) => {
    await admit(call);
    const { db, services, params, raw } = call;
    const { inquiry_id } = await sessionOf({ db, services }, params.token);
    const [row] = await db
      .select({ file: media })
      .from(media)
      .innerJoin(chatMessage, and(eq(chatMessage.media_id, media.id), eq(chatMessage.inquiry_id, inquiry_id ?? 0)))
      .where(and(eq(media.id, params.id), eq(media.status, "ready")))
      .limit(1);
    return readerOf(services, found(row).file, raw);
  }),

  serve(contract.events, async (call) => {
    await admit(call);
    const { services, origin, params } = call;
    const session = await sessionOf({ db: services.db, services }, params.token);
    return visitorStream(services, { token: params.token, session, household: householdOf(origin.ip) });
  }),
];

/** The conversation that a brief act of its visitor changes, once nothing speaks against it. */
async function changing(call: FromSite, token: string) {
  await admit(call);
  const { services, origin } = call;
  const session = await sessionOf({ db: services.db, services }, token);
  await addressLimit(services, householdOf(origin.ip));
  return session;
}
