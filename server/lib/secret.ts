import { createHmac, randomBytes } from "node:crypto";

/** A key of its own for each purpose, derived from the one secret. */
export function derivedKey(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac("sha256", secret).update(purpose).digest());
}

/** 256 random bits, as text for an address. */
export const randomToken = () => randomBytes(32).toString("base64url");

/** A password that passes the rule of the contract: 16 random characters and one of each kind. */
export const randomPassword = () => `${randomBytes(12).toString("base64url")}aA1!`;
