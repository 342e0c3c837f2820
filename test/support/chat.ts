import { randomUUID } from "node:crypto";
import type { SessionBegin, VisitorSay } from "~/contract/inquiry/chat-public";
import type { ChatContact } from "~/contract/inquiry/chat-words";
import type { Transaction } from "~/server/database/database";
import type { Services } from "~/server/lib/services";
import {
  beginSession,
  sessionOf,
  visitorEnds,
  visitorLeavesContact,
  visitorRates,
  visitorSays,
  visitorSees,
} from "~/server/resources/inquiry/chat/visitor";

const begun: SessionBegin = { tracker: null, page_url: null, page_title: null, referrer: null, language: "zh" };
const said: VisitorSay = { type: "text", content: null, media_id: null, client_msg_id: "" };
const nobody: ChatContact = { name: null, phone_cc: null, phone: null, wechat: null, email: null };

/** A visitor of the site, as the core knows them: the public endpoints are its other caller. */
export function visitorOf(services: Services, ip: string | null = null) {
  let token = "";
  const inOne = <T>(act: (at: { db: Transaction; services: Services }) => Promise<T>) =>
    services.db.transaction((db) => act({ db, services }));
  const session = () => sessionOf({ db: services.db, services }, token);
  return {
    session,
    async begins(body: Partial<SessionBegin> = {}) {
      ({ token } = await inOne((at) => beginSession(at, { ...begun, ...body }, { ip, device: "pc" })));
      return token;
    },
    async says(say: string | Partial<VisitorSay>, client_msg_id: string = randomUUID()) {
      const body = { ...said, client_msg_id, ...(typeof say === "string" ? { content: say } : say) };
      const current = await session();
      return inOne((at) => visitorSays(at, current, body, ip));
    },
    async leaves(contact: Partial<ChatContact>) {
      const current = await session();
      return inOne((at) => visitorLeavesContact(at, current, { ...nobody, ...contact }, ip));
    },
    async ends() {
      const current = await session();
      return inOne((at) => visitorEnds(at, current));
    },
    async rates(satisfaction: number) {
      const current = await session();
      return inOne((at) => visitorRates(at, current, satisfaction));
    },
    async sees(url: string, title = "") {
      const current = await session();
      return inOne((at) => visitorSees(at, current, { url, title }));
    },
  };
}
