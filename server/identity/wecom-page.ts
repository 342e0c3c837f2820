import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { wecomTicket } from "~/server/database/tables/system/system";
import { pick, Refusal } from "~/server/lib/call";
import { randomToken, seal, unseal } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { callWecom, givenIn, isWecomConfigured } from "./wecom-api";

const sources = {
  corp: { path: "/cgi-bin/get_jsapi_ticket" },
  agent: { path: "/cgi-bin/ticket/get", query: { type: "agent_config" } },
} as const;
type Kind = keyof typeof sources;

/** What a page of this address registers with at WeCom's JS-SDK: as the company, and as the application. Refuses with 40400 where WeCom is not configured, 50300 where it does not answer. */
export async function signWecomPage(services: Services, address: string) {
  const { "wecom.corp_id": corp_id, "wecom.agent_id": agent_id } = await readSettings(services.db);
  if (!agent_id || !(await isWecomConfigured(services))) throw new Refusal(40400, "尚未配置企业微信");
  const signed = async (kind: Kind) =>
    sign(services, address, await ticketOf(services, kind, `${kind} ${corp_id} ${agent_id}`));
  const [corp, agent] = await Promise.all([signed("corp"), signed("agent")]);
  return { corp_id, agent_id, corp, agent };
}

function sign(services: Services, address: string, ticket: string) {
  const nonce = randomToken();
  const timestamp = Math.floor(services.now().getTime() / 1000);
  const text = `jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${address}`;
  return { nonce, timestamp, signature: createHash("sha1").update(text).digest("hex") };
}

/** The ticket that all servers use; a new one where it ends soon, or was given to another company or application. Two that ask at once get the same of WeCom. */
async function ticketOf(services: Services, kind: Kind, name: string): Promise<string> {
  const purpose = { kind: "wecom-ticket" as const, name };
  const [kept] = await pick(services.db, wecomTicket, ["ticket", "expires_at"], eq(wecomTicket.kind, kind));
  const known = kept && new Date(kept.expires_at) > services.now() ? unseal(services, purpose, kept.ticket) : "";
  if (known) return known;
  const { path, ...options } = sources[kind];
  const { text, until } = givenIn(services, await callWecom(services, path, options), "ticket");
  const row = { kind, ticket: seal(services, purpose, text), expires_at: isoInstant(until) };
  await services.db.insert(wecomTicket).values(row).onConflictDoUpdate({ target: wecomTicket.kind, set: row });
  return text;
}
