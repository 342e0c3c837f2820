import { eq } from "drizzle-orm";
import { jwtVerify, SignJWT } from "jose";
import { tokenIssuer } from "~/contract/token";
import { isoInstant } from "~/server/database/tables/columns";
import { session } from "~/server/database/tables/system/system";
import { found, refuse } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { derivedKey } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

export interface TokenClaims {
  userId: number;
  sessionId: string;
  name: string;
  issuedAt: number;
}

/** An access token: HS256, subject = user, `sid` = session, `name` for the client's userInfo, seconds of life given. */
export function signToken(secret: string, claims: Omit<TokenClaims, "issuedAt">, seconds: number, now: Date) {
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

/** A new token in place of one issued at `shownAt` (0: a provider's), never past the session's end. Calls at once get tokens of one moment. */
export async function renewToken(services: Services, caller: Caller, shownAt: number): Promise<string> {
  const { "auth.token_ttl_hours": hours, "auth.session_days": days } = await readSettings(services.db);
  // A token's time is in whole seconds.
  const now = Math.floor(services.now().getTime() / 1000) * 1000;
  const isMine = eq(session.id, caller.sessionId);
  const present = await services.db.transaction(async (tx) => {
    const [row] = await tx.select().from(session).where(isMine).for("update");
    const { created_at, expires_at, renewed_at } = found(row);
    if (renewed_at && Date.parse(renewed_at) > shownAt) return { renewed_at, expires_at };
    const end = Date.parse(created_at) + days * 86_400_000;
    if (end <= now) return refuse(40100);
    const renewed = {
      renewed_at: isoInstant(now),
      expires_at: isoInstant(Math.min(now + hours * 3_600_000, end)),
    };
    await tx.update(session).set(renewed).where(isMine);
    return renewed;
  });
  const issued = new Date(present.renewed_at);
  const seconds = Math.floor((Date.parse(present.expires_at) - issued.getTime()) / 1000);
  const claims = { userId: caller.id, sessionId: caller.sessionId, name: caller.name };
  return signToken(services.secret, claims, seconds, issued);
}
