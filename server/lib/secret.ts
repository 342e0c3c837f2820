import { createHmac, randomBytes } from "node:crypto";

/** A key of its own for each purpose, derived from the one secret. */
export function derivedKey(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac("sha256", secret).update(purpose).digest());
}

/** 256 random bits, as text for an address. */
export const randomToken = () => randomBytes(32).toString("base64url");
