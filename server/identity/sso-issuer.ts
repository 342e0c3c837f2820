import { createHash } from "node:crypto";
import { createRemoteJWKSet, customFetch, decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import { Refusal } from "~/server/lib/call";
import { isLoopback, isPublicAddress } from "~/server/lib/public-address";
import { addressesOf } from "~/server/lib/safe-fetch";
import type { Services } from "~/server/lib/services";
import { isDemo, openSetting, type Settings } from "~/server/lib/settings";
import { countTry } from "./attempts";
import { askPlatform, jsonOf, platformIsDown } from "./platform";

/** Asks the sign-in provider, whose address a person typed: of the internet, the company's network (SSO_ALLOW_PRIVATE), or the demo's machine. */
async function askProvider(services: Services, url: string, init?: RequestInit): Promise<Response> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (!(await isAllowed(services, host))) {
    services.log.warn(
      { host },
      "the sign-in provider has an address of a private network: SSO_ALLOW_PRIVATE=1 allows it",
    );
    throw platformIsDown();
  }
  return askPlatform(services, url, init);
}

async function isAllowed(services: Services, host: string): Promise<boolean> {
  if (services.allowsPrivateSso) return true;
  // A name that nobody knows is the request's own failure.
  const found = await addressesOf(services, host).catch(() => []);
  const others = found.filter((address) => !isPublicAddress(address));
  if (others.length === 0) return true;
  return others.every(isLoopback) && isDemo(services.db);
}

/** Signatures that only the provider can make. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
/** Seconds by which the provider's clock may differ. */
const clockTolerance = 10;
/** An unknown key makes us ask for the keys again, but not at every token. */
const keysCooldown = 5_000;
/** How long an answer about an opaque token holds. */
const introspectionHolds = 30_000;
const mostRemembered = 1_000;

/** What we keep of one provider. */
interface Issuer {
  keys: ReturnType<typeof createRemoteJWKSet>;
  introspected: Map<string, { until: number; claims: Promise<JWTPayload | undefined> }>;
}

const issuers = new WeakMap<Services, Map<string, Issuer>>();

function issuerAt(services: Services, host: string): Issuer {
  const known = issuers.get(services) ?? new Map<string, Issuer>();
  issuers.set(services, known);
  const issuer = known.get(host) ?? {
    keys: createRemoteJWKSet(new URL(`${host}/oauth/v2/keys`), {
      cooldownDuration: keysCooldown,
      [customFetch]: async (url, { headers }) => {
        const response = await askProvider(services, url, { headers });
        if (!response.ok) throw platformIsDown();
        return response;
      },
    }),
    introspected: new Map(),
  };
  known.set(host, issuer);
  return issuer;
}

/** What the configured provider says of an access token: by its signature, or by asking the provider about one that says nothing itself. */
export async function issuerProof(services: Services, settings: Settings, ip: string, token: string) {
  const host = settings["sso.host"];
  const claims = isJwt(token)
    ? await signedClaims(services, settings, token)
    : await introspectedClaims(services, settings, ip, token);
  if (!claims?.sub) return undefined;
  const subject = claims.sub;
  return {
    subject,
    async verifiedEmail() {
      if (claims.email !== undefined) return verified(claims);
      const response = await askProvider(services, `${host}/oidc/v1/userinfo`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const info = response.ok ? await jsonOf(services, response) : {};
      // An answer about somebody else is none.
      return info.sub === subject ? verified(info) : undefined;
    },
  };
}

function verified({ email, email_verified }: Record<string, unknown>): string | undefined {
  return typeof email === "string" && email_verified === true ? email.trim().toLowerCase() : undefined;
}

/** Three parts, the first two JSON: anything else is opaque. */
function isJwt(token: string): boolean {
  try {
    return decodeJwt(token) !== undefined;
  } catch {
    return false;
  }
}

async function signedClaims(services: Services, settings: Settings, token: string): Promise<JWTPayload | undefined> {
  const host = settings["sso.host"];
  try {
    // Before its keys are asked for: our own expired token is one of many that are not the provider's.
    if (decodeJwt(token).iss !== host) return undefined;
    const { payload } = await jwtVerify(token, issuerAt(services, host).keys, {
      issuer: host,
      audience: audiencesOf(settings),
      algorithms,
      clockTolerance,
      currentDate: services.now(),
      requiredClaims: ["sub", "exp"],
    });
    // An id token is signed by the same keys for the same audience, but it is no proof that a call may be made.
    return payload.nonce === undefined && payload.at_hash === undefined ? payload : undefined;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) throw platformIsDown();
    return undefined;
  }
}

const audiencesOf = (settings: Settings) =>
  [settings["sso.client_id"], settings["sso.api_client_id"]].filter((name) => name !== "");

/** RFC 7662. Without credentials for it there are no opaque tokens: userinfo would take one that was given to another application. */
async function introspectedClaims(services: Services, settings: Settings, ip: string, token: string) {
  const secret = openSetting(services, settings, "sso.api_secret");
  if (!settings["sso.api_client_id"] || !secret) return undefined;
  const { introspected } = issuerAt(services, settings["sso.host"]);
  const now = services.now().getTime();
  const name = createHash("sha256").update(token).digest("base64url");
  const known = introspected.get(name);
  if (known && known.until > now) return stillLiving(services, await known.claims);
  await countTry(services, ip);
  if (introspected.size >= mostRemembered) introspected.clear();
  const claims = askAbout(services, settings, secret, token);
  introspected.set(name, { until: now + introspectionHolds, claims });
  // No answer is none to remember.
  claims.catch(() => introspected.delete(name));
  return stillLiving(services, await claims);
}

async function askAbout(services: Services, settings: Settings, secret: string, token: string) {
  // RFC 6749 2.3.1: both are form-encoded before they are joined.
  const credentials = [settings["sso.api_client_id"], secret].map(encodeURIComponent).join(":");
  const response = await askProvider(services, `${settings["sso.host"]}/oauth/v2/introspect`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ token, token_type_hint: "access_token" }).toString(),
  });
  if (!response.ok) {
    services.log.warn({ status: response.status }, "the provider refuses our credentials for introspection");
    throw platformIsDown();
  }
  const claims = await jsonOf(services, response);
  if (claims.active !== true || typeof claims.sub !== "string" || typeof claims.exp !== "number") return undefined;
  if (claims.iss !== undefined && claims.iss !== settings["sso.host"]) return undefined;
  const audience = [claims.aud, claims.client_id].flat();
  return audiencesOf(settings).some((one) => audience.includes(one)) ? (claims as JWTPayload) : undefined;
}

function stillLiving({ now }: Services, claims: JWTPayload | undefined): JWTPayload | undefined {
  return claims?.exp !== undefined && claims.exp > now().getTime() / 1000 ? claims : undefined;
}
