import { createHash } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { derivedKey } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";

/** For how long what was asked may be answered. */
const seconds = 10 * 60;
const algorithm = "HS256";

/** What was asked of whom: the key, the tool, its arguments and the question. */
export interface Asked {
  keyId: number;
  tool: string;
  given: Readonly<Record<string, unknown>>;
  question: string;
}

const keyOf = ({ secret }: Pick<Services, "secret">) => derivedKey(secret, "assistant-confirmation");

/** A token that says that this was asked. */
export function signAsked(services: Services, asked: Asked): Promise<string> {
  const issued = Math.floor(services.now().getTime() / 1000);
  return new SignJWT({ asked: hashOf(asked) })
    .setProtectedHeader({ alg: algorithm })
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(keyOf(services));
}

/** Whether the token says that exactly this was asked a short while ago. */
export async function wasAsked(services: Services, token: unknown, asked: Asked): Promise<boolean> {
  if (typeof token !== "string") return false;
  try {
    const { payload } = await jwtVerify(token, keyOf(services), {
      algorithms: [algorithm],
      currentDate: services.now(),
    });
    return payload.asked === hashOf(asked);
  } catch {
    return false;
  }
}

const hashOf = (asked: Asked) =>
  createHash("sha256")
    .update(JSON.stringify(inOrder(asked)))
    .digest("base64url");

/** The same however a model orders its arguments. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => [name, inOrder(part)]);
}
