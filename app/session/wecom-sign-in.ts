import { call } from "~/app/api/call";
import { newKey } from "~/app/api/idempotency-key";
import { showActNotice } from "~/app/api/notice";
import { forgetReturn, landing, returnPath } from "~/app/browser/return-path";
import { staffPath } from "~/app/browser/staff-path";
import { t } from "~/app/i18n/t";
import { auth } from "~/contract/sign-in/auth";
import { token } from "../api/cookie";
import { leave } from "../api/leave";
import { isWeCom } from "../api/wecom";
import { bindWecom, isWecomBinding } from "./binding-return";
import { forgetOnce, keepOnce, readOnce } from "./one-time";
import { reportSignedIn, signIn, signOut } from "./sign-in";
import { reportRefusal } from "./sign-in-refusal";

/** How long a started authorization is valid: WeCom answers at once, and one started by a stranger's page expires soon. */
const attemptLifetime = 60_000;

/** WeCom documents at most 128 bytes for `state`. */
const stateLimit = 128;

/** Local, since WeCom may return in another web view. */
const begun = "wecom_state";
/** In this tab: the exchanged code, as long as a reload may bring it again. */
const spent = "wecom_code";
/** Why nothing starts automatically: an exchange has failed, or a used code has restarted it already. */
const held = "wecom_held";

/** `{path}_{client id}`: an underscore in the path is written %5F, since the return splits there; `false` if there is no client. */
export function stateOf(url: URL): string {
  const client = url.searchParams.get("client_id") ?? "";
  const clientId =
    /^[\w-]+$/.test(client) && !["undefined", "null"].includes(client) ? client.replaceAll("_", "%5F") : "false";
  const state = `${url.pathname.replaceAll("_", "%5F")}_${clientId}`;
  return new TextEncoder().encode(state).length > stateLimit ? landing : state;
}

/** WeCom's authorization address; a query in the configured address stays. `once` is returned with the code. */
export function authorizeUrl(config: { appid: string; oauth2_login_url: string }, url: URL, once?: string): URL {
  const target = new URL(config.oauth2_login_url);
  target.searchParams.set("appid", config.appid);
  target.searchParams.set("redirect_uri", `${url.origin}/weauth${once ? `?once=${once}` : ""}`);
  target.searchParams.set("response_type", "code");
  target.searchParams.set("scope", "snsapi_base");
  target.searchParams.set("state", stateOf(url));
  target.hash = "#wechat_redirect";
  return target;
}

/** Starts the authorization redirect and does not return; returns only if the server has no configuration. */
export async function startWeCom(url: URL, options?: { silent: boolean }): Promise<void> {
  const config = await call(auth.link, { query: { platform: "wecom" } }, options).catch(() => undefined);
  if (!config) return;
  const once = config.bind_attempt ? newKey() : undefined;
  keepOnce("localStorage", begun, { state: stateOf(url), ...(once && { once }) });
  await leave.to(authorizeUrl(config, url, once).href);
}

/** The same, but automatic, on the way to this address; not within ten minutes of a failure. */
export async function startByItself(url: URL): Promise<void> {
  if (!readOnce("localStorage", held)) await startWeCom(url, { silent: true });
}

/** A state's target: a staff screen of ours, else the dashboard. The rest of its query is known if this tab was on its way there. */
function placeOf(state: string): string {
  const [path = "", client = "false"] = state.split("_");
  const known = staffPath(path);
  if (!known) return landing;
  const place = new URL(known, window.location.origin);
  const interrupted = returnPath();
  if (interrupted && new URL(interrupted, window.location.origin).pathname === place.pathname) return interrupted;
  const clientId = client.replaceAll(/%5F/gi, "_");
  const isClient = /^[\w-]+$/.test(clientId) && clientId !== "false";
  return place.pathname + (isClient ? `?client_id=${clientId}` : "");
}

/** A reload or a saved link brings a used code again: it is not exchanged, but restarts the sign-in at most once. */
async function again(place: string): Promise<string> {
  if (token()) return place;
  if (isWeCom() && !readOnce("localStorage", held)) {
    keepOnce("localStorage", held, {});
    await startWeCom(new URL(place, window.location.origin), { silent: true });
  }
  return "/login";
}

/** Handles a call of /weAuth, and returns where to go. A failed exchange shows no message; a refused user gets one. */
export async function finishWeCom(query: URLSearchParams): Promise<string> {
  const code = query.get("code");
  const state = query.get("state");
  if (!code || !state) return "/login";
  if (isWecomBinding(state)) return bindWecom(code);
  const place = placeOf(state);
  if (readOnce("sessionStorage", spent)?.code === code) return again(place);
  // Another person's sign-in must not become this visitor's: an attempt is valid once, for a minute, in the browser that started it.
  const attempt = readOnce("localStorage", begun, attemptLifetime);
  if (attempt?.state !== state || (attempt.once && attempt.once !== query.get("once"))) return "/login";
  forgetOnce("localStorage", begun);
  keepOnce("sessionStorage", spent, { code });
  try {
    const { name, userid, ...session } = await call(auth.wecom, { body: { code } }, { silent: true });
    forgetOnce("localStorage", held);
    signIn(session, { name, userid });
    forgetReturn();
    reportSignedIn();
    sayWhose(name);
    return place;
  } catch (failure) {
    keepOnce("localStorage", held, {});
    reportRefusal(failure);
    return "/login";
  }
}

/** Shows whose account another site has signed in, since it may be somebody else's; 不是我 signs out at once. */
const sayWhose = (name: string): void =>
  showActNotice({
    id: "whose-account",
    color: "brand",
    message: t("已登录{name}的账号", { name }),
    label: t("不是我"),
    onAct: () => void signOut().then(() => leave.to("/login")),
  });
