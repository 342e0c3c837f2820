import { call } from "~/app/api/call";
import { auth } from "~/contract/auth";
import { leaveFor } from "./leave";
import { landing } from "./return-path";

/** WeCom documents at most 128 bytes for `state`. */
const stateLimit = 128;

const key = "wecom_state";

/** Whether the application runs inside WeCom's browser. */
export function isWeCom(): boolean {
  return /wxwork/i.test(window.navigator.userAgent);
}

/** `{path}_{client id}`: an underscore of the path is written %5F, since the way back splits there; `false` where there is no client. */
export function stateOf(url: URL): string {
  const client = url.searchParams.get("client_id") ?? "";
  const clientId =
    /^[\w-]+$/.test(client) && !["undefined", "null"].includes(client) ? client.replaceAll("_", "%5F") : "false";
  const state = `${url.pathname.replaceAll("_", "%5F")}_${clientId}`;
  return new TextEncoder().encode(state).length > stateLimit ? landing : state;
}

/** Where WeCom authorizes the visitor; a query that the configured address brings along stays. */
export function authorizeUrl(config: { appid: string; oauth2_login_url: string }, url: URL): URL {
  const target = new URL(config.oauth2_login_url);
  target.searchParams.set("appid", config.appid);
  target.searchParams.set("redirect_uri", `${url.origin}/weauth`);
  target.searchParams.set("response_type", "code");
  target.searchParams.set("scope", "snsapi_base");
  target.searchParams.set("state", stateOf(url));
  target.hash = "#wechat_redirect";
  return target;
}

/** Starts the authorization redirect and does not come back; returns only where the server gives no configuration. */
export async function startWeCom(url: URL): Promise<void> {
  const config = await call(auth.link, { query: { platform: "wecom" } }, { silent: true }).catch(() => undefined);
  if (!config) return;
  try {
    // Local, since WeCom may come back in another web view; /weAuth takes it for ten minutes.
    window.localStorage.setItem(key, JSON.stringify({ state: stateOf(url), at: Date.now() }));
  } catch {
    // Without storage the way back cannot be checked and ends at /login.
  }
  await leaveFor(authorizeUrl(config, url).href);
}
