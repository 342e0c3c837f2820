import { createHash, randomUUID } from "node:crypto";
import { startPlatform } from "./platform";

/** What the client is registered with. */
interface Signature {
  nonce: string;
  timestamp: number;
  signature: string;
}

const lives = 7_200;
const ticketKinds = { "/cgi-bin/get_jsapi_ticket": "corp", "/cgi-bin/ticket/get": "agent" } as const;

/** qyapi.weixin.qq.com, as far as we ask it, with a clock of the test's: one company, codes for one use, tickets that stay the same until they end; and the client, which checks a page's signature. */
export async function startWecom(now: () => Date) {
  const codes = new Map<string, Record<string, unknown>>([["code-1", { userid: "WangFang" }]]);
  /** Company tokens that hold. */
  const good = new Set<string>();
  const tickets = new Map<"corp" | "agent", { text: string; until: number }>();
  /** How many tickets of each kind it has answered with. */
  const given = { corp: 0, agent: 0 };
  const state: { isDown?: "hang" | "cut" | undefined } = {};

  const ticketOf = (kind: "corp" | "agent") => {
    const known = tickets.get(kind);
    if (known && known.until > now().getTime()) return known;
    const fresh = { text: randomUUID(), until: now().getTime() + lives * 1000 };
    tickets.set(kind, fresh);
    return fresh;
  };

  const platform = await startPlatform(({ path, query }) => {
    if (state.isDown) return state.isDown;
    if (path === "/cgi-bin/gettoken") {
      if (query.get("corpid") !== "ww12345" || query.get("corpsecret") !== "hush")
        return { json: { errcode: 40001, errmsg: "invalid credential" } };
      const token = randomUUID();
      good.add(token);
      return { json: { errcode: 0, errmsg: "ok", access_token: token, expires_in: lives } };
    }
    if (!good.has(query.get("access_token") ?? "")) return { json: { errcode: 42001, errmsg: "access_token expired" } };
    if (path === "/cgi-bin/get_jsapi_ticket" || path === "/cgi-bin/ticket/get") {
      const kind = ticketKinds[path];
      const { access_token, ...rest } = Object.fromEntries(query);
      if (JSON.stringify(rest) !== (kind === "agent" ? '{"type":"agent_config"}' : "{}"))
        return { json: { errcode: 40097, errmsg: "invalid args" } };
      const { text, until } = ticketOf(kind);
      given[kind] += 1;
      const expires_in = Math.floor((until - now().getTime()) / 1000);
      return { json: { errcode: 0, errmsg: "ok", ticket: text, expires_in } };
    }
    if (path !== "/cgi-bin/auth/getuserinfo") return { status: 404, json: {} };
    const code = query.get("code") ?? "";
    const known = codes.get(code);
    codes.delete(code);
    return { json: known ? { errcode: 0, errmsg: "ok", ...known } : { errcode: 40029, errmsg: "invalid code" } };
  });

  /** What the client says to a page at this address that registers so. */
  function register(kind: "corp" | "agent", { nonce, timestamp, signature }: Signature, address: string): string {
    const ticket = tickets.get(kind);
    if (!ticket || ticket.until <= now().getTime()) return "ticket expired";
    if (nonce.length < 16 || Math.abs(timestamp * 1000 - now().getTime()) > 300_000) return "invalid parameters";
    const parts = { jsapi_ticket: ticket.text, noncestr: nonce, timestamp, url: address.split("#")[0] };
    const text = Object.entries(parts).map(([name, value]) => `${name}=${value}`);
    return createHash("sha1").update(text.join("&")).digest("hex") === signature ? "ok" : "invalid signature";
  }

  return { ...platform, codes, good, given, state, register };
}
