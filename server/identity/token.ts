import { createHmac, randomBytes } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";

const issuer = "xinfang-desk";

/** A key of its own for each purpose, derived from the one secret. */
export function derivedKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(createHmac("sha256", secret).update(purpose).digest());
}

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
    .setIssuer(issuer)
    .setSubject(String(claims.userId))
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(derivedKey(secret, "access-token"));
}

/** The claims of a token that we signed and that still lives, else undefined. */
export async function readToken(secret: string, token: string, now: Date): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, derivedKey(secret, "access-token"), {
      algorithms: ["HS256"],
      issuer,
      currentDate: now,
    });
    const { sub, sid, name, iat } = payload;
    if (typeof sid !== "string" || !sub || iat === undefined) return undefined;
    return { userId: Number(sub), sessionId: sid, name: String(name ?? ""), issuedAt: iat };
  } catch {
    return undefined;
  }
}

/** 256 random bits, as text for an address. */
export const randomToken = () => randomBytes(32).toString("base64url");
