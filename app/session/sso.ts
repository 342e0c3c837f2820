import { jwtDecode } from "jwt-decode";
import { ofetch } from "ofetch";
import { z } from "zod";
import { call } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import { deadline } from "~/app/api/deadline";
import { changeUserInfo, resetData } from "~/app/browser/persisted";
import { forgetReturn, interruptedWork, landing } from "~/app/browser/return-path";
import { now } from "~/contract/now";
import { clearToken } from "../api/cookie";
import { leave } from "../api/leave";
import { bindingFailed, bindSso } from "./binding-return";
import { forgetOnce, keepOnce, readOnce } from "./one-time";
import { reportSignedIn, signIn } from "./sign-in";
import { reportRefusal } from "./sign-in-refusal";

interface SsoConfig {
  host: string;
  client_id: string;
}

const purposes = ["sign_in", "bind"] as const;
type Purpose = (typeof purposes)[number];

/** In this tab, and for ten minutes in this browser, in case the return opens another tab. */
const key = "sso_begun";
const places = ["sessionStorage", "localStorage"] as const;

/** A provider that does not say how long its token lives. */
const unsaidLife = 3_600;

/** Allowed clock difference, in seconds. */
const clockLeeway = 600;

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** 256 random bits: 43 characters, the minimum for a verifier. */
const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

const bare = (host: string) => host.replace(/\/+$/, "");

const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));

/**
 * Leaves for the provider. The verifier is the state (domain S.7), so PKCE alone does not bind the return to this browser: the
 * value kept here does. A signed-in user may leave to bind the account to their own instead.
 */
export async function startSso({ host, client_id }: SsoConfig, purpose: Purpose = "sign_in"): Promise<void> {
  const verifier = randomText();
  const nonce = randomText();
  const target = new URL(`${bare(host)}/oauth/v2/authorize`);
  const query = {
    response_type: "code",
    client_id,
    redirect_uri: `${window.location.origin}/auth`,
    scope: "openid profile email",
    code_challenge: await challengeOf(verifier),
    code_challenge_method: "S256",
    state: verifier,
    nonce,
  };
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  for (const place of places) keepOnce(place, key, { state: verifier, nonce, host, client_id, purpose });
  await leave.to(target.href);
}

const Begun = z.object({
  state: z.string(),
  nonce: z.string(),
  host: z.string(),
  client_id: z.string(),
  purpose: z.enum(purposes).catch("sign_in"),
});
type Begun = z.output<typeof Begun>;

/** What was begun with this state in this browser, once. */
function consumeBegun(state: string): Begun | undefined {
  const found = places.map((place) => ({ place, begun: Begun.safeParse(readOnce(place, key)).data }));
  const own = found.filter(({ begun }) => begun?.state === state);
  for (const { place } of own) forgetOnce(place, key);
  return own[0]?.begun;
}

const Tokens = z.object({
  access_token: z.string().min(1),
  id_token: z.string().optional(),
  expires_in: z.coerce.number().positive().catch(unsaidLife),
});

const Claims = z.object({
  iss: z.url(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nonce: z.string(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
});

/** The exchange as domain S.7 describes it; undefined when it fails in any way. */
async function exchange(code: string, { state, host, client_id }: Begun): Promise<z.output<typeof Tokens> | undefined> {
  const limit = deadline();
  try {
    const { status, _data } = await ofetch.raw<unknown>(`${bare(host)}/oauth/v2/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: `${window.location.origin}/auth`,
        client_id,
        code_verifier: state,
      }).toString(),
      ignoreResponseError: true,
      retry: 0,
      signal: limit.signal,
    });
    return status === 200 ? Tokens.safeParse(_data).data : undefined;
  } catch {
    return undefined;
  } finally {
    limit.end();
  }
}

/** The name in an id token that was made for this sign-in; undefined for any other. Its signature is not checked: only the name is used. */
function nameOf(idToken: string, { nonce, host, client_id }: Begun): string | undefined {
  try {
    const claims = Claims.parse(jwtDecode(idToken));
    const isOurs =
      claims.nonce === nonce &&
      [claims.aud].flat().includes(client_id) &&
      new URL(claims.iss).origin === new URL(host).origin &&
      claims.exp + clockLeeway > now() / 1000;
    return isOurs ? (claims.name ?? claims.preferred_username ?? "") : undefined;
  } catch {
    return undefined;
  }
}

/** Opens the session with the provider's token, for which the first answer gives one of ours; false if the server refuses the user. */
async function open(tokens: { access_token: string; expires_in: number }, name: string): Promise<boolean> {
  signIn(tokens, name);
  try {
    // In parallel with the next screen's.
    const { user } = await import("~/contract/personal/user");
    const profile = await call(user.profile, undefined, { silent: true });
    if (!name) changeUserInfo(profile.name);
    reportSignedIn();
    return true;
  } catch (failure) {
    // If nothing was refused, the next screen tries again.
    if (failure instanceof CallError && (failure.status === 0 || failure.status >= 500)) return true;
    clearToken();
    resetData();
    reportRefusal(failure);
    return false;
  }
}

/** Handles a call of /auth, and returns where to go. A failed exchange shows no message; a refused user gets one. */
export async function finishSso(query: URLSearchParams): Promise<string> {
  const code = query.get("code");
  const begun = consumeBegun(query.get("state") ?? "");
  const issuer = query.get("iss");
  const isBinding = begun?.purpose === "bind";
  const failed = () => (isBinding ? bindingFailed() : "/login");
  if (!code || !begun || (issuer && bare(issuer) !== bare(begun.host))) return failed();
  const tokens = await exchange(code, begun);
  const name = tokens?.id_token === undefined ? "" : nameOf(tokens.id_token, begun);
  if (!tokens || name === undefined) return failed();
  if (isBinding) return bindSso(tokens.access_token);
  if (!(await open(tokens, name))) return "/login";
  const place = interruptedWork() ?? landing;
  forgetReturn();
  return place;
}
