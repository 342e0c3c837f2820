import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Services } from "./services";

/** A key of its own for each purpose, derived from the one secret. */
export function derivedKey(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac("sha256", secret).update(purpose).digest());
}

/** 256 random bits, as text for an address. */
export const randomToken = () => randomBytes(32).toString("base64url");

/** A password that passes the rule of the contract: 16 random characters and one of each kind. */
export const randomPassword = () => `${randomBytes(12).toString("base64url")}aA1!`;

const nonceBytes = 12;
const tagBytes = 16;

/** Secrets of one kind have a key of their own; the name goes into the tag, so that one secret does not pass for another. */
interface Purpose {
  kind: "setting" | "webhook" | "idempotency" | "bank" | "identity" | "wecom-ticket";
  name: string;
}

/** A text that the database keeps sealed: AES-256-GCM under a key that is derived from SECRET_KEY. An empty one stays empty. */
export function seal({ secret }: Pick<Services, "secret">, { kind, name }: Purpose, plain: string): string {
  if (plain === "") return "";
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", derivedKey(secret, kind), nonce).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** What was sealed; empty where nothing was, or under another SECRET_KEY. */
export function unseal({ secret }: Pick<Services, "secret">, { kind, name }: Purpose, text: string): string {
  const sealed = Buffer.from(text, "base64url");
  if (sealed.length <= nonceBytes + tagBytes) return "";
  try {
    const decipher = createDecipheriv("aes-256-gcm", derivedKey(secret, kind), sealed.subarray(0, nonceBytes))
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(-tagBytes));
    const content = sealed.subarray(nonceBytes, -tagBytes);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString("utf8");
  } catch {
    return "";
  }
}
