import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import { derivedKey } from "~/server/lib/secret";

const cookie = "device";
const mostAccounts = 5;
const seconds = 180 * 86_400;

/** The browser that asks: whose sign-ins it has seen, by a signed cookie. */
export interface Device {
  /** Names the browser for an account that has signed in in it before; undefined for others. */
  nameFor(userId: number): Promise<string | undefined>;
  /** Somebody has signed in: the answer carries the cookie that says so. */
  remember(userId: number): Promise<void>;
}

export function deviceOf(c: Context, secret: string): Device {
  const key = derivedKey(secret, "device");
  const read = async () => {
    const [id = "", ...userIds] = ((await getSignedCookie(c, key, cookie)) || "").split(".");
    return { id, userIds: userIds.map(Number) };
  };
  return {
    async nameFor(userId) {
      const { id, userIds } = await read();
      return userIds.includes(userId) ? createHash("sha256").update(id).digest("base64url") : undefined;
    },
    async remember(userId) {
      const { id, userIds } = await read();
      const latest = [userId, ...userIds.filter((one) => one !== userId)].slice(0, mostAccounts);
      const value = [id || randomBytes(16).toString("base64url"), ...latest].join(".");
      const isEncrypted = new URL(c.req.url).protocol === "https:" || c.req.header("x-forwarded-proto") === "https";
      await setSignedCookie(c, cookie, value, key, {
        httpOnly: true,
        maxAge: seconds,
        path: "/api",
        sameSite: "Lax",
        secure: isEncrypted,
      });
    },
  };
}
