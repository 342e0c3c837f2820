import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKey } from "./seal";
import type { Services } from "./services";

/** An unguessable name for a file, a reader and a purpose, valid until a moment: a part of an address that needs no token. No part holds a dot. */
export const signName = (
  services: Pick<Services, "secret">,
  purpose: string,
  parts: readonly (string | number)[],
  ends: number,
) => lastingName(services, purpose, [...parts, ends]);

/** The same without an end: always the same name for the same parts. */
export function lastingName(
  { secret }: Pick<Services, "secret">,
  purpose: string,
  parts: readonly (string | number)[],
): string {
  const text = parts.join(".");
  return `${text}.${macOf(secret, purpose, text)}`;
}

/** The parts of a name that was given out for this purpose and has not ended. */
export function readName(services: Pick<Services, "secret" | "now">, purpose: string, name: string) {
  const parts = readLastingName(services, purpose, name);
  const ends = Number(parts?.pop());
  return ends >= services.now().getTime() ? parts : undefined;
}

/** The parts of a lasting name that was given out for this purpose. */
export function readLastingName({ secret }: Pick<Services, "secret">, purpose: string, name: string) {
  const at = name.lastIndexOf(".");
  const text = name.slice(0, Math.max(0, at));
  const expected = Buffer.from(macOf(secret, purpose, text));
  const given = Buffer.from(name.slice(at + 1));
  return expected.length === given.length && timingSafeEqual(expected, given) ? text.split(".") : undefined;
}

const macOf = (secret: string, purpose: string, text: string) =>
  createHmac("sha256", derivedKey(secret, `file-${purpose}`))
    .update(text)
    .digest("base64url");
