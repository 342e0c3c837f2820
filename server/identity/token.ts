import { jwtVerify, SignJWT } from "jose";
import { tokenIssuer } from "~/contract/token";
import { derivedKey } from "~/server/lib/secret";

export interface TokenClaims {
  userId: number;
  sessionId: string;
  name: string;
  issuedAt: number;
}

/** An access token: HS256, subject = user, `sid` = session, `name` for the client's userInfo, seconds of life given. */
export function signToken(
  secret: string,
  claims: Omit<TokenClaims, "issuedAt">,
  seconds: number,
  now: Date,
): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: claims.sessionId, name: claims.name })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(tokenIssuer)
    .setSubject(String(claims.userId))
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(derivedKey(secret, "access-token"));
}

/** The claims of a token that was signed with our secret and that still lives, else undefined. */
export type TokenReader = (token: string, now: Date) => Promise<TokenClaims | undefined>;

interface Verified extends TokenClaims {
  expiresAt: number;
}

const mostRemembered = 1_000;

/** Reads tokens. Of those last seen it remembers that the signature is right; whether they still live is asked each time. */
export function tokenReader(secret: string): TokenReader {
  const key = derivedKey(secret, "access-token");
  const remembered = new Map<string, Verified>();
  return async (token, now) => {
    const known = remembered.get(token);
    if (known) return known.expiresAt > Math.floor(now.getTime() / 1000) ? known : undefined;
    const claims = await verified(key, token, now);
    if (!claims) return undefined;
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(token, claims);
    return claims;
  };
}

async function verified(key: Uint8Array, token: string, now: Date): Promise<Verified | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], issuer: tokenIssuer, currentDate: now });
    const { sub, sid, name, iat, exp } = payload;
    if (typeof sid !== "string" || !sub || iat === undefined || exp === undefined) return undefined;
    return { userId: Number(sub), sessionId: sid, name: String(name ?? ""), issuedAt: iat, expiresAt: exp };
  } catch {
    return undefined;
  }
}
