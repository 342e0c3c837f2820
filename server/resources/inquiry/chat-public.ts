import { and, eq } from "drizzle-orm";
import { pathOf } from "~/contract/endpoint";
import { chatPublic as contract } from "~/contract/inquiry/chat-public";
import { chatGreetings } from "~/contract/inquiry/chat-texts";
import { chatMessagesAMinute, type VisitorMessage } from "~/contract/inquiry/chat-words";
import { allowedOrigins } from "~/contract/system/setting";
import { chatMessage } from "~/server/database/tables/inquiry/chat";
import { media } from "~/server/database/tables/system/system";
import { found, Refusal } from "~/server/lib/call";
import { type Knock, type RawCall, type Served, serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { householdOf, ownLimit, tryLimit } from "~/server/lib/try-limit";
import { readerOf } from "~/server/resources/shared/upload";
import { visitorStream } from "./chat/chat-topic";
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

/** Ends with 40300 unless it comes from the chat's own window, which only the settings' sites may frame, or from such a site. */
async function requireSite({ db }: Services, request: Request): Promise<void> {
  const from = request.headers.get("origin");
  const asks = request.method === "GET";
  if (!from && asks && isOwnRead(request)) return;
  if (from && hostOf(from) === new URL(request.url).host) return;
  const settings = await readSettings(db);
  const known = [...allowedOrigins(settings["site.origins"]), originOf(settings["site.desk_base"])];
  if (from && known.includes(from)) return;
  const message = "该页面不在允许的站点中";
  throw new Refusal(40300, message, { errors: [{ field: "Origin", label: "来源页面", message }] });
}

/** Old browsers do not say where a read comes from. */
const isOwnRead = ({ headers }: Request) => ["same-origin", "none", null].includes(headers.get("sec-fetch-site"));

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : "");
const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : "");

/** A minute: windows that an address opens, what a conversation says, what an address says and sends, and what it asks for. */
const beginLimit = tryLimit("chat-session", 20);
const sayLimit = tryLimit("chat-say", chatMessagesAMinute);
const addressLimit = tryLimit("chat-address", 120);
const pictureLimit = tryLimit("chat-picture", 10);
const askLimit = ownLimit(600);

/** Counts each call of an address, and by a limit of its kind what changes something. */
const counted =
  (limit?: typeof beginLimit) =>
  async ({ services, origin }: Knock): Promise<void> => {
    await askLimit(services, householdOf(origin.ip));
    await limit?.(services, householdOf(origin.ip));
  };
const asking = { admit: counted() };
/** Outside a transaction: the page that calls is looked at before anything is written. */
const acting = (limit = addressLimit) => ({ admit: counted(limit), ownTransaction: true });

const fileUrl = (token: string, id: number) => pathOf(contract.file, { token, id });

/** Messages with addresses that live as long as the conversation. */
const withFiles = (token: string, list: readonly VisitorMessage[]): VisitorMessage[] =>
  list.map((one) => ({ ...one, file: one.file && { ...one.file, url: fileUrl(token, one.file.id) } }));

export const chatPublicHandlers: Served[] = [
  serve(
    contract.session,
    async (call) => {
      const { services, origin, raw, body, transaction } = call;
      await requireSite(services, raw);
      return transaction(async (db) => {
        const device = /mobi|android|iphone/i.test(origin.ua) ? "mobile" : "pc";
        const { token, session } = await beginSession({ db, services }, body, { ip: origin.ip, device });
        const state = await visitorState({ db, services }, session);
        return { ...state, token, greeting: chatGreetings[state.agent_online ? "online" : "away"][session.language] };
      });
    },
    acting(beginLimit),
  ),

  serve(
    contract.messages,
    async (call) => {
      const { db, services, raw, params, query } = call;
      await requireSite(services, raw);
      const session = await sessionOf({ db, services }, params.token);
      const state = await visitorState({ db, services }, session);
      if (session.inquiry_id === null) return { ...state, list: [], has_more: false };
      const { rows, has_more } = await messagesOf(db, session.inquiry_id, query);
      return { ...state, list: withFiles(params.token, await toVisitorMessages({ db, services }, rows)), has_more };
    },
    asking,
  ),

  serve(
    contract.send,
    async (call) => {
      const { services, origin, params, body, transaction } = call;
      const session = await changing(call, params.token);
      await sayLimit(services, session.id);
      return transaction(async (db) => {
        const said = await visitorSays({ db, services }, session, body, origin.ip);
        const [message] = withFiles(params.token, await toVisitorMessages({ db, services }, [said]));
        return found(message);
      });
    },
    acting(),
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
    acting(),
  ),

  serve(
    contract.end,
    async (call) => {
      const { services, params, transaction } = call;
      const session = await changing(call, params.token);
      return transaction(async (db) => visitorState({ db, services }, await visitorEnds({ db, services }, session)));
    },
    acting(),
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
    acting(),
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
    acting(),
  ),

  serve(
    contract.upload,
    async (call) => {
      const { services, origin, params, query, raw, transaction } = call;
      const session = await changing(call, params.token);
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
    acting(pictureLimit),
  ),

  serve(
    contract.file,
    async (call) => {
      const { db, services, params, raw } = call;
      await requireSite(services, raw);
      const { inquiry_id } = await sessionOf({ db, services }, params.token);
      const [row] = await db
        .select({ file: media })
        .from(media)
        .innerJoin(chatMessage, and(eq(chatMessage.media_id, media.id), eq(chatMessage.inquiry_id, inquiry_id ?? 0)))
        .where(and(eq(media.id, params.id), eq(media.status, "ready")))
        .limit(1);
      return readerOf(services, found(row).file, raw);
    },
    asking,
  ),

  serve(
    contract.events,
    async (call) => {
      const { services, origin, raw, params } = call;
      await requireSite(services, raw);
      const session = await sessionOf({ db: services.db, services }, params.token);
      return visitorStream(services, { token: params.token, session, household: householdOf(origin.ip) });
    },
    asking,
  ),
];

/** The conversation that an act of its visitor changes, once nothing speaks against it. */
async function changing({ services, raw }: Pick<RawCall, "services" | "raw">, token: string) {
  await requireSite(services, raw);
  return sessionOf({ db: services.db, services }, token);
}
