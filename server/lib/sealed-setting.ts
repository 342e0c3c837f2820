import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretKey } from "~/contract/setting";
import { derivedKey } from "~/server/identity/token";
import type { Services } from "./services";
import type { Settings } from "./settings";

const nonceBytes = 12;
const tagBytes = 16;
const keyOf = (secret: string) => derivedKey(secret, "setting");

/** A secret setting as it is stored: AES-256-GCM under a key of its own; its name goes into the tag, so that one does not pass for another. */
export function sealSetting({ secret }: Pick<Services, "secret">, name: SecretKey, plain: string): string {
  if (plain === "") return "";
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** The secret in a setting; empty where it is not set, or was sealed under another SECRET_KEY. */
export function openSetting({ secret }: Pick<Services, "secret">, settings: Settings, name: SecretKey): string {
  const sealed = Buffer.from(settings[name], "base64url");
  if (sealed.length <= nonceBytes + tagBytes) return "";
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), sealed.subarray(0, nonceBytes))
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(-tagBytes));
    const text = sealed.subarray(nonceBytes, -tagBytes);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    return "";
  }
}
