import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import type { Device } from "~/server/lib/call";
import { derivedKey } from "~/server/lib/seal";

const cookie = "device";
const mostAccounts = 5;
const seconds = 180 * 86_400;

export function deviceOf(c: Context, secret: string): Device {
  // Every request has a device, and only a sign-in asks for it.
  const key = () => derivedKey(secret, "device");
  const read = async () => {
    const [id = "", ...userIds] = ((await getSignedCookie(c, key(), cookie)) || "").split(".");
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
      await setSignedCookie(c, cookie, value, key(), {
        httpOnly: true,
        maxAge: seconds,
        path: "/api",
        sameSite: "Lax",
        secure: isEncrypted,
      });
    },
  };
}
